import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createPermissions } from '../../../../src/agent/permissions/decide.ts';
import { decideInput, testHost } from './decideInput.ts';

/** One question about a line is about all in it that asks: a yes to it is a yes to all of that. */
const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'vakil-question-')));
const cwd = path.join(home, 'project');
for (const folder of ['in', '.vscode']) mkdirSync(path.join(cwd, folder), { recursive: true });
for (const file of ['a', 'in/x', 'in/b.ts', '.env', '../secret', '../other'])
  writeFileSync(path.join(cwd, file), 'x');
symlinkSync('../secret', path.join(cwd, 'out'));
symlinkSync('../../other', path.join(cwd, 'in/out'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const decide = createPermissions(testHost(home));
const decided = (line: string, change: Parameters<typeof decideInput>[0] = {}) =>
  decide(decideInput({ cwd, roots: [cwd], ...change, subject: { kind: 'command', line } }));

const secret = path.join(home, 'secret');
const other = path.join(home, 'other');

describe('a question names each reason', () => {
  test.each<[string, string, readonly string[], readonly string[]]>([
    ['a rule alone', 'cat a', ['Bash(cat *)'], ['the ask rule Bash(cat *) holds']],
    [
      'a rule and a place',
      'cat out',
      ['Bash(cat *)'],
      ['the ask rule Bash(cat *) holds', `${secret} is outside the workspace`],
    ],
    [
      'two places',
      'cat out in/out',
      [],
      [`${secret} is outside the workspace`, `${other} is outside the workspace`],
    ],
    ['one place in two commands', 'cat out; wc out', [], [`${secret} is outside the workspace`]],
    [
      'what configures the agent, and a place',
      'cat out > .vscode/x',
      [],
      ['.vscode/x configures the agent itself or its project', `${secret} is outside the workspace`],
    ],
  ])('%s', async (_title, line, ask, reasons) =>
    expect(await decided(line, { ask: [...ask] })).toMatchObject({
      outcome: 'ask',
      because: reasons.join('; '),
    }),
  );
});

test('a question spells out three reasons, and carries every place', async () => {
  const decision = await decided('cat out in/out /a /b /c');
  expect(decision).toMatchObject({
    because: `${[secret, other, '/a'].map((file) => `${file} is outside the workspace`).join('; ')}; and 2 more like these`,
  });
  expect(decision.outcome === 'ask' && decision.places?.size).toBe(5);
});

describe('a question carries each place that it is about', () => {
  test.each<[string, string, Record<string, string>]>([
    ['none inside', 'touch a', {}],
    ['one by a link', 'cat out', { out: secret }],
    ['those that a pattern meets', 'cat out in/*', { out: secret, 'in/out': other }],
    ['one behind another that configures', 'touch .vscode/x out', { '.vscode/x': '.vscode/x', out: secret }],
  ])('%s', async (_title, line, places) => {
    const decision = await decided(line);
    const found = decision.outcome === 'ask' ? [...(decision.places ?? [])] : undefined;
    const expected = Object.entries(places).map(([named, real]) => [
      path.join(cwd, named),
      path.resolve(cwd, real),
    ]);
    expect(found).toEqual(expected);
  });

  test('offers to store a rule only when places alone ask', async () => {
    const always = async (line: string, ask: string[] = []) => {
      const decision = await decided(line, { ask });
      return decision.outcome === 'ask' && decision.always !== undefined;
    };
    expect([
      await always('touch out'),
      await always('touch out in/out'),
      await always('touch out', ['Bash(touch *)']),
      await always('touch out .vscode/x'),
    ]).toEqual([true, true, false, false]);
  });
});

test.each<[string, string, string[]]>([
  ['an ask rule', 'cat .env', ['Bash(cat *)']],
  ['a place outside', 'cat out .env', []],
  ['what configures the agent', 'touch .vscode/x; cat .env', []],
])('a denied file is denied, also behind %s', async (_title, line, ask) =>
  expect((await decided(line, { ask, deny: ['Read(.env)'] })).outcome).toBe('deny'),
);
