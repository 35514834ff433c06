import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { canHoldFolders, createRealFiles } from '../../../../src/agent/host/node/realFiles.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

const tree = { 'ws/d/f': 'inside', 'out/f': 'outside' };

/** A folder whose `ws/d` became a link to `out` after it was looked at. */
function swapped(): string {
  const folder = tempFolder(tree);
  renameSync(`${folder}/ws/d`, `${folder}/ws/was`);
  symlinkSync(`${folder}/out`, `${folder}/ws/d`);
  return folder;
}

// Both ways are tested wherever both are there: the checked one is that of macOS and Windows.
describe.each(canHoldFolders ? [true, false] : [false])('with folders held open: %s', (hold) => {
  const realFiles = createRealFiles(hold);

  test('reads, writes, lists and removes at a real path', async () => {
    const folder = tempFolder(tree);
    const d = `${folder}/ws/d`;
    await realFiles.makeDir(`${d}/new/deep`);
    await realFiles.makeDir(`${d}/new/deep`);
    await realFiles.write(`${d}/new/deep/g`, 'made', { mode: 0o600 });
    await realFiles.write(`${d}/f`, 'changed');
    expect([
      Buffer.from(await realFiles.read(`${d}/f`)).toString(),
      Buffer.from(await realFiles.read(`${d}/f`, { start: 1, end: 3 })).toString(),
      readFileSync(`${d}/new/deep/g`, 'utf8'),
      statSync(`${d}/new/deep/g`).mode & 0o777,
      (await realFiles.stat(`${d}/f`))?.size,
      await realFiles.stat(`${d}/no/such`),
      await realFiles.readDir(d),
    ]).toEqual([
      'changed',
      'ha',
      'made',
      0o600,
      7,
      undefined,
      expect.arrayContaining([
        { name: 'f', kind: 'file' },
        { name: 'new', kind: 'folder' },
      ]),
    ]);
    await realFiles.remove(`${d}/f`);
    await realFiles.remove(`${d}/no/such`);
    expect(readdirSync(d)).toEqual(['new']);
  });

  test.each<[string, (d: string) => Promise<unknown>]>([
    ['reading', (d) => realFiles.read(`${d}/f`)],
    ['reading a part', (d) => realFiles.read(`${d}/f`, { start: 0, end: 2 })],
    ['looking', (d) => realFiles.stat(`${d}/f`)],
    ['listing', (d) => realFiles.readDir(d)],
    ['making a file', (d) => realFiles.write(`${d}/new`, 'x')],
    ['replacing a file', (d) => realFiles.write(`${d}/f`, 'x')],
    ['making a folder', (d) => realFiles.makeDir(`${d}/new/deep`)],
    ['making no folder', (d) => realFiles.makeDir(d)],
    ['removing', (d) => realFiles.remove(`${d}/f`)],
  ])('%s fails where a folder became a link, and nothing happens behind it', async (_title, act) => {
    const folder = swapped();
    await expect(act(`${folder}/ws/d`)).rejects.toMatchObject({ code: 'EMOVED' });
    expect([readdirSync(`${folder}/out`), readFileSync(`${folder}/out/f`, 'utf8')]).toEqual([
      ['f'],
      'outside',
    ]);
  });

  test('a file that became a link is neither read nor replaced', async () => {
    const folder = tempFolder(tree);
    symlinkSync(`${folder}/out/f`, `${folder}/ws/x`);
    symlinkSync(`${folder}/out/none`, `${folder}/ws/y`);
    for (const act of [
      () => realFiles.read(`${folder}/ws/x`),
      () => realFiles.stat(`${folder}/ws/x`),
      () => realFiles.write(`${folder}/ws/x`, 'x'),
      () => realFiles.write(`${folder}/ws/y`, 'x'),
    ])
      await expect(act()).rejects.toMatchObject({ code: 'EMOVED' });
    expect([readFileSync(`${folder}/out/f`, 'utf8'), existsSync(`${folder}/out/none`)]).toEqual([
      'outside',
      false,
    ]);
  });

  test('folders are made nowhere behind a link to nothing', async () => {
    const folder = tempFolder({ 'ws/': '' });
    symlinkSync(`${folder}/out`, `${folder}/ws/d`);
    await expect(realFiles.makeDir(`${folder}/ws/d/new`)).rejects.toMatchObject({ code: 'EMOVED' });
    expect(existsSync(`${folder}/out`)).toBe(false);
  });

  test('a failed write leaves no temporary file', async () => {
    const folder = tempFolder({ 'ws/d/': '' });
    await expect(realFiles.write(`${folder}/ws/d`, 'x')).rejects.toThrow();
    expect(readdirSync(`${folder}/ws`)).toEqual(['d']);
  });

  test('a folder that is not there and a file in a file’s place are the system’s own errors', async () => {
    const folder = tempFolder({ a: '' });
    mkdirSync(`${folder}/b`);
    await expect(realFiles.read(`${folder}/no/f`)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(realFiles.read(`${folder}/a/f`)).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(realFiles.read(`${folder}/b`)).rejects.toMatchObject({ code: 'EISDIR' });
  });
});
