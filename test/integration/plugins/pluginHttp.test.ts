import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Sandbox, sandbox } from '../../support/agentProcess.ts';
import { git, serveGit } from '../../support/gitServer.ts';
import { runCli } from '../../support/runCli.ts';
import { tempFolder, writeTree } from '../../support/tempFolder.ts';

/** A repository with the plugin `review` in a folder of it; a tag names the first version. */
function repository(): { root: string; commit: (version: string) => string } {
  const root = tempFolder({ 'plugins.git/': '' });
  const repo = path.join(root, 'plugins.git');
  git(repo, 'init', '-q');
  const commit = (version: string) => {
    writeTree(repo, {
      'plugins/review/.vak-plugin/plugin.yaml': `name: review\nversion: ${version}\n`,
      'plugins/review/skills/checklist/SKILL.md': `---\nname: checklist\ndescription: Version ${version}.\n---\nLook twice.\n`,
    });
    git(repo, 'add', '-A');
    git(repo, 'commit', '-qm', version);
    return git(repo, 'rev-parse', 'HEAD');
  };
  return { root, commit };
}

/** Everything a step can change: the list, the catalogue's skill, the record on disk. */
async function state(place: Sandbox) {
  const list = (await runCli(place, ['plugin', 'list'])).out.trim().split(/\s+/).slice(0, 4);
  const { items } = JSON.parse((await runCli(place, ['inventory', '--json'])).out) as {
    items: { kind: string; name: string; description: string; state: string }[];
  };
  const skill = items.find((item) => item.name === 'review:checklist');
  const record = path.join(place.home, 'config/vak/plugins/review/.vak-install.yaml');
  return {
    list,
    skill: skill && `${skill.state}: ${skill.description}`,
    record: existsSync(record) ? readFileSync(record, 'utf8') : '',
  };
}

test('a plugin comes over http, follows its branch, is pinned to a tag, switched off and on, and removed', async () => {
  const { root, commit } = repository();
  const first = commit('1.0.0');
  git(path.join(root, 'plugins.git'), 'tag', 'v1.0.0');
  const source = `${await serveGit(root)}/plugins.git`;
  const place = sandbox();
  const plugin = async (...args: string[]) =>
    expect(await runCli(place, ['plugin', ...args])).toMatchObject({ code: 0 });

  await plugin('install', source, '--path', 'plugins/review', '--yes');
  expect(await state(place)).toMatchObject({
    list: ['review', '1.0.0', 'enabled', expect.stringContaining(source)],
    skill: 'active: Version 1.0.0.',
    record: expect.stringContaining(first),
  });

  const second = commit('1.1.0');
  await plugin('update', 'review', '--yes');
  expect(await state(place)).toMatchObject({
    list: ['review', '1.1.0', 'enabled', expect.anything()],
    skill: 'active: Version 1.1.0.',
    record: expect.stringContaining(second),
  });

  await plugin('disable', 'review');
  const off = await state(place);
  expect([off.list.slice(0, 3), off.skill?.startsWith('active') ?? false]).toEqual([
    ['review', '1.1.0', 'disabled'],
    false,
  ]);

  await plugin('enable', 'review');
  expect((await state(place)).skill).toBe('active: Version 1.1.0.');

  await plugin('uninstall', 'review');
  expect(await state(place)).toMatchObject({ skill: undefined, record: '' });
  expect(existsSync(path.join(place.home, 'config/vak/plugins/review'))).toBe(false);

  await plugin('install', source, '--path', 'plugins/review', '--ref', 'v1.0.0', '--yes');
  expect(await state(place)).toMatchObject({
    list: ['review', '1.0.0', 'enabled', expect.anything()],
    record: expect.stringContaining(first),
  });
});
