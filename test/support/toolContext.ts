import { NOTHING_WITHHELD } from '../../src/agent/permissions/withheld.ts';
import type { Tool, ToolContext, ToolPresentation, ToolResult } from '../../src/agent/tools/tool.ts';
import { ConversationToolState } from '../../src/agent/tools/toolState.ts';
import { noDocuments, noSandbox, testHost } from './testTurn.ts';

export interface TestToolContext extends ToolContext {
  readonly outputs: string[];
  readonly presented: Partial<ToolPresentation>[];
  readonly saved: string[];
  readonly state: ConversationToolState;
}

/** What a tool gets in a test: real files and processes below `cwd`, and a note of all it shows. */
export function toolContext(cwd: string, more: Partial<ToolContext> = {}): TestToolContext {
  const host = testHost(cwd);
  const outputs: string[] = [];
  const presented: Partial<ToolPresentation>[] = [];
  const saved: string[] = [];
  return {
    sessionId: 'session',
    callId: 'call',
    cwd,
    roots: [cwd],
    host,
    sandbox: noSandbox(host),
    documents: noDocuments,
    signal: new AbortController().signal,
    withheld: NOTHING_WITHHELD,
    beforeChange: async (changes) => void saved.push(...changes.map((change) => change.path)),
    output: (text) => void outputs.push(text),
    present: (update) => void presented.push(update),
    ...more,
    state: new ConversationToolState(),
    outputs,
    presented,
    saved,
  };
}

/** Runs a tool as the pipeline would: input parsed first. An input that does not fit is a failed result. */
export async function callTool(tool: Tool, input: unknown, context: ToolContext): Promise<ToolResult> {
  const parsed = tool.parse(input);
  return parsed.ok ? tool.execute(parsed.input, context) : { text: parsed.message, isError: true };
}
