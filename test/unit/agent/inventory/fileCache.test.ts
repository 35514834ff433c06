import { expect, test } from 'vitest';
import type { FileStat } from '../../../../src/agent/host/host.ts';
import { FileCache } from '../../../../src/agent/inventory/fileCache.ts';

const stat: FileStat = { kind: 'file', size: 3, mtimeMs: 1000, mode: 0o644, identity: '1:2' };

test.each<[string, Partial<FileStat>, string | undefined]>([
  ['nothing', {}, 'kept'],
  ['its permissions', { mode: 0o600 }, 'kept'],
  ['its size', { size: 4 }, undefined],
  ['its time', { mtimeMs: 1000.5 }, undefined],
  ['its inode, as by a rename over it', { identity: '1:3' }, undefined],
])(
  'when %s of a file changed, gives what was made of it only if its text may be the same',
  (_, change, given) => {
    const shelf = new FileCache().shelf<string>('text');
    shelf.set('/home/me/a', stat, 'kept');
    expect(shelf.get('/home/me/a', { ...stat, ...change })).toBe(given);
  },
);

test('forgets what a whole build did not ask for', () => {
  const cache = new FileCache();
  const shelf = cache.shelf<string>('text');
  shelf.set('/home/me/asked', stat, 'one');
  shelf.set('/home/me/gone', stat, 'two');
  cache.beginBuild();
  shelf.get('/home/me/asked', stat);
  cache.endBuild();
  expect([shelf.has('/home/me/asked'), shelf.has('/home/me/gone')]).toEqual([true, false]);
});

test('keeps what was known before a build that broke off', () => {
  const cache = new FileCache();
  const shelf = cache.shelf<string>('text');
  shelf.set('/home/me/old', stat, 'old');
  cache.beginBuild();
  shelf.set('/home/me/new', stat, 'new');
  cache.beginBuild();
  expect([shelf.get('/home/me/old', stat), shelf.get('/home/me/new', stat)]).toEqual(['old', 'new']);
});

test('keeps two kinds of things about one file apart', () => {
  const cache = new FileCache();
  cache.shelf<string>('text').set('/home/me/a', stat, 'text');
  expect(cache.shelf<string>('other').get('/home/me/a', stat)).toBeUndefined();
});

test('makes a value once', async () => {
  const shelf = new FileCache().shelf<number>('count');
  let made = 0;
  const look = () => shelf.remember('/home/me/a', stat, async () => ++made);
  expect([await look(), await look()]).toEqual([1, 1]);
});
