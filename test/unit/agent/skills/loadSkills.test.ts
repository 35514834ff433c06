import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Files } from '../../../../src/agent/host/host.ts';
import { nodeFiles } from '../../../../src/agent/host/node/nodeFiles.ts';
import { FileCache } from '../../../../src/agent/inventory/fileCache.ts';
import type { Root } from '../../../../src/agent/inventory/roots.ts';
import { loadSkills } from '../../../../src/agent/skills/loadSkills.ts';
import { skillText } from '../../../support/catalogueWorld.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

const foreign: Omit<Root, 'path'> = {
  kind: 'skill',
  label: '.claude',
  layer: 'user',
  under: 'user',
  machine: 'local',
  strict: false,
  own: false,
};

async function load(
  folder: string,
  options: { root?: Partial<Root>; files?: Files; cache?: FileCache } = {},
) {
  const root = { ...foreign, path: folder, ...options.root };
  const loaded = await loadSkills(root, {
    files: options.files ?? nodeFiles,
    cache: options.cache ?? new FileCache(),
    ...(root.plugin !== undefined && { within: folder }),
  });
  return {
    found: loaded.found.map((f) => `${f.name} ${f.state} ${path.relative(folder, f.origin.path)}`),
    told: loaded.diagnostics.map((d) => `${path.relative(folder, d.path)} ${d.severity} ${d.code}`),
    loaded,
  };
}

