import { createHash } from 'node:crypto';
import path from 'node:path';
import { type Redact, redactor } from '../../mcp/redaction.ts';
import type { ServerProcess } from '../../mcp/serverProcess.ts';
import type { ServerSpec } from '../../mcp/serverSpec.ts';
import type { Host } from '../host/host.ts';
import type { ServerDefinition } from '../inventory/catalogue.ts';
import type { ClientServer } from './mcpServers.ts';
import { holdToApproval } from './notApproved.ts';
import type { ServerPowers } from './serverPowers.ts';

/** A server as the pool runs it, whoever defined it. */
export interface PooledServer {
  readonly id: string;
  /** Short word for people: `project`, `plugin:review`, `from the editor`. */
  readonly source: string;
  readonly fromClient: boolean;
  readonly transport: 'stdio' | 'http' | 'sse' | 'acp';
  /** What the person agreed to; a server that is agreed to anew is another one. */
  readonly approvedContent?: string;
  /** SHA-256 of the definition; the key of its kept catalogue. Two servers with one hash are alike. */
  readonly hash: string;
  /** The program or the address, for messages. */
  readonly target: string;
  /** The address to sign in at; undefined for other transports. */
  readonly url?: string;
  readonly required: boolean;
  readonly disabled: boolean;
  /** The server's own names to offer; undefined means all. */
  readonly tools?: readonly string[];
  readonly startupTimeoutMs: number;
  readonly toolTimeoutMs: number;
  readonly redact: Redact;
  /** Its catalogue may be kept on disk: it means the same in another conversation. */
  readonly keeps: boolean;
  /** How it is reached; `started` hears of each process. */
  spec(started: (process: ServerProcess, searchPath: string) => void): ServerSpec;
}

/** A client names no limits: those of a file count. */
const STARTUP_TIMEOUT_MS = 30_000;
const TOOL_TIMEOUT_MS = 300_000;
export const FROM_CLIENT = 'from the editor';

/** A server of the catalogue, on the machine of the conversation. */
export function fromDefinition(
  definition: ServerDefinition,
  host: Host,
  cwd: string,
  roots: readonly string[],
): PooledServer {
  const { command, args, url, env, headers } = definition;
  const folder = definition.cwd ?? cwd;
  const common = {
    id: definition.id,
    source: definition.source,
    fromClient: false,
    transport: definition.type,
    required: definition.required,
    disabled: definition.disabled,
    startupTimeoutMs: definition.startupTimeoutMs,
    toolTimeoutMs: definition.toolTimeoutMs,
    redact: redactor({ ...env, ...headers }, [...roots, cwd, host.environment.home]),
    keeps: true,
    hash: hashOf({
      type: definition.type,
      command,
      args,
      env,
      url,
      headers,
      cwd: command ? folder : undefined,
    }),
    ...(definition.tools ? { tools: definition.tools } : {}),
    ...(definition.approvedContent ? { approvedContent: definition.approvedContent } : {}),
  };
  if (definition.type === 'stdio') {
    const program = { command: command ?? '', args, env };
    const mayStart = () => holdToApproval(definition, host, cwd);
    return {
      ...common,
      target: command ?? '',
      spec: (started) => stdioSpec(program, host, folder, started, mayStart),
    };
  }
  const address = url ?? '';
  return {
    ...common,
    target: address,
    url: address,
    spec: () =>
      definition.type === 'sse'
        ? { kind: 'sse', url: address, headers }
        : { kind: 'http', url: address, headers, orSse: definition.typeAssumed },
  };
}

/** A server that the client handed over; `id` is free of clashes. Undefined when this agent can't reach its kind. */
export function fromClient(
  id: string,
  server: ClientServer,
  host: Host,
  cwd: string,
  roots: readonly string[],
  powers: ServerPowers,
): PooledServer | undefined {
  const common = {
    id,
    source: FROM_CLIENT,
    fromClient: true,
    transport: server.kind,
    required: false,
    disabled: false,
    startupTimeoutMs: STARTUP_TIMEOUT_MS,
    toolTimeoutMs: TOOL_TIMEOUT_MS,
    hash: hashOf({ ...server, cwd: server.kind === 'stdio' ? cwd : undefined }),
  };
  const open = [...roots, cwd, host.environment.home];
  switch (server.kind) {
    case 'stdio':
      return {
        ...common,
        target: server.command,
        keeps: true,
        redact: redactor(server.env, open),
        spec: (started) => stdioSpec(server, host, cwd, started),
      };
    case 'http':
    case 'sse': {
      const { url, headers, kind } = server;
      return {
        ...common,
        target: url,
        url,
        keeps: true,
        redact: redactor(headers, open),
        spec: () => (kind === 'sse' ? { kind, url, headers } : { kind, url, headers, orSse: false }),
      };
    }
    case 'acp': {
      const call = powers.callOverAcp;
      if (!call) return undefined;
      const { serverId } = server;
      return {
        ...common,
        target: server.name,
        // Its id is made for this one session.
        keeps: false,
        redact: (text) => text,
        spec: () => ({ kind: 'acp', serverId, call }),
      };
    }
  }
}

/** Starts on the executor's machine in its working folder; a relative program is looked up from there (M3). */
function stdioSpec(
  program: {
    readonly command: string;
    readonly args: readonly string[];
    readonly env: Readonly<Record<string, string>>;
  },
  host: Host,
  cwd: string,
  started: (process: ServerProcess, searchPath: string) => void,
  mayStart?: () => Promise<void>,
): ServerSpec {
  const isRelative = /[\\/]/.test(program.command) && !path.isAbsolute(program.command);
  const command = isRelative ? path.resolve(cwd, program.command) : program.command;
  return {
    kind: 'stdio',
    async spawn() {
      const env = await host.environment.forChild(program.env);
      await mayStart?.();
      const child = host.processes.spawn({ command, args: program.args, cwd, env, stdin: 'pipe' });
      started(child, env['PATH'] ?? env['Path'] ?? '');
      return child;
    },
  };
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
