import { expect, test } from 'vitest';
import { z } from 'zod';
import { type MetaToolDeps, metaTool } from '../../../../src/agent/mcp/metaTool.ts';
import { defineTool } from '../../../../src/agent/tools/defineTool.ts';
import type { Tool } from '../../../../src/agent/tools/tool.ts';
import type { TurnHooks } from '../../../../src/agent/turn/turnHooks.ts';
import { ExpectedError } from '../../../../src/base/errors.ts';
import { type Ruled, results, ruledConversation } from '../../../support/ruledConversation.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

/** The server `fast` with one tool, known only once somebody looked for it; it answers to its full name too. */
function slowServer() {
  const ran: unknown[] = [];
  const remove: Tool = {
    ...defineTool({
      name: 'mcp__fast__delete',
      aliases: [],
      description: 'Deletes.',
      schema: z.object({ id: z.number() }),
      kind: 'other',
      present: () => ({ title: 'fast: delete' }),
      claims: () => ({ exclusive: true }),
      subject: (input) => ({ kind: 'other', text: JSON.stringify(input) }),
      execute: async (input) => {
        ran.push(input);
        return { text: 'deleted' };
      },
    }),
    identity: (input) => ({ name: 'mcp__fast__delete', input }),
    withIdentityInput: (_input, rewritten) => rewritten,
  };
  const names = ['delete', 'mcp__fast__delete'];
  const deps: MetaToolDeps & { started: boolean } = {
    started: false,
    list: async () => '',
    known: (server, tool) => (deps.started && server === 'fast' && names.includes(tool) ? remove : undefined),
    async find(server, tool) {
      deps.started = true;
      const found = deps.known(server, tool);
      if (!found) throw new ExpectedError('no-tool', `The MCP server "${server}" has no tool "${tool}".`);
      return found;
    },
  };
  return { meta: metaTool(deps) as Tool, ran };
}

async function call(tool: string, args: object, ruled: Ruled = {}) {
  const { meta, ran } = slowServer();
  const conversation = ruledConversation(tempFolder(), { tools: [meta], ...ruled });
  const texts = await results(conversation, [
    'mcp',
    { action: 'call', server: 'fast', tool, arguments: args },
  ]);
  return { texts, ran, questions: conversation.questions };
}

test.each(['delete', 'mcp__fast__delete'])(
  'a deny rule meets a tool that nobody knew yet, called %s',
  async (tool) => {
    expect(await call(tool, { id: 1 }, { deny: ['mcp__fast__delete'] })).toEqual({
      texts: ['Denied: the deny rule mcp__fast__delete holds'],
      ran: [],
      questions: [],
    });
  },
);

test.each(['delete', 'mcp__fast__delete'])(
  'a hook sees the tool that really runs, called %s, and rewrites its arguments',
  async (tool) => {
    const seen: unknown[] = [];
    const noOpinion = async () => ({});
    const hooks: TurnHooks = {
      userPromptSubmit: noOpinion,
      postToolUse: noOpinion,
      stop: noOpinion,
      preToolUse: async (hooked) => {
        seen.push(hooked.tool, hooked.input);
        return { rewrite: { input: { id: 2 } } };
      },
    };
    const { texts, ran } = await call(tool, { id: 1 }, { hooks });
    expect({ texts, ran, seen }).toEqual({
      texts: ['deleted'],
      ran: [{ id: 2 }],
      seen: ['mcp__fast__delete', { id: 1 }],
    });
  },
);

test('a question names the tool that really runs, and offers a rule for it', async () => {
  const { questions, texts } = await call('mcp__fast__delete', { id: 1 }, { mode: 'ask' });
  expect(texts).toEqual(['deleted']);
  expect(questions).toMatchObject([
    { tool: 'mcp__fast__delete', decision: { always: { rules: ['mcp__fast__delete'] } } },
  ]);
});

test('arguments are checked before anybody decides', async () => {
  const { texts, questions } = await call('delete', { id: 'one' }, { mode: 'ask' });
  expect([texts[0]?.startsWith('Invalid input for mcp:'), questions]).toEqual([true, []]);
});

test('a tool that is not there is said, and nothing is asked', async () => {
  const { texts, questions } = await call('drop', {}, { mode: 'ask' });
  expect([texts, questions]).toEqual([['The MCP server "fast" has no tool "drop".'], []]);
});

test('a tool that turns out to be another than was decided about does not run', async () => {
  const { meta, ran } = slowServer();
  const input = { action: 'call', server: 'fast', tool: 'mcp__fast__delete', arguments: { id: 1 } };
  const result = await meta.execute(input, { signal: new AbortController().signal } as never);
  expect([result, ran]).toEqual([
    { text: '"mcp__fast__delete" is another name of a tool: call it by its own name.', isError: true },
    [],
  ]);
});
