import { ExpectedError } from '../../../base/errors.ts';
import { nearest } from '../../../base/nearest.ts';
import { stripControlCharacters } from '../../tools/controlCharacters.ts';
import type { Tool } from '../../tools/tool.ts';
import { type AskedCall, type Call, fail, type PreparedCall } from './call.ts';
import type { Stage, StageContext } from './stage.ts';

/** Finds the tool and checks the input against its schema. */
export const validate: Stage<'asked'> = {
  name: 'validate',
  takes: 'asked',
  async run(call, context) {
    try {
      const listed = findTool(context.tools, call.tool);
      const tool = listed ?? (await context.deps.findTool?.(call.tool, context.signal));
      if (!tool) return fail(call, unknownTool(call.tool, context.tools));
      const checked = await check(call, tool, context.signal);
      if (checked.kind === 'prepared' && checked.tool !== listed) show(checked, context);
      return checked;
    } catch (error) {
      // The server behind the name is not there: the model is told why.
      if (error instanceof ExpectedError) return fail(call, error.message);
      throw error;
    }
  },
};

/** The card of a tool that was looked up only now was shown before anything was known of it. */
function show({ callId, tool, input }: PreparedCall, { input: { cwd }, emit }: StageContext): void {
  const { title, kind, meta, ...shown } = tool.present(input, cwd);
  emit({
    kind: 'tool-call',
    callId,
    title: stripControlCharacters(title),
    toolKind: kind ?? tool.kind,
    ...shown,
    meta: { ...meta, ...(tool.source ? { source: tool.source } : {}) },
  });
}

async function check(call: AskedCall, tool: Tool, signal: AbortSignal): Promise<Call> {
  if (call.raw !== undefined)
    return fail(
      call,
      `Invalid input for ${tool.name}: it is no valid JSON. It was: ${call.raw.slice(0, 500)}`,
    );
  const ready = await bind(tool, call.input, signal);
  if (!ready.ok) return fail(call, `Invalid input for ${tool.name}: ${ready.message}`);
  return {
    kind: 'prepared',
    callId: call.callId,
    tool: ready.tool,
    input: ready.input,
    source: call.input,
    rewritten: false,
    claims: undefined,
    context: [],
  };
}

type Bound =
  | { readonly ok: true; readonly tool: Tool; readonly input: unknown }
  | { readonly ok: false; readonly message: string };

/** The tool that really runs, with its input: what hooks and rules see is what will be called. */
async function bind(tool: Tool, source: unknown, signal: AbortSignal): Promise<Bound> {
  const parsed = tool.parse(source);
  const bound = parsed.ok ? await tool.bind?.(parsed.input, signal) : undefined;
  const again = bound?.parse(source) ?? parsed;
  return again.ok ? { ...again, tool: bound ?? tool } : again;
}

/** The tool of that name, else the one with that alias. */
export function findTool(tools: readonly Tool[], name: string): Tool | undefined {
  return tools.find((tool) => tool.name === name) ?? tools.find((tool) => tool.aliases.includes(name));
}

function unknownTool(name: string, tools: readonly Tool[]): string {
  const names = tools.map((tool) => tool.name);
  const near = nearest(name, names);
  return near.length > 0
    ? `There is no tool "${name}". Did you mean ${near.join(' or ')}?`
    : `There is no tool "${name}". There are: ${names.join(', ')}.`;
}

/** The call with another input, checked again; settled when it does not fit. */
export async function revalidate(call: PreparedCall, source: unknown, signal: AbortSignal): Promise<Call> {
  const ready = await bind(call.tool, source, signal);
  if (!ready.ok)
    return fail(call, `Invalid input for ${call.tool.name} after a hook rewrote it: ${ready.message}`);
  return { ...call, tool: ready.tool, input: ready.input, source, rewritten: true };
}
