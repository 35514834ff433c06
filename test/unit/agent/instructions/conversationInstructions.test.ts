import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConversationInstructions } from '../../../../src/agent/instructions/conversationInstructions.ts';
import type { InstructionUpdate } from '../../../../src/agent/instructions/instructionSet.ts';
import type { PermissionRule } from '../../../../src/agent/permissions/permission.ts';
import { tempFolder, writeTree } from '../../../support/tempFolder.ts';
import { testHost } from '../../../support/testTurn.ts';

const rule = (text: string): PermissionRule => ({ text, path: '/config.toml', line: 1, layer: 'user' });

interface Options {
  readonly trusted?: boolean;
  readonly roots?: readonly string[];
  readonly deny?: readonly string[];
}

function conversation(folder: string, cwd: string, { trusted = true, roots = [], deny = [] }: Options = {}) {
  const set = new ConversationInstructions({
    host: testHost(folder),
    cwd: path.join(folder, cwd),
    roots: [path.join(folder, cwd), ...roots],
    current: async () => ({ trusted, rules: { allow: [], ask: [], deny: deny.map(rule) } }),
  });
  const show = (updates: readonly InstructionUpdate[]) =>
    updates.map((u) => `${u.kind} ${path.relative(folder, u.path)}`);
  return {
    set,
    begin: async () => show(await set.beginTurn()),
    touch: async (...paths: string[]) => show(await set.touched(paths.map((p) => path.join(folder, p)))),
    compact: async () => show(await set.compacted()),
    current: () => set.current().map((f) => path.relative(folder, f.path)),
  };
}

