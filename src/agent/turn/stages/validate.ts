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
      const tool = findTool(context.tools, call.tool) ?? (await findUnlisted(call, context));
      return tool ? check(call, tool) : fail(call, unknownTool(call.tool, context.tools));
    } catch (error) {
      // The server behind the name is not there: the model is told why.
      if (error instanceof ExpectedError) return fail(call, error.message);
      throw error;
    }
  },
};

/** A tool that is not on offer but can be called; its card was shown before anything was known of it. */
async function findUnlisted(call: AskedCall, { deps, input, emit, signal }: StageContext) {
  const tool = await deps.findTool?.(call.tool, signal);
  const parsed = tool?.parse(call.input);
  if (!tool || !parsed?.ok) return tool;
  const { title, kind, meta, ...shown } = tool.present(parsed.input, input.cwd);
  emit({
    kind: 'tool-call',
    callId: call.callId,
    title: stripControlCharacters(title),
    toolKind: kind ?? tool.kind,
    ...shown,
    meta: { ...meta, ...(tool.source ? { source: tool.source } : {}) },
  });
  return tool;
}

function check(call: AskedCall, tool: Tool): Call {
  if (call.raw !== undefined)
    return fail(
      call,
      `Invalid input for ${tool.name}: it is no valid JSON. It was: ${call.raw.slice(0, 500)}`,
    );
  const parsed = tool.parse(call.input);
  if (!parsed.ok) return fail(call, `Invalid input for ${tool.name}: ${parsed.message}`);
  return {
    kind: 'prepared',
    callId: call.callId,
    tool,
    input: parsed.input,
    source: call.input,
    rewritten: false,
    claims: undefined,
    context: [],
  };
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
export function revalidate(call: PreparedCall, source: unknown): Call {
  const parsed = call.tool.parse(source);
  if (!parsed.ok)
    return fail(call, `Invalid input for ${call.tool.name} after a hook rewrote it: ${parsed.message}`);
  return { ...call, input: parsed.input, source, rewritten: true };
}
