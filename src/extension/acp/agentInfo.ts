import * as z from 'zod';
import { ExpectedError } from '../../base/errors.ts';
import { isRecord } from '../../base/json.ts';
import { type AuthMethod, InitializeSchema, readResponse } from './responses.ts';

/** The protocol version that is offered, exactly: routers of several versions answer a higher offer with theirs. */
export const PROTOCOL_VERSION = 1;

/** Who the agent is and what it can do. What is not advertised is never called. */
export interface AgentInfo {
  readonly name: string;
  readonly version: string;
  /** Our own agent: it knows the `_vak` methods. */
  readonly own: boolean;
  readonly can: {
    readonly load: boolean;
    readonly resume: boolean;
    readonly list: boolean;
    readonly delete: boolean;
    readonly close: boolean;
    readonly fork: boolean;
    readonly rename: boolean;
    readonly steer: boolean;
    readonly images: boolean;
    readonly embed: boolean;
  };
  readonly mcp: { readonly http: boolean; readonly sse: boolean; readonly acp: boolean };
  readonly authMethods: readonly AuthMethod[];
}

const SteeringSchema = z.object({ steering: z.object({ supported: z.literal(true) }) });

/** Reads the answer to `initialize`; fails when the agent speaks another version. */
export function readAgentInfo(answer: unknown, own: boolean): AgentInfo {
  const read = readResponse('initialize', InitializeSchema, answer);
  if (read.protocolVersion !== PROTOCOL_VERSION)
    throw new ExpectedError(
      'wrong-version',
      `The agent speaks version ${read.protocolVersion} of the Agent Client Protocol; this extension speaks version ${PROTOCOL_VERSION}.`,
      { detail: 'Choose another agent in the setting vak.agent.command, or another version of it.' },
    );
  const capabilities = read.agentCapabilities;
  const session = capabilities?.sessionCapabilities;
  const meta = isRecord(read._meta) ? read._meta : {};
  return {
    name: read.agentInfo?.title ?? read.agentInfo?.name ?? 'Agent',
    version: read.agentInfo?.version ?? '',
    own,
    can: {
      load: capabilities?.loadSession ?? false,
      resume: session?.resume ?? false,
      list: session?.list ?? false,
      delete: session?.delete ?? false,
      close: session?.close ?? false,
      fork: session?.fork ?? false,
      rename: session?.title ?? false,
      steer: [meta, capabilities?._meta ?? {}].some((m) => SteeringSchema.safeParse(m).success),
      images: capabilities?.promptCapabilities?.image ?? false,
      embed: capabilities?.promptCapabilities?.embeddedContext ?? false,
    },
    mcp: {
      http: capabilities?.mcpCapabilities?.http ?? false,
      sse: capabilities?.mcpCapabilities?.sse ?? false,
      acp: capabilities?.mcpCapabilities?.acp ?? false,
    },
    authMethods: read.authMethods,
  };
}
