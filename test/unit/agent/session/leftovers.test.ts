import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodeFiles } from '../../../../src/agent/host/node/nodeFiles.ts';
import { removeLeftovers } from '../../../../src/agent/session/leftovers.ts';
import type { Entry } from '../../../../src/agent/store/entry.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

const changing = (path: string): Entry => ({
  type: 'checkpoint',
  id: 'c',
  at: 0,
  messageId: 'm',
  files: [{ path, before: null, after: null }],
});
const end: Entry = { type: 'turn-end', id: 'e', at: 0, stopReason: 'end_turn' };
const stray = '.a.txt.0123456789ab.tmp';

test('removes the half-written copies of the files that a killed turn was changing, and nothing else', async () => {
  const folder = tempFolder({
    'a.txt': '',
    [stray]: 'half',
    '.b.txt.0123456789ab.tmp': '',
    '.a.txt.tmp': '',
    'a.txt.0123456789ab.tmp': '',
  });
  expect(await removeLeftovers([end, changing(`${folder}/a.txt`)], nodeFiles)).toEqual([
    `${folder}/${stray}`,
  ]);
  expect(readdirSync(folder).sort()).toEqual([
    '.a.txt.tmp',
    '.b.txt.0123456789ab.tmp',
    'a.txt',
    'a.txt.0123456789ab.tmp',
  ]);
});

test('leaves the files of turns that ended alone', async () => {
  const folder = tempFolder({ [stray]: 'half' });
  expect(await removeLeftovers([changing(`${folder}/a.txt`), end], nodeFiles)).toEqual([]);
});

test('passes over a folder that is gone', async () => {
  expect(await removeLeftovers([changing('/home/me/gone/a.txt')], nodeFiles)).toEqual([]);
});
