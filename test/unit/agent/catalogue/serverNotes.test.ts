import { expect, test } from 'vitest';
import { serverNotes } from '../../../../src/agent/catalogue/serverNotes.ts';
import { trustFolder } from '../../../../src/agent/catalogue/trustFolder.ts';
import { catalogueWorld } from '../../../support/catalogueWorld.ts';

const rulesOf = (text: string) => ({ allow: [{ text, path: '/home/me/c.toml', layer: 'user' as const }] });

test.each<[string, boolean]>([
  ['mcp__github__*', true],
  ['mcp__github__get(*)', true],
  ['mcp__*', true],
  ['*', true],
  ['mcp__git*__get', true],
  ['mcp__github', false],
  ['mcp__gitlab__*', false],
  ['Bash(mcp__github__x)', false],
])('the allow rule %s counts for a server github: %s', (rule, counts) => {
  expect(serverNotes('github', new Set(), rulesOf(rule))).toEqual(
    counts ? [`Your allow rules count for its tools, without a question: ${rule}.`] : [],
  );
});

test('who is asked about a project’s server learns that it takes the place of theirs, and their rules', async () => {
  const world = await catalogueWorld({
    'config/config.toml':
      '[permissions]\nallow = ["mcp__github__*"]\n[mcp.servers.github]\ncommand = "mine"\n',
    'project/.vak/config.toml': '[mcp.servers.github]\ncommand = "theirs"\n',
  });
  const notes = [
    'It takes the place of your own server github.',
    'Your allow rules count for its tools, without a question: mcp__github__*.',
  ];
  const { items, servers } = await world.build();
  expect(items.find((i) => i.state === 'untrusted')?.approval?.notes).toEqual(notes);
  expect(servers.map((s) => s.command)).toEqual(['mine']);
  expect((await trustFolder(world.host, world.project)).items.map((i) => i.notes)).toEqual([notes]);
  expect((await world.build()).servers.map((s) => s.command)).toEqual(['theirs']);
});
