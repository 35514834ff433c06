import { expect, test } from 'vitest';
import { catalogueWorld } from '../../../support/catalogueWorld.ts';
import type { FileTree } from '../../../support/tempFolder.ts';

const OWN = 'config/agents/reviewer.yaml';
const THEIRS = { 'project/.vak/agents/reviewer.yaml': 'description: theirs\n' };

async function reviewer(files: FileTree): Promise<string> {
  const { agents } = await (await catalogueWorld(files)).build();
  const { description, maxTurns } = agents.find((a) => a.name === 'reviewer') ?? {};
  return [description, maxTurns].filter((x) => x !== undefined).join(' ');
}

test.each<[string, FileTree, string]>([
  [
    'of the user’s that limits its tools',
    { ...THEIRS, [OWN]: 'description: mine\ntools: [read_file]\n' },
    'mine',
  ],
  ['of the user’s with no servers', { ...THEIRS, [OWN]: 'description: mine\nmcp_servers: []\n' }, 'mine'],
  [
    'of the user’s with a limit of turns',
    { ...THEIRS, [OWN]: 'description: mine\nmax_turns: 3\n' },
    'mine 3',
  ],
  [
    'of the project’s before one of the user’s without limits',
    { ...THEIRS, [OWN]: 'description: mine\n' },
    'theirs',
  ],
  ['of the project’s before one that is broken', { ...THEIRS, [OWN]: 'tools: 3\n' }, 'theirs'],
  [
    'of the user’s first home, its own limits apart',
    {
      [OWN]: 'description: first\n',
      'config/../openvaala/agents/reviewer.yaml': 'description: second\ntools: []\n',
    },
    'first',
  ],
])('the agent of a name is that %s', async (_, files, expected) => {
  expect(await reviewer(files)).toBe(expected);
});

test('a project’s agent that loses its name says to which', async () => {
  const world = await catalogueWorld({ ...THEIRS, [OWN]: 'tools: [read_file]\n' });
  const { items } = await world.build();
  expect(items.filter((i) => i.kind === 'agent').map((i) => [i.label, i.state, i.shadowedBy])).toEqual([
    ['project', 'shadowed', `${world.configHome}/agents/reviewer.yaml`],
    ['user', 'active', undefined],
  ]);
});

const MORE = 'description: d\nmax_turns: 9\n';
test.each<[string, FileTree, string]>([
  ['a project’s', { 'project/.vak/agents/reviewer.yaml': MORE }, 'd 5'],
  [
    'a project’s plugin’s',
    {
      'project/.vak/plugins/p/.vak-plugin/plugin.yaml': 'name: p\n',
      'project/.vak/plugins/p/agents/reviewer.yaml': MORE,
    },
    'd 5',
  ],
  ['the user’s', { [OWN]: MORE }, 'd 9'],
])('%s agent has the turns that it may have', async (_, files, expected) => {
  expect(await reviewer({ 'config/config.toml': 'max_turns = 5\n', ...files })).toBe(expected);
});
