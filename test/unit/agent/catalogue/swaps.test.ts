import { mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { trustFolder } from '../../../../src/agent/catalogue/trustFolder.ts';
import { catalogueWorld, type World } from '../../../support/catalogueWorld.ts';
import type { FileTree } from '../../../support/tempFolder.ts';

const hook = (command: string): FileTree => ({
  'project/.vak/config.toml': `[[hooks]]\nevent = "stop"\ncommand = ${JSON.stringify(command)}\n`,
});
const server = (args: readonly string[], env: Readonly<Record<string, string>> = {}): FileTree => ({
  'project/.vak/config.yaml': JSON.stringify({ mcp: { servers: { s: { command: 'node', args, env } } } }),
});
const many = Array.from({ length: 300 }, (_, i) => `word${i}`).join(' ');

/** Items that wait for an approval, with the reason. */
async function held(world: World): Promise<string[]> {
  const { items } = await world.build();
  return items.filter((i) => i.state === 'untrusted').map((i) => i.reason ?? '');
}

describe('an approval covers', () => {
  test.each<[string, FileTree, string]>([
    ['a script behind many words', hook(`: ${many}; ./check.sh`), 'check.sh'],
    ['a script in quotes', hook('"./ch"eck.sh'), 'check.sh'],
    [
      'a script with a blank in its name',
      hook('bash -c \'./the\\ check.sh && "./the check.sh"\''),
      'the check.sh',
    ],
    ['a script behind an expansion', hook('"$PWD"/tools/x.sh; $(pwd)/tools/x.sh'), 'tools/x.sh'],
    ['a script by the process’s own folder', hook('/proc/self/cwd/tools/x.sh'), 'tools/x.sh'],
    ['the shell that npm runs its scripts with', hook('npm test'), '.npmrc'],
    ['a script in a folder that the command goes to', hook('cd tools && ./x.sh'), 'tools/x.sh'],
    ['a script two folders down', hook('cd tools; cd deep; sh x.sh'), 'tools/deep/x.sh'],
    ['a name that an interpreter completes', hook('node tools/y'), 'tools/y.js'],
    ['a name without a folder that an interpreter completes', hook('node y'), 'y.js'],
    ['a script that a folder begins with', hook('node tools'), 'tools/index.js'],
    ['the main file of a folder', hook('node pkg'), 'pkg/lib/start.js'],
    ['a module by its name', hook('python3 -m tools.check'), 'tools/check.py'],
    ['what npm runs', hook('npm test'), 'package.json'],
    ['a program of the project', hook('npx lint'), 'node_modules/.bin/lint'],
    ['what make runs', hook('make -Ctools check'), 'tools/Makefile'],
    ['a name in other letters', hook('./Check.SH'), 'check.sh'],
    ['an option’s file', server(['--import=./boot.mjs', 's.mjs']), 'boot.mjs'],
    ['a file joined to an option', server(['-r./boot.cjs', 's.mjs']), 'boot.cjs'],
    ['a file in a list', server(['--load', 'a:tools/y.js']), 'tools/y.js'],
    ['a file in a variable', server(['s.mjs'], { NODE_OPTIONS: '--import ./boot.mjs' }), 'boot.mjs'],
    ['a file in a folder that an option names', server(['--prefix', 'tools', 'x.sh']), 'tools/x.sh'],
  ])('%s', async (_, files, script) => {
    const world = await catalogueWorld({
      ...files,
      [`project/${script}`]: 'before',
      'project/pkg/package.json': '{"main": "lib/start"}',
      'project/other.js': 'x',
    });
    await trustFolder(world.host, world.project);
    expect(await held(world)).toEqual([]);
    world.write({ 'project/other.js': 'y' });
    expect(await held(world)).toEqual([]);
    world.write({ [`project/${script}`]: 'after' });
    expect(await held(world)).toEqual([
      expect.stringMatching(`^It changed since it was approved: - file ${script}: .*\\+ file ${script}: `),
    ]);
  });

  test('a file that was not there before', async () => {
    const world = await catalogueWorld({ ...hook('node tools/y'), 'project/tools/y/index.js': 'x' });
    await trustFolder(world.host, world.project);
    world.write({ 'project/tools/y.js': 'mine' });
    expect(await held(world)).toEqual([expect.stringContaining('+ file tools/y.js: ')]);
  });

  test('a file of many bytes, to the last', async () => {
    const world = await catalogueWorld({ ...hook('./check.sh'), 'project/check.sh': 'x' });
    const pad = 'x'.repeat(9 * 1_048_576);
    world.write({ 'project/check.sh': `${pad}a` });
    await trustFolder(world.host, world.project);
    world.write({ 'project/check.sh': `${pad}b` });
    expect(await held(world)).toEqual([expect.stringContaining('+ file check.sh: ')]);
  });

  test('a file below the home folder', async () => {
    const world = await catalogueWorld({ ...hook('sh $HOME/w/check.sh'), 'home/w/check.sh': 'x' });
    await trustFolder(world.host, world.project);
    world.write({ 'home/w/check.sh': 'y' });
    expect(await held(world)).toEqual([expect.stringContaining('/home/w/check.sh: ')]);
  });

  test('two files whose names look the same', async () => {
    const world = await catalogueWorld({
      ...hook('./x.sh; link/../x.sh'),
      'project/x.sh': 'x',
      'project/far/off/x.sh': 'x',
      'project/far/x.sh': 'x',
    });
    symlinkSync('far/off', path.join(world.project, 'link'));
    await trustFolder(world.host, world.project);
    world.write({ 'project/far/x.sh': 'y' });
    expect(await held(world)).toEqual([expect.stringContaining('+ file x.sh: ')]);
  });

  test('what a link leads to', async () => {
    const world = await catalogueWorld({ ...hook('./check.sh'), 'project/real.sh': 'x' });
    symlinkSync('real.sh', path.join(world.project, 'check.sh'));
    await trustFolder(world.host, world.project);
    world.write({ 'project/real.sh': 'y' });
    expect(await held(world)).toEqual([expect.stringContaining('+ file check.sh: ')]);
  });

  test('a project’s files when its server says that it is a plugin’s', async () => {
    const world = await catalogueWorld({
      ...server(['s.mjs'], { VAK_PLUGIN_ROOT: '/nowhere' }),
      'project/s.mjs': 'x',
    });
    await trustFolder(world.host, world.project);
    world.write({ 'project/s.mjs': 'y' });
    expect(await held(world)).toEqual([expect.stringContaining('+ file s.mjs: ')]);
  });
});

describe('nobody can approve', () => {
  test.each<[string, string, (world: World) => void, string]>([
    [
      'a file that is too large to be compared',
      './check.sh',
      (w) => truncateSync(path.join(w.project, 'check.sh'), 513 * 1_048_576),
      'check.sh has 537919488 bytes; files above 536870912 are not compared',
    ],
    [
      'more words than are looked up',
      Array.from({ length: 4001 }, (_, i) => `w${i}`).join(' '),
      () => undefined,
      'it has 4002 words; files are looked for in at most 4000',
    ],
    [
      'more folders than are followed',
      Array.from({ length: 70 }, (_, i) => `f${i}`).join(' '),
      (w) => {
        for (let i = 0; i < 70; i++) mkdirSync(path.join(w.project, `f${i}`));
      },
      'it names more than 64 folders',
    ],
  ])('%s', async (_, command, prepare, problem) => {
    const world = await catalogueWorld({ ...hook(command), 'project/check.sh': 'x' });
    prepare(world);
    const { items, refused } = await trustFolder(world.host, world.project);
    expect([items, refused.map((r) => r.problem)]).toEqual([[], [problem]]);
    expect(await held(world)).toEqual([`Nobody can agree to what it runs: ${problem}.`]);
  });
});
