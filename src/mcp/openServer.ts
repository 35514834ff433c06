import type { Client, OAuthClientProvider, Transport } from '@modelcontextprotocol/client';
import { onAbort, raceAbort, throwIfCancelled } from '../base/abort.ts';
import { isCancelled } from '../base/errors.ts';
import { AcpTransport } from './acpTransport.ts';
import type { CallClock } from './callClock.ts';
import { answerRequests, capabilitiesFor } from './clientHandlers.ts';
import { httpStatus } from './connectFailure.ts';
import type { ServerLog } from './serverLog.ts';
import type { ServerRequestPorts } from './serverRequests.ts';
import type { Era, ServerSpec } from './serverSpec.ts';
import { StdioTransport } from './stdioTransport.ts';

/** The revision that travels over ACP; nothing else does. */
const OVER_ACP = '2026-07-28';
/** Longest that a pipe may be silent before the server counts as one of the stateful era. */
const PROBE_MS = 10_000;
/** Time limits are ours (`CallClock`, the caller's signal): the SDK's own must not come first. */
export const NO_LIMIT_MS = 2 ** 31 - 1;

export interface OpenOptions {
  /** The server's id, for questions to a person. */
  readonly server: string;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly ports: ServerRequestPorts;
  readonly auth?: OAuthClientProvider;
  /** What the server was the last time: saves the question. A wrong hint costs one more try. */
  readonly era?: Era;
  readonly clock: CallClock;
  readonly log: ServerLog;
}

/** A server that answered. */
export interface OpenedServer {
  readonly client: Client;
  readonly transport: Transport;
  readonly era: Era;
  /** What it turned out to be reached by: an `http` address may be SSE. */
  readonly via: 'stdio' | 'http' | 'sse' | 'acp';
}

type Way = { readonly via: OpenedServer['via']; readonly mode: 'auto' | 'stateful' | 'pinned' };

/**
 * Connects, finding out the era and, where it was left open, the transport. Rejects with whatever the
 * last try failed with, or `CancelledError`; nothing it started is left running then.
 */
export async function openServer(
  spec: ServerSpec,
  options: OpenOptions,
  signal: AbortSignal,
): Promise<OpenedServer> {
  let failure: unknown;
  for (const way of waysTo(spec, options.era)) {
    throwIfCancelled(signal);
    if (failure !== undefined && !isWorthTrying(way, failure)) continue;
    try {
      return await connect(spec, way, options, signal);
    } catch (error) {
      if (isCancelled(error) || signal.aborted) throw error;
      failure = error;
    }
  }
  throw failure;
}

function waysTo(spec: ServerSpec, hint: Era | undefined): readonly Way[] {
  switch (spec.kind) {
    case 'acp':
      return [{ via: 'acp', mode: 'pinned' }];
    case 'sse':
      return [{ via: 'sse', mode: 'stateful' }];
    case 'stdio':
      return hint === 'stateful'
        ? [
            { via: 'stdio', mode: 'stateful' },
            { via: 'stdio', mode: 'auto' },
          ]
        : [
            { via: 'stdio', mode: 'auto' },
            { via: 'stdio', mode: 'stateful' },
          ];
    case 'http':
      return [
        { via: 'http', mode: 'auto' },
        ...(spec.orSse ? [{ via: 'sse', mode: 'stateful' } as const] : []),
      ];
  }
}

/** A second try must have a reason in how the first one failed. */
function isWorthTrying(way: Way, failure: unknown): boolean {
  const { code } = failure as { code?: unknown };
  if (way.via === 'sse') return [400, 404, 405].includes(httpStatus(failure) ?? 0);
  // An older server may end at a request it does not know, and a stateless one refuses `initialize`.
  return way.mode === 'stateful' ? code === 'ERA_NEGOTIATION_FAILED' : typeof code === 'number';
}

async function connect(
  spec: ServerSpec,
  way: Way,
  options: OpenOptions,
  signal: AbortSignal,
): Promise<OpenedServer> {
  const sdk = await import('@modelcontextprotocol/client');
  const client = new sdk.Client(options.clientInfo, {
    capabilities: capabilitiesFor(options.ports),
    versionNegotiation: {
      mode: way.mode === 'pinned' ? { pin: OVER_ACP } : way.mode === 'stateful' ? 'legacy' : 'auto',
      probe: { timeoutMs: way.via === 'stdio' ? PROBE_MS : NO_LIMIT_MS },
    },
  });
  client.onerror = (error) => options.log.add(`protocol: ${error.message}`);
  answerRequests(client, options.server, options.ports, options.clock);
  const transport = makeTransport(sdk, spec, way, options);
  const stop = onAbort(signal, () => void transport.close());
  try {
    await raceAbort(client.connect(transport, { timeout: NO_LIMIT_MS, signal }), signal);
  } catch (error) {
    await transport.close();
    throw (transport instanceof AcpTransport && transport.refusal) || error;
  } finally {
    stop.dispose();
  }
  const era: Era = client.getProtocolEra() === 'modern' ? 'stateless' : 'stateful';
  return { client, transport, era, via: way.via };
}

function makeTransport(
  sdk: typeof import('@modelcontextprotocol/client'),
  spec: ServerSpec,
  way: Way,
  options: OpenOptions,
): Transport {
  if (spec.kind === 'stdio') return new StdioTransport(spec.spawn, options.log);
  if (spec.kind === 'acp') return new AcpTransport(spec.call, spec.serverId);
  const init = {
    requestInit: { headers: { ...spec.headers } },
    ...(options.auth ? { authProvider: options.auth } : {}),
  };
  return way.via === 'sse'
    ? new sdk.SSEClientTransport(new URL(spec.url), init)
    : new sdk.StreamableHTTPClientTransport(new URL(spec.url), init);
}
