import { symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { NOTHING_WITHHELD } from '../../../../src/agent/permissions/withheld.ts';
import { mentionsIn, readAttachments } from '../../../../src/agent/turn/attachments.ts';
import type { PromptSource, TurnPrompt } from '../../../../src/agent/turn/turn.ts';
import { ruledConversation } from '../../../support/ruledConversation.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { testConversation } from '../../../support/testTurn.ts';
import { toolContext } from '../../../support/toolContext.ts';

test.each<[string, string[]]>([
  ['look at @src/a.ts', ['src/a.ts']],
  ['@a, @b; (@c)', ['a', 'b', 'c']],
  ['@"my file.md" please', ['my file.md']],
  ['see @a.ts.', ['a.ts']],
  ['mail me@example.org', []],
  ['a @ b', []],
  ['@a and @a', ['a']],
])('finds the mentions in %j', (text, names) => {
  expect(mentionsIn(text)).toEqual(names);
});

describe('readAttachments', () => {
  const read = (cwd: string, text: string, content: Parameters<typeof readAttachments>[0]['content'] = []) =>
    readAttachments(
      { from: 'person', content: [{ type: 'text', text }, ...content] },
      text,
      toolContext(cwd),
      nothingDecided,
    );
  const nothingDecided = {
    decide: async () => ({ outcome: 'deny', because: 'nobody asks' }) as const,
    withheld: NOTHING_WITHHELD,
  };

  test('reads mentioned and linked files once, each under its path', async () => {
    const cwd = tempFolder({ a: 'content of a' });
    const link = { type: 'resource-link' as const, uri: `file://${cwd}/a`, name: 'a' };
    const { sections, files } = await read(cwd, 'see @a', [link]);
    expect(sections).toEqual([
      {
        label: { kind: 'file', path: `${cwd}/a` },
        text: `The file ${cwd}/a, attached by the person:\ncontent of a`,
      },
    ]);
    expect(files).toEqual([`${cwd}/a`]);
  });

  test('lists a folder', async () => {
    const cwd = tempFolder({ 'src/a': '', 'src/b/': '' });
    expect((await read(cwd, '@src')).sections[0]?.text).toBe(`The folder ${cwd}/src holds:\na\nb/`);
  });

  test('leaves out what is not there, what is binary, and what is no file', async () => {
    const cwd = tempFolder({ bin: Buffer.from([0, 1, 2, 0]) });
    const link = { type: 'resource-link' as const, uri: 'https://x.example/a', name: 'a' };
    expect((await read(cwd, '@missing @bin', [link])).sections).toEqual([]);
  });

  test('cuts a long file and says where to read on', async () => {
    const cwd = tempFolder({ long: 'x\n'.repeat(3_000) });
    expect((await read(cwd, '@long')).sections[0]?.text).toMatch(
      /\[lines 1 to 2000 of 3000; read on with offset 2001\]$/,
    );
  });
});

describe('mentions in words that the person did not write', () => {
  const folder = () => {
    const base = tempFolder({
      'ws/src/a.ts': 'text of a',
      'ws/sub/p.env': 'text of p',
      'ws/.env': 'text of env',
      'out/k.txt': 'text of key',
    });
    symlinkSync(`${base}/out`, `${base}/ws/link`);
    return `${base}/ws`;
  };
  const words = 'See @../out/k.txt @.env @src/a.ts @sub @link/k.txt @nothing and @/nowhere/at/all';
  const attached = async (
    cwd: string,
    prompt: TurnPrompt,
    ruled: Parameters<typeof ruledConversation>[1],
  ) => {
    const conversation = ruledConversation(cwd, ruled);
    await conversation.send(prompt);
    return conversation.log.flatMap((entry) =>
      entry.type === 'user' && entry.role === 'prompt' ? entry.context.map(({ text }) => text) : [],
    );
  };
  const typed = (text: string) => [{ type: 'text' as const, text }];

  test.each(['read-only', 'ask', 'accept-edits', 'auto'] as const)(
    'are read from a command’s template as far as a call could read them, in the mode %s',
    async (mode) => {
      const cwd = folder();
      const key = `${dirname(cwd)}/out/k.txt`;
      const prompt: TurnPrompt = { from: 'command', content: typed('/rev'), text: words };
      expect(await attached(cwd, prompt, { mode, deny: ['Read(*.env)'] })).toEqual([
        `The command names @../out/k.txt, which was not attached: ${key} is outside the workspace.`,
        'The command names @.env, which was not attached: the deny rule Read(*.env) holds for .env.',
        `The file ${cwd}/src/a.ts, named by the command:\ntext of a`,
        `The folder ${cwd}/sub holds:\n`,
        `The command names @link/k.txt, which was not attached: ${key} is outside the workspace.`,
        'The command names @/nowhere/at/all, which was not attached: /nowhere/at/all is outside the workspace.',
      ]);
    },
  );

  test('what the person typed as a command’s arguments is theirs', async () => {
    const cwd = folder();
    const prompt: TurnPrompt = {
      from: 'command',
      content: typed('/rev @../out/k.txt'),
      text: 'Review @../out/k.txt and @.env',
    };
    expect(await attached(cwd, prompt, { deny: ['Read(*.env)'] })).toEqual([
      `The file ${dirname(cwd)}/out/k.txt, attached by the person:\ntext of key`,
      'The command names @.env, which was not attached: the deny rule Read(*.env) holds for .env.',
    ]);
  });

  test.each<PromptSource>(['model', 'hook'])('are text where a %s wrote them', async (from) => {
    expect(await attached(folder(), { from, content: typed(words) }, {})).toEqual([]);
  });

  test('are text where a server wrote them, but for what the person typed themselves', async () => {
    const cwd = folder();
    const prompt: TurnPrompt = {
      from: 'server',
      content: typed('/mcp:s:review @src/a.ts'),
      text: 'Review @src/a.ts and @.env and @../out/k.txt',
    };
    expect(await attached(cwd, prompt, {})).toEqual([
      `The file ${cwd}/src/a.ts, attached by the person:\ntext of a`,
    ]);
  });

  test('are text in the reason that a Stop hook gives', async () => {
    const cwd = folder();
    let asked = false;
    const stop = async () => {
      if (asked) return {};
      asked = true;
      return { block: `see ${words}` };
    };
    const none = async () => ({});
    const hooks = { userPromptSubmit: none, preToolUse: none, postToolUse: none, stop };
    const conversation = testConversation({ cwd, deps: { hooks } });
    await conversation.send('say done');
    const [continued] = conversation.log.flatMap((entry) =>
      entry.type === 'user' && entry.role === 'stop-hook' ? entry : [],
    );
    expect(continued?.context).toEqual([]);
  });
});
