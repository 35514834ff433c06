import { ExpectedError, errorMessage, isCancelled } from '../../base/errors.ts';
import { isRecord, type UnknownRecord } from '../../base/json.ts';
import type { ServerTool } from '../../mcp/serverItems.ts';
import { fullToolName } from '../../mcp/toolNames.ts';
import type { Tool, ToolContext, ToolResult } from '../tools/tool.ts';
import type { CheckArguments } from './argumentCheck.ts';
import { clean, toToolResult } from './callResult.ts';
import { FROM_CLIENT } from './pooledServer.ts';
import type { ServerSlot } from './serverSlot.ts';

/** Characters of a description that a model is given of one tool. */
const MAX_DESCRIPTION = 4_000;
/** The server wants the person to visit an address first (2025-11-25). */
const URL_ELICITATION_REQUIRED = -32042;

export interface ServerToolSpec {
  readonly slot: ServerSlot;
  readonly tool: ServerTool;
  /** The name that providers take; see `providerNames`. */
  readonly alias: string;
  /** Repaired; see `repairSchema`. */
  readonly schema: UnknownRecord;
  readonly check: CheckArguments;
}

/** One tool of a server as every other tool of the pipeline. */
export function serverTool({ slot, tool, alias, schema, check }: ServerToolSpec): Tool<UnknownRecord> {
  const { server } = slot;
  const fullName = fullToolName(server.id, tool.name);
  const readOnly = tool.annotations?.readOnlyHint === true;
  const title = clean(tool.title ?? tool.annotations?.title ?? tool.name);
  return {
    name: alias,
    aliases: alias === fullName ? [] : [fullName],
    description: describeTool(tool),
    inputSchema: schema,
    kind: readOnly ? 'read' : 'other',
    source: server.source === FROM_CLIENT ? `${server.id}, ${FROM_CLIENT}` : server.id,
    parse(input) {
      const args = input ?? {};
      if (!isRecord(args)) return { ok: false, message: 'The arguments must be an object.' };
      const wrong = check(args);
      return wrong === undefined
        ? { ok: true, input: args }
        : { ok: false, message: `The arguments do not fit ${tool.name}: ${wrong}` };
    },
    present: () => ({ title: `${server.id}: ${title}`, kind: readOnly ? 'read' : 'other' }),
    // The hint decides what may run beside it; it answers no permission question (B1).
    claims: () => (readOnly ? { readOnly: true } : { exclusive: true }),
    subject: (input) => ({ kind: 'other', text: JSON.stringify(input), readOnly }),
    identity: (input) => ({ name: fullName, input }),
    withIdentityInput: (_input, rewritten) => rewritten,
    execute: (input, context) => callServer(slot, tool, input, context),
  };
}

/** The description as models get it: the server's words, in bounds, nothing hidden in them. */
export function describeTool(tool: ServerTool): string {
  const text = clean(tool.description ?? tool.title ?? '').trim();
  return text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION)} …` : text || tool.name;
}

/** Calls a tool; connects its server first. A failure is a result that the model can react to (M9). */
export async function callServer(
  slot: ServerSlot,
  tool: ServerTool,
  args: UnknownRecord,
  context: Pick<ToolContext, 'signal' | 'present'>,
): Promise<ToolResult> {
  const { server } = slot;
  try {
    const result = await slot.use(
      (connection) =>
        connection.callTool(
          tool,
          { ...args },
          {
            signal: context.signal,
            timeoutMs: server.toolTimeoutMs,
            onProgress: (progress) => context.present({ title: progressTitle(server.id, tool, progress) }),
          },
        ),
      context.signal,
    );
    return toToolResult(result, server.redact);
  } catch (error) {
    if (isCancelled(error)) throw error;
    return { text: server.redact(failureText(slot, tool, error)), isError: true };
  }
}

function progressTitle(
  server: string,
  tool: ServerTool,
  {
    progress,
    total,
    message,
  }: { readonly progress: number; readonly total?: number; readonly message?: string },
): string {
  const count = total ? `${Math.round((progress / total) * 100)} %` : String(progress);
  return `${server}: ${clean(tool.title ?? tool.name)} (${message ? `${clean(message).slice(0, 120)}, ` : ''}${count})`;
}

/** Begins with what went wrong, then says whether another try makes sense. */
function failureText(slot: ServerSlot, tool: ServerTool, error: unknown): string {
  if (error instanceof ExpectedError && ['mcp-unavailable', 'not-approved'].includes(error.code))
    return error.message;
  if (error instanceof ExpectedError && error.code === 'timeout')
    return `${tool.name}: ${error.message}. The call was cancelled; raise \`tool_timeout_seconds\` when it needs longer.`;
  const { code } = error as { code?: unknown };
  if (code === URL_ELICITATION_REQUIRED)
    return `${tool.name}: the person has to visit an address of the server first. ${errorMessage(error)}`;
  // A number is the server's own answer; anything else is the connection.
  if (typeof code === 'number' && slot.open) return `${tool.name}: ${errorMessage(error)}`;
  const failure = slot.describe(error);
  return `${tool.name}: ${failure.reason}. ${failure.remedy}`;
}
