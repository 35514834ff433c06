import { z } from 'zod';
import { raceAbort } from '../../base/abort.ts';
import { ExpectedError, isCancelled } from '../../base/errors.ts';
import type { UnknownRecord } from '../../base/json.ts';
import { showUnseen } from '../../base/unseenText.ts';
import { fullToolName } from '../../mcp/toolNames.ts';
import type { Tool, ToolContext, ToolResult } from '../tools/tool.ts';
import description from './metaTool.md';

/** What the meta-tool needs of the pool. */
export interface MetaToolDeps {
  /** The answer to `list`; waits for servers that were never listed, within the budget of a turn. */
  list(server: string | undefined, all: boolean, signal: AbortSignal): Promise<string>;
  /** A tool that is known now, by the server's own name or its alias. Starts nothing. */
  known(server: string, tool: string): Tool | undefined;
  /** As `known`, connecting the server first. Rejects with `ExpectedError` when there is none. */
  find(server: string, tool: string, signal: AbortSignal): Promise<Tool>;
}

const InputSchema = z.strictObject({
  action: z.enum(['list', 'describe', 'call']),
  server: z.string().optional(),
  tool: z.string().optional(),
  arguments: z.record(z.string(), z.unknown()).optional(),
  all: z.boolean().optional(),
});
type Input = z.infer<typeof InputSchema>;

/** As the model gets it: small, however many servers there are (M8). */
const JSON_SCHEMA = {
  type: 'object',
  properties: {
    action: { enum: ['list', 'describe', 'call'] },
    server: { type: 'string' },
    tool: { type: 'string' },
    arguments: { type: 'object' },
    all: { type: 'boolean' },
  },
  required: ['action'],
};

/**
 * One small tool for all servers. Rules, hooks and logs see a call through it as the inner tool with
 * the inner arguments; what it claims is what that tool claims.
 */
export function metaTool(deps: MetaToolDeps): Tool<Input> {
  const inner = (input: Input) => innerCall(deps, input);
  return {
    name: 'mcp',
    aliases: [],
    description: description.trim(),
    inputSchema: JSON_SCHEMA,
    kind: 'other',
    parse: (raw) => parseInput(deps, raw),
    bind: (input, signal) => bind(deps, input, signal),
    present(input, cwd) {
      const call = inner(input);
      if (call) return call.tool.present(call.input, cwd);
      const target = showUnseen([input.server, input.tool].filter(Boolean).join(': '));
      return { title: `mcp ${input.action}${target ? ` ${target}` : ''}`, kind: 'other' };
    },
    claims(input, cwd) {
      if (input.action !== 'call') return { readOnly: true };
      const call = inner(input);
      // A tool that is not known yet may change anything.
      return call ? call.tool.claims(call.input, cwd) : { exclusive: true };
    },
    subject(input, cwd) {
      if (input.action !== 'call') return { kind: 'none' };
      const call = inner(input);
      const text = JSON.stringify(input.arguments ?? {});
      return call ? call.tool.subject(call.input, cwd) : { kind: 'other', text };
    },
    identity: (input) => identityOf(input, inner(input)?.tool),
    withIdentityInput: (input, rewritten) =>
      input.action === 'call' ? { ...input, arguments: rewritten } : rewritten,
    execute: (input, context) => run(deps, input, context),
  };
}

/** The meta-tool for calls of one tool: whatever the server lists by then, it calls what was decided about. */
async function bind(deps: MetaToolDeps, input: Input, signal: AbortSignal): Promise<Tool<Input> | undefined> {
  const { action, server = '', tool = '' } = input;
  if (action !== 'call') return undefined;
  const found = await raceAbort(deps.find(server, tool, signal), signal);
  const isBound = (id: string, name: string) => id === server && name === tool;
  return metaTool({
    ...deps,
    known: (id, name) => (isBound(id, name) ? found : undefined),
    find: (id, name, now) => (isBound(id, name) ? Promise.resolve(found) : deps.find(id, name, now)),
  });
}

function identityOf(
  input: Input,
  found: Tool | undefined,
): { readonly name: string; readonly input: unknown } {
  const { action, server, tool } = input;
  if (action !== 'call' || !server || !tool) return { name: 'mcp', input };
  const args = input.arguments ?? {};
  return found?.identity?.(args) ?? { name: fullToolName(server, tool), input: args };
}

/** The tool that a call goes to, when it is known already. */
function innerCall(
  deps: MetaToolDeps,
  input: Input,
): { readonly tool: Tool; readonly input: UnknownRecord } | undefined {
  if (input.action !== 'call' || !input.server || !input.tool) return undefined;
  const tool = deps.known(input.server, input.tool);
  return tool && { tool, input: input.arguments ?? {} };
}

/** Checks the inner arguments too, when the tool is known; else they are checked once it is. */
function parseInput(deps: MetaToolDeps, raw: unknown): ReturnType<Tool<Input>['parse']> {
  const parsed = InputSchema.safeParse(raw);
  if (!parsed.success) return { ok: false, message: z.prettifyError(parsed.error) };
  const input = parsed.data;
  if (input.action !== 'list' && (!input.server || !input.tool))
    return { ok: false, message: `"${input.action}" needs "server" and "tool".` };
  const call = innerCall(deps, input);
  const checked = call?.tool.parse(call.input);
  return checked && !checked.ok ? checked : { ok: true, input };
}

async function run(deps: MetaToolDeps, input: Input, context: ToolContext): Promise<ToolResult> {
  const { signal } = context;
  try {
    if (input.action === 'list') return { text: await deps.list(input.server, input.all === true, signal) };
    const decided = identityOf(input, innerCall(deps, input)?.tool).name;
    const tool = await raceAbort(deps.find(input.server ?? '', input.tool ?? '', signal), signal);
    if (input.action === 'describe') return { text: describeInner(tool) };
    if (identityOf(input, tool).name !== decided)
      return { text: `"${input.tool}" is another name of a tool: call it by its own name.`, isError: true };
    const checked = tool.parse(input.arguments ?? {});
    if (!checked.ok) return { text: checked.message, isError: true };
    return await tool.execute(checked.input, context);
  } catch (error) {
    if (isCancelled(error) || !(error instanceof ExpectedError)) throw error;
    return { text: error.message, isError: true };
  }
}

function describeInner(tool: Tool): string {
  return `${tool.description}\n\n${JSON.stringify(tool.inputSchema, undefined, 2)}`;
}
