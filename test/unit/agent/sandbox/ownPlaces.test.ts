import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { OWN_NAMES } from '../../../../src/agent/permissions/ownNames.ts';
import { ownPlaces } from '../../../../src/agent/sandbox/ownPlaces.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { testHost } from '../../../support/testTurn.ts';

function workspace() {
  const home = tempFolder();
  const root = path.join(home, 'project');
  mkdirSync(root);
  const at = (name: string) => path.join(root, name);
  return { home, root, at, own: () => ownPlaces(testHost(home), [root], [root]) };
}

describe('what a sandboxed command may not write', () => {
  test('is every own name of a root, there or not, and the agent’s homes', async () => {
    const { home, at, own } = workspace();
    expect(new Set((await own()).protected)).toEqual(
      new Set([
        ...OWN_NAMES.map(at),
        ...['config/vak', 'config/openvaala', 'data/vak', 'cache/vak'].map((name) => path.join(home, name)),
      ]),
    );
  });

  test('is also a workspace file of the editor', async () => {
    const { at, own } = workspace();
    writeFileSync(at('tea.code-workspace'), '{}');
    expect((await own()).protected).toContain(at('tea.code-workspace'));
  });

  test('leaves the folder of git to git, but what git runs and obeys, and where it stands', async () => {
    const { at, own } = workspace();
    mkdirSync(at('.git'));
    const places = await own();
    expect(places.pinned.filter((place) => place.startsWith(at('')))).toEqual([at('.git')]);
    expect(places.protected.filter((place) => place.includes('.git/') || place.endsWith('.git'))).toEqual(
      ['.git/hooks', '.git/config', '.git/config.worktree', '.git/commondir'].map(at),
    );
  });

  test('is the whole .git of a worktree, which is a file', async () => {
    const { at, own } = workspace();
    writeFileSync(at('.git'), 'gitdir: elsewhere');
    const places = await own();
    expect([
      places.pinned.includes(at('.git')),
      places.protected.filter((place) => place.includes('.git')),
    ]).toEqual([false, [at('.git'), at('.githooks')]]);
  });

  test('pins the folders on the way to a home that the workspace holds, the outer ones first', async () => {
    const { home } = workspace();
    const root = path.dirname(home);
    const { pinned } = await ownPlaces(testHost(home), [root], [root]);
    expect([new Set(pinned), pinned[0]]).toEqual([
      new Set([home, ...['config', 'data', 'cache'].map((name) => path.join(home, name))]),
      home,
    ]);
  });

  test('is what a home leads to by a link, where that lies in the workspace and is not all of it', async () => {
    const { home, root, at, own } = workspace();
    for (const folder of ['config/vak/plugins', 'project/tea'])
      mkdirSync(path.join(home, folder), { recursive: true });
    writeFileSync(at('vak.toml'), '');
    symlinkSync(at('vak.toml'), path.join(home, 'config/vak/config.toml'));
    symlinkSync(at('tea'), path.join(home, 'config/vak/plugins/tea'));
    symlinkSync(root, path.join(home, 'config/vak/plugins/all'));
    const { protected: held } = await own();
    expect([held.includes(at('vak.toml')), held.includes(at('tea')), held.includes(root)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('leaves a home alone that holds the workspace', async () => {
    const { home } = workspace();
    const root = path.join(home, 'data/vak/plugins/tea');
    mkdirSync(root, { recursive: true });
    const { protected: held } = await ownPlaces(testHost(home), [root], [root]);
    expect(held).not.toContain(path.join(home, 'data/vak'));
  });
});

describe('what a command made all the same', () => {
  test.each(OWN_NAMES)('%s is told of', async (name) => {
    const { at, own } = workspace();
    const places = await own();
    writeFileSync(at(name), '');
    expect(await places.appeared()).toEqual([at(name)]);
  });

  test('a repository is one place', async () => {
    const { at, own } = workspace();
    const places = await own();
    mkdirSync(at('.git/hooks'), { recursive: true });
    expect(await places.appeared()).toEqual([at('.git')]);
  });

  test('a file where a link was is told of; one that an editor saved anew is not', async () => {
    const { at, own } = workspace();
    writeFileSync(at('rules.md'), '');
    symlinkSync('rules.md', at('AGENTS.md'));
    writeFileSync(at('.envrc'), '');
    const places = await own();
    rmSync(at('AGENTS.md'));
    writeFileSync(at('AGENTS.md'), 'obey');
    writeFileSync(at('new'), '');
    renameSync(at('new'), at('.envrc'));
    expect(await places.appeared()).toEqual([at('AGENTS.md')]);
  });
});