describe('AGENTS.md', () => {
  test('enters from the repository’s root down to the working folder, outermost first', async () => {
    const folder = tempFolder({
      'AGENTS.md': 'above',
      'r/.git/': '',
      'r/AGENTS.md': 'root',
      'r/a/b/AGENTS.md': 'b',
    });
    expect(await conversation(folder, 'r/a/b').begin()).toEqual([
      'entered r/AGENTS.md',
      'entered r/a/b/AGENTS.md',
    ]);
  });

  test('of the working folder alone enters outside a repository', async () => {
    const folder = tempFolder({ 'AGENTS.md': 'above', 'a/AGENTS.md': 'a' });
    expect(await conversation(folder, 'a').begin()).toEqual(['entered a/AGENTS.md']);
  });

  test('is looked for no further than a repository that has .git as a file, or stands inside another', async () => {
    const folder = tempFolder({
      '.git/': '',
      'AGENTS.md': 'outer',
      'tree/.git': 'gitdir: elsewhere',
      'tree/AGENTS.md': 'tree',
      'tree/x/': '',
    });
    expect(await conversation(folder, 'tree/x').begin()).toEqual(['entered tree/AGENTS.md']);
  });

  test('is found by the real path of a working folder that is a link', async () => {
    const folder = tempFolder({ 'r/.git/': '', 'r/AGENTS.md': 'root', 'r/sub/': '' });
    symlinkSync('r/sub', path.join(folder, 'link'));
    expect(await conversation(folder, 'link').begin()).toEqual(['entered r/AGENTS.md']);
  });

  test('further down joins when a file there is touched, each once', async () => {
    const folder = tempFolder({
      '.git/': '',
      'AGENTS.md': 'root',
      'a/AGENTS.md': 'a',
      'a/b/AGENTS.md': 'b',
      'z/AGENTS.md': 'z',
    });
    const { begin, touch, current } = conversation(folder, '.');
    await begin();
    expect(await touch('a/b/new.ts')).toEqual(['entered a/AGENTS.md', 'entered a/b/AGENTS.md']);
    expect(await touch('a/b/other.ts', 'a/x.ts')).toEqual([]);
    expect(await touch('top.ts')).toEqual([]);
    expect(await begin()).toEqual([]);
    expect(current()).toEqual(['AGENTS.md', 'a/AGENTS.md', 'a/b/AGENTS.md']);
  });

  test('of places beside the working folder stays out', async () => {
    const folder = tempFolder({ 'a/x/': '', 'b/AGENTS.md': 'b' });
    const { begin, touch } = conversation(folder, 'a');
    await begin();
    expect(await touch('b/file.ts', '../../etc/passwd')).toEqual([]);
  });

  test('that two names lead to enters once', async () => {
    const folder = tempFolder({ '.git/': '', 'AGENTS.md': 'root', 'a/': '', 'b/AGENTS.md': 'b' });
    symlinkSync('../AGENTS.md', path.join(folder, 'a/AGENTS.md'));
    symlinkSync('b', path.join(folder, 'c'));
    const { begin, touch } = conversation(folder, '.');
    expect(await begin()).toEqual(['entered AGENTS.md']);
    expect(await touch('a/x.ts', 'b/x.ts', 'c/y.ts')).toEqual(['entered b/AGENTS.md']);
  });

  test('that changed enters anew at the next turn, with its text; nothing in between', async () => {
    const folder = tempFolder({ 'AGENTS.md': 'one', 'a/AGENTS.md': 'a' });
    const { set, begin, touch } = conversation(folder, '.');
    await begin();
    await touch('a/x.ts');
    writeTree(folder, { 'AGENTS.md': 'two' });
    expect(await touch('a/x.ts')).toEqual([]);
    const updates = await set.beginTurn();
    expect(updates.map((u) => u.kind)).toEqual(['changed']);
    expect(updates[0]?.text).toMatch(/has changed[\s\S]*two$/);
  });

  test('that went away is said to apply no longer, and enters when it comes back', async () => {
    const folder = tempFolder({ 'AGENTS.md': 'one' });
    const { set, begin, current } = conversation(folder, '.');
    await begin();
    rmSync(path.join(folder, 'AGENTS.md'));
    const [update] = await set.beginTurn();
    expect(update).toMatchObject({ kind: 'removed', text: expect.stringContaining('applies no longer') });
    expect(current()).toEqual([]);
    writeTree(folder, { 'AGENTS.md': 'one' });
    expect(await begin()).toEqual(['entered AGENTS.md']);
  });

  test('enters again after a compaction, deeper ones too', async () => {
    const folder = tempFolder({ 'AGENTS.md': 'root', 'a/AGENTS.md': 'a' });
    const { begin, touch, compact } = conversation(folder, '.');
    await begin();
    await touch('a/x.ts');
    expect(await compact()).toEqual(['entered AGENTS.md', 'entered a/AGENTS.md']);
  });

  test('of an untrusted folder is not read', async () => {
    const folder = tempFolder({ 'AGENTS.md': 'root', 'a/AGENTS.md': 'a' });
    const { begin, touch } = conversation(folder, '.', { trusted: false });
    expect([await begin(), await touch('a/x.ts')]).toEqual([[], []]);
  });

  test('is the only name that counts', async () => {
    const folder = tempFolder({ 'CLAUDE.md': 'no', 'agents.md': 'no', 'AGENTS.override.md': 'no' });
    expect(await conversation(folder, '.').begin()).toEqual([]);
  });

  test('is not taken from a folder of that name, and not cut however long it is', async () => {
    const long = 'x'.repeat(100_000);
    const folder = tempFolder({ 'a/AGENTS.md/x': '', 'b/AGENTS.md': `\ufeff${long}\r\n` });
    expect(await conversation(folder, 'a').begin()).toEqual([]);
    const [update] = await conversation(folder, 'b').set.beginTurn();
    expect(update?.text).toBe(`${long}\n`);
  });

  describe('that is a link', () => {
    const tree = { 'out/k': 'key', 'r/.git/': '', 'r/docs/rules.md': 'rules', 'r/a/f': '', 'r/a/sub/f': '' };
    const linked = (at: string, to: string) => {
      const folder = tempFolder(tree);
      symlinkSync(to, path.join(folder, at));
      return folder;
    };

    test('enters when it leads into the repository, though that lies above the working folder', async () => {
      const folder = linked('r/a/AGENTS.md', '../docs/rules.md');
      expect((await conversation(folder, 'r/a').set.beginTurn()).map(({ text }) => text)).toEqual(['rules']);
    });

    test('enters when it leads to another root of the workspace', async () => {
      const folder = linked('r/AGENTS.md', '../out/k');
      const roots = [path.join(folder, 'out')];
      expect(await conversation(folder, 'r', { roots }).begin()).toEqual(['entered r/AGENTS.md']);
    });

    test('stays out when it leads elsewhere, at the start and once its folder is touched', async () => {
      const folder = linked('r/a/AGENTS.md', '../../out/k');
      symlinkSync('../../../out/k', path.join(folder, 'r/a/sub/AGENTS.md'));
      const { begin, touch, current } = conversation(folder, 'r/a');
      expect([await begin(), await touch('r/a/sub/f'), await begin(), current()]).toEqual([[], [], [], []]);
    });

    test('stays out where its folder is the link', async () => {
      const folder = linked('r/link', '../out');
      writeFileSync(path.join(folder, 'out/AGENTS.md'), 'foreign');
      expect(await conversation(folder, 'r').touch('r/link/k')).toEqual([]);
    });

    test('is said to apply no longer once it leads out', async () => {
      const folder = linked('r/AGENTS.md', 'docs/rules.md');
      const { begin } = conversation(folder, 'r');
      await begin();
      rmSync(path.join(folder, 'r/AGENTS.md'));
      symlinkSync('../out/k', path.join(folder, 'r/AGENTS.md'));
      expect(await begin()).toEqual(['removed r/AGENTS.md']);
    });
  });

  test.each([
    ['Read(sub/**)', ['entered AGENTS.md']],
    ['Read(AGENTS.md)', []],
    ['Edit(AGENTS.md)', ['entered AGENTS.md', 'entered sub/AGENTS.md']],
  ])('that the deny rule %s binds stays out', async (deny, entered) => {
    const folder = tempFolder({ 'AGENTS.md': 'root', 'sub/AGENTS.md': 'sub' });
    const { begin, touch } = conversation(folder, '.', { deny: [deny] });
    expect([...(await begin()), ...(await touch('sub/f'))]).toEqual(entered);
  });

  test('shows what it hides', async () => {
    const folder = tempFolder({ 'AGENTS.md': 'be\u200b kind\u{e0041}' });
    const [update] = await conversation(folder, '.').set.beginTurn();
    expect(update?.text).toBe('be‹U+200B› kind‹U+E0041›');
  });

  test('that a parent conversation has is not said again', async () => {
    const folder = tempFolder({ 'AGENTS.md': 'root' });
    const parent = conversation(folder, '.');
    await parent.begin();
    const child = new ConversationInstructions({
      host: testHost(folder),
      cwd: folder,
      roots: [folder],
      current: async () => ({ trusted: true, rules: { allow: [], ask: [], deny: [] } }),
      inherited: parent.set.current(),
    });
    expect(await child.beginTurn()).toEqual([]);
    writeFileSync(path.join(folder, 'AGENTS.md'), 'now');
    mkdirSync(path.join(folder, 'x'));
    expect((await child.beginTurn()).map((u) => u.kind)).toEqual(['changed']);
  });
});
