import path from 'node:path';
import { expect, test } from 'vitest';
import { editorSettings } from '../../../../src/agent/config/editorSettings.ts';
import { catalogueWorld } from '../../../support/catalogueWorld.ts';

async function unreadIn(files: Readonly<Record<string, string>>) {
  const world = await catalogueWorld(files);
  const { config } = await world.build();
  return config.permissions.unread?.map((each) => `${path.basename(each.path)}:${each.line ?? ''}`);
}
const user = (text: string) => unreadIn({ 'config/config.toml': text });

test.each([
  ['a text in place of a list', '[permissions]\ndeny = "Bash(touch *)"\n', ['config.toml:2']],
  ['a number among the rules', '[permissions]\nask = ["Bash", 7]\n', ['config.toml:2']],
  ['what is no rule', '[permissions]\ndeny = ["Bash(touch *"]\n', ['config.toml:2']],
  ['an empty pattern', '[permissions]\ndeny = ["Bash( )"]\n', ['config.toml:2']],
  ['a text in place of the table', 'permissions = "deny"\n', ['config.toml:1']],
  ['a file that is no TOML', 'model = "a/b"\n[permissions\ndeny = ["Bash"]\n', ['config.toml:2']],
])('%s leaves rules unread, with their place', async (_what, text, expected) => {
  expect(await user(text)).toEqual(expected);
});

test.each([
  ['no rules', 'max_turns = 3\n'],
  ['rules', '[permissions]\ndeny = ["Bash(touch *)", "mcp__*"]\nask = []\n'],
  ['an allow rule of a wrong shape', '[permissions]\nallow = "Bash"\n'],
  ['something else that is wrong', 'max_turns = "many"\n[permissions]\ndeny = ["Bash"]\n'],
  ['an empty file', ''],
])('%s leave nothing unread', async (_what, text) => {
  expect(await user(text)).toBeUndefined();
});

test('those of a project count too', async () => {
  const yaml = 'permissions:\n  deny: Bash\n';
  expect(await unreadIn({ 'project/.vak/config.yaml': yaml })).toEqual(['config.yaml:2']);
});

test('those of the editor’s settings count too', () => {
  expect(editorSettings({ permissions: { deny: 'Bash' } }).unread).toEqual([
    { path: 'settings.json', line: 1 },
  ]);
});

test('a file that can not be opened counts as one', async () => {
  expect(await unreadIn({ 'config/config.toml/folder': '' })).toEqual(['config.toml:']);
});