describe('looking for skills', () => {
  test('goes into every folder, and not below one that has a skill', async () => {
    const folder = tempFolder({
      'a/SKILL.md': skillText('a'),
      'a/inner/SKILL.md': skillText('inner'),
      'group/deep/b/SKILL.md': skillText('b'),
      'group/README.md': '# no skill',
      '[odd] (name)/c/SKILL.md': skillText('c'),
      '.git/hooks/d/SKILL.md': skillText('d'),
      'node_modules/e/SKILL.md': skillText('e'),
    });
    expect((await load(folder)).found).toEqual([
      'c active [odd] (name)/c/SKILL.md',
      'a active a/SKILL.md',
      'b active group/deep/b/SKILL.md',
    ]);
  });

  test('takes a root that is itself a link, and one that holds the skill itself', async () => {
    const folder = tempFolder({ 'real/a/SKILL.md': skillText('a') });
    symlinkSync('real', path.join(folder, 'link'));
    expect((await load(path.join(folder, 'link'))).found).toEqual(['a active a/SKILL.md']);
    expect((await load(path.join(folder, 'real/a'))).found).toEqual(['a active SKILL.md']);
  });

  test('follows a link whose target has a skill, and tells of every other', async () => {
    const outside = tempFolder({ 'x/SKILL.md': skillText('x'), 'many/y/SKILL.md': skillText('y') });
    const folder = tempFolder({ 'a/SKILL.md': skillText('a'), 'g/': '' });
    const link = (target: string, name: string) => symlinkSync(target, path.join(folder, name));
    link(path.join(outside, 'x'), 'x');
    link(path.join(outside, 'many'), 'many');
    link('nowhere', 'dangling');
    link('self', 'self');
    link('..', 'g/up');
    link('a', 'again');
    const { found, told } = await load(folder);
    expect(found).toEqual(['a active a/SKILL.md', 'x active x/SKILL.md']);
    expect(told.sort()).toEqual([
      'again/SKILL.md warning found-twice',
      'dangling warning link-dangling',
      'g/up warning link-loop',
      'many warning link-not-followed',
      'self warning link-loop',
    ]);
  });

  test('follows no link out of a plugin', async () => {
    const outside = tempFolder({ 'x/SKILL.md': skillText('x') });
    const folder = tempFolder({ 'a/SKILL.md': skillText('a'), 'b/': '' });
    symlinkSync(path.join(outside, 'x'), path.join(folder, 'x'));
    symlinkSync(path.join(outside, 'x/SKILL.md'), path.join(folder, 'b/SKILL.md'));
    const { found, told } = await load(folder, { root: { plugin: 'review', layer: 'plugin' } });
    expect(found).toEqual(['review:a active a/SKILL.md']);
    expect(told.sort()).toEqual(['b/SKILL.md warning leaves-plugin', 'x warning leaves-plugin']);
  });

  test('ends no search because of one bad entry', async () => {
    const folder = tempFolder({
      'a/SKILL.md': skillText('a'),
      'broken/SKILL.md': '---\na:\n\tb: 1\n---\n',
      'folder/SKILL.md/x': '',
      'big/SKILL.md': `${skillText('big')}${'x'.repeat(1_048_577)}`,
      'lower/skill.md': skillText('lower'),
      'z/SKILL.md': skillText('z'),
    });
    execFileSync('mkfifo', [path.join(folder, 'SKILL.md')]);
    const { found, told } = await load(folder);
    expect(found).toEqual([
      'a active a/SKILL.md',
      'big skipped big/SKILL.md',
      'broken skipped broken/SKILL.md',
      'lower active lower/skill.md',
      'z active z/SKILL.md',
    ]);
    expect(told.sort()).toEqual([
      'SKILL.md warning not-a-file',
      'big/SKILL.md warning too-large',
      'broken/SKILL.md warning yaml-syntax',
      'lower/skill.md warning name-case',
    ]);
  });

  test('reads a file of exactly 1 MB', async () => {
    const head = skillText('big');
    const folder = tempFolder({ 'big/SKILL.md': head + 'x'.repeat(1_048_576 - head.length) });
    expect((await load(folder)).found).toEqual(['big active big/SKILL.md']);
  });

  test('passes over a folder without permission, and says so', async () => {
    const folder = tempFolder({ 'a/SKILL.md': skillText('a'), 'closed/b/SKILL.md': skillText('b') });
    const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
    const files: Files = {
      ...nodeFiles,
      readDir: async (p) => (p.endsWith('closed') ? Promise.reject(denied) : nodeFiles.readDir(p)),
    };
    expect(await load(folder, { files })).toMatchObject({
      found: ['a active a/SKILL.md'],
      told: ['closed warning unreadable'],
    });
  });

  test('lists a skill whose file can’t be read, with the reason', async () => {
    const folder = tempFolder({ 'a/SKILL.md': skillText('a') });
    const files: Files = { ...nodeFiles, read: () => Promise.reject(new Error('EIO: i/o error')) };
    const { loaded } = await load(folder, { files });
    expect(loaded.found).toMatchObject([
      { name: 'a', state: 'skipped', reason: expect.stringContaining('EIO') },
    ]);
  });

  test.each([
    ['the private folder', { strict: true, own: true }, 'error'],
    ['a folder of ours', { own: true }, 'skipped'],
    ['another tool’s folder', {}, 'active'],
  ])('weighs a description that is too long in %s', async (_, root, state) => {
    const folder = tempFolder({ 'a/SKILL.md': skillText('a', 'd'.repeat(1025)) });
    expect((await load(folder, { root })).found).toEqual([`a ${state} a/SKILL.md`]);
  });

  test('reads again only the file that changed', async () => {
    const folder = tempFolder({
      'a/SKILL.md': skillText('a'),
      'b/SKILL.md': skillText('b'),
      'g/c/SKILL.md': skillText('c'),
    });
    const reads: string[] = [];
    const lists: string[] = [];
    const files: Files = {
      ...nodeFiles,
      read: (p, range) => {
        reads.push(path.relative(folder, p));
        return nodeFiles.read(p, range);
      },
      readDir: (p) => {
        lists.push(path.relative(folder, p));
        return nodeFiles.readDir(p);
      },
    };
    const cache = new FileCache();
    const round = async () => {
      reads.length = lists.length = 0;
      cache.beginBuild();
      const { found } = await load(folder, { files, cache });
      cache.endBuild();
      return { found: found.length, reads: [...reads].sort(), lists: [...lists].sort() };
    };
    await round();
    expect(await round()).toEqual({ found: 3, reads: [], lists: [] });
    await nodeFiles.write(path.join(folder, 'b/SKILL.md'), skillText('b', 'Something else now.'));
    expect(await round()).toEqual({ found: 3, reads: ['b/SKILL.md'], lists: [] });
    await nodeFiles.makeDir(path.join(folder, 'g/d'));
    await nodeFiles.write(path.join(folder, 'g/d/SKILL.md'), skillText('d'));
    expect(await round()).toEqual({ found: 4, reads: ['g/d/SKILL.md'], lists: ['g', 'g/d'] });
    await nodeFiles.remove(path.join(folder, 'a'));
    expect((await round()).found).toBe(3);
  });

  test('looks again whether a plugin’s skill still stands inside it', async () => {
    const outside = tempFolder({ 'SKILL.md': skillText('x') });
    const folder = tempFolder({ 'a/SKILL.md': skillText('a') });
    const options = { root: { plugin: 'review', layer: 'plugin' as const }, cache: new FileCache() };
    expect((await load(folder, options)).found).toEqual(['review:a active a/SKILL.md']);
    rmSync(path.join(folder, 'a/SKILL.md'));
    symlinkSync(path.join(outside, 'SKILL.md'), path.join(folder, 'a/SKILL.md'));
    expect(await load(folder, options)).toMatchObject({
      found: [],
      told: ['a/SKILL.md warning leaves-plugin'],
    });
  });

  test('finds the one skill among 10,000 folders', async () => {
    const folders = [...Array(100).keys()].map((i) => `g${i}`);
    const stat = (kind: 'file' | 'folder', identity: string) =>
      ({ kind, size: 60, mtimeMs: 1, mode: 0o755, identity }) as const;
    const files: Files = {
      ...nodeFiles,
      stat: async (p) => (p.endsWith('SKILL.md') ? stat('file', p) : stat('folder', p)),
      readDir: async (p) => {
        if (p === '/home/me/all') return folders.map((name) => ({ name, kind: 'folder' }));
        if (p === '/home/me/all/g99/g99') return [{ name: 'SKILL.md', kind: 'file' }];
        return p.split('/').length === 5 ? folders.map((name) => ({ name, kind: 'folder' })) : [];
      },
      read: async () => new TextEncoder().encode(skillText('zz')),
    };
    expect((await load('/home/me/all', { files })).found).toEqual(['zz active g99/g99/SKILL.md']);
  });

  test('ends at a depth that no person builds, and says so', async () => {
    const folder = tempFolder({
      [`${'d/'.repeat(30)}a/SKILL.md`]: skillText('a'),
      'b/SKILL.md': skillText('b'),
    });
    const { found, told } = await load(folder);
    expect(found).toEqual(['b active b/SKILL.md']);
    expect(told).toEqual([expect.stringContaining('search-cut')]);
  });
});
