import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeFiles } from '../../../../src/agent/host/node/nodeFiles.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vakil-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const at = (...names: string[]) => path.join(folder, ...names);

test('a write keeps the mode bits and leaves no temporary file', async () => {
  writeFileSync(at('run.sh'), 'old');
  chmodSync(at('run.sh'), 0o755);
  await nodeFiles.write(at('run.sh'), 'new');
  expect([
    readFileSync(at('run.sh'), 'utf8'),
    statSync(at('run.sh')).mode & 0o777,
    readdirSync(folder),
  ]).toEqual(['new', 0o755, ['run.sh']]);
});

test('a write through a link changes what it points to and keeps the link', async () => {
  writeFileSync(at('target'), 'old');
  symlinkSync('target', at('link'));
  await nodeFiles.write(at('link'), 'new');
  expect([readFileSync(at('target'), 'utf8'), (await nodeFiles.lstat(at('link')))?.kind]).toEqual([
    'new',
    'link',
  ]);
});

test('a write that cannot be made changes nothing', async () => {
  mkdirSync(at('taken'));
  await expect(nodeFiles.write(at('taken'), 'x')).rejects.toMatchObject({ code: 'EISDIR' });
  expect(readdirSync(folder)).toEqual(['taken']);
});

test('reads a range, also past the end', async () => {
  writeFileSync(at('a'), '0123456789');
  expect(Buffer.from(await nodeFiles.read(at('a'), { start: 8, end: 20 })).toString()).toBe('89');
});

test('tells files, folders, links and nothing apart', async () => {
  writeFileSync(at('file'), '');
  mkdirSync(at('folder'));
  symlinkSync('file', at('link'));
  symlinkSync('nowhere', at('dangling'));
  const kinds = await Promise.all(
    ['file', 'folder', 'link', 'dangling', 'none', 'file/below'].map(
      async (n) => (await nodeFiles.stat(at(n)))?.kind,
    ),
  );
  expect(kinds).toEqual(['file', 'folder', 'file', undefined, undefined, undefined]);
  expect((await nodeFiles.lstat(at('dangling')))?.kind).toBe('link');
  expect((await nodeFiles.stat(at('link')))?.identity).toBe((await nodeFiles.stat(at('file')))?.identity);
});

test('a watch on a missing folder fires when the folder comes and when a file in it changes', async () => {
  const heard: string[] = [];
  let wake: () => void = () => undefined;
  const watch = nodeFiles.watch(at('a', 'b'), (p) => {
    heard.push(p);
    wake();
  });
  const until = (wanted: string) =>
    new Promise<void>((resolve) => {
      wake = () => heard.includes(wanted) && resolve();
      wake();
    });
  mkdirSync(at('a', 'b'), { recursive: true });
  await until(at('a', 'b'));
  heard.length = 0;
  writeFileSync(at('a', 'b', 'c'), '1');
  await until(at('a', 'b', 'c'));
  watch.dispose();
});
