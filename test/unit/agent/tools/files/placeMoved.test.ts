import { existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { results, ruledConversation } from '../../../../support/ruledConversation.ts';
import { tempFolder } from '../../../../support/tempFolder.ts';

const tree = { 'ws/d/f': 'inside\n', 'out/f': 'TOPSECRET\n' };
const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');

test.each<[string, object]>([
  ['read_file', { path: 'd/f' }],
  ['read_file', { path: 'd' }],
  ['read_file', { path: 'd/none' }],
  ['write_file', { path: 'd/new', content: 'x' }],
  ['write_file', { path: 'd/deep/new', content: 'x' }],
  ['write_file', { path: 'd/f', content: 'x' }],
  ['edit_file', { path: 'd/f', old_string: 'TOP', new_string: 'x' }],
  ['apply_patch', { patch: patch('*** Update File: d/f', '@@', '-TOPSECRET', '+x') }],
  ['apply_patch', { patch: patch('*** Delete File: d/f') }],
  ['apply_patch', { patch: patch('*** Update File: d/f', '*** Move to: moved') }],
  ['grep', { pattern: 'T', path: 'd' }],
  ['grep', { pattern: 'T', path: 'd/f' }],
  ['glob', { pattern: '*', path: 'd' }],
])('%s %j fails when its folder became a link after the decision', async (tool, input) => {
  const folder = tempFolder(tree);
  const afterDecision = () => {
    renameSync(`${folder}/ws/d`, `${folder}/was`);
    symlinkSync(`${folder}/out`, `${folder}/ws/d`);
  };
  const [text] = await results(ruledConversation(`${folder}/ws`, { afterDecision }), [tool, input]);
  expect(text).toMatch(/leads elsewhere by now: a part of the path is a link\. Call again/);
  expect(text).not.toContain('SECRET');
  expect([readdirSync(`${folder}/out`), readFileSync(`${folder}/out/f`, 'utf8')]).toEqual([
    ['f'],
    'TOPSECRET\n',
  ]);
  expect(existsSync(`${folder}/ws/moved`)).toBe(false);
});

test.each<[string, object]>([
  ['read_file', { path: 'x' }],
  ['write_file', { path: 'x', content: 'x' }],
  ['write_file', { path: 'new', content: 'x' }],
])('%s %j fails when the file became a link after the decision', async (tool, input) => {
  const folder = tempFolder({ 'ws/x': 'inside\n', 'out/f': 'TOPSECRET\n' });
  const afterDecision = () => {
    rmSync(`${folder}/ws/x`);
    symlinkSync(`${folder}/out/f`, `${folder}/ws/x`);
    symlinkSync(`${folder}/out/new`, `${folder}/ws/new`);
  };
  const [text] = await results(ruledConversation(`${folder}/ws`, { afterDecision }), [tool, input]);
  expect(text).toMatch(/leads elsewhere by now/);
  expect([readdirSync(`${folder}/out`), readFileSync(`${folder}/out/f`, 'utf8')]).toEqual([
    ['f'],
    'TOPSECRET\n',
  ]);
});

test('a link that stays is followed to where the decision saw it lead', async () => {
  const folder = tempFolder({ 'ws/src/a': 'text\n' });
  symlinkSync('src', `${folder}/ws/way`);
  symlinkSync('src/made', `${folder}/ws/dangling`);
  const conversation = ruledConversation(`${folder}/ws`, {});
  expect(
    await results(
      conversation,
      ['read_file', { path: 'way/a' }],
      ['write_file', { path: 'way/new/b', content: 'b' }],
      ['write_file', { path: 'dangling', content: 'c' }],
      ['grep', { pattern: 'text', path: 'way' }],
      ['edit_file', { path: 'way/a', old_string: 'text', new_string: 'changed' }],
    ),
  ).toEqual([
    'text',
    'Created way/new/b (1 lines).',
    'Created dangling (1 lines).',
    'way/a:1:text',
    'Changed way/a in line 1.',
  ]);
  expect(['a', 'new/b', 'made'].map((name) => readFileSync(`${folder}/ws/src/${name}`, 'utf8'))).toEqual([
    'changed\n',
    'b',
    'c',
  ]);
});

test.each<[string, object]>([
  ['write_file', { path: '.vscode/settings.json', content: '{}' }],
  ['bash', { command: 'echo {} > .vscode/settings.json' }],
])('a yes to %s %j is none for another place that its folder leads to by then', async (tool, input) => {
  const folder = tempFolder({
    'ws/swap.sh': 'rm -rf .vscode; ln -s ../out .vscode',
    'ws/.vscode/a': '',
    'out/f': '',
  });
  const conversation = ruledConversation(`${folder}/ws`, {});
  await conversation.send(`call bash {"command":"sh swap.sh"}\n& call ${tool} ${JSON.stringify(input)}`);
  const own = '.vscode/settings.json configures the agent itself or its project';
  expect(conversation.questions.map(({ decision }) => decision.because)).toEqual([
    own,
    `${own}, and ${folder}/out/settings.json is outside the workspace`,
  ]);
});

test('a yes is none for another place of the agent’s own files either', async () => {
  const folder = tempFolder({
    'ws/swap.sh': 'rm -rf .vak; ln -s .git .vak',
    'ws/.vak/a': '',
    'ws/.git/b': '',
  });
  const conversation = ruledConversation(`${folder}/ws`, {});
  await conversation.send('call bash {"command":"sh swap.sh"}\n& call bash {"command":"echo x > .vak/hook"}');
  const own = '.vak/hook configures the agent itself or its project';
  expect(conversation.questions.map(({ decision }) => decision.because)).toEqual([
    own,
    `${own}, and leads to ${folder}/ws/.git/hook`,
  ]);
});
