import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readClientCapabilities } from '../../../../src/agent/acp/clientCapabilities.ts';
import { ClientDocuments } from '../../../../src/agent/acp/clientDocuments.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { testHost } from '../../../support/testTurn.ts';
import { type FakeCall, fakeClient } from './fakeClient.ts';

interface Options {
  readonly fs?: { readTextFile?: boolean; writeTextFile?: boolean };
  /** What the client says is open; absent: it does not tell. */
  readonly open?: readonly string[];
  readonly answer?: (call: FakeCall) => unknown;
}

function documentsOf(options: Options) {
  const folder = tempFolder({ 'a.txt': 'on disk\r\n', 'b.txt': 'other' });
  const { client, calls } = fakeClient(options.answer ?? (() => ({ content: 'in the editor' })));
  const file = path.join(folder, 'a.txt');
  const documents = new ClientDocuments({
    client,
    capabilities: readClientCapabilities({
      clientCapabilities: { fs: options.fs ?? { readTextFile: true, writeTextFile: true } },
    }),
    sessionId: 's',
    host: testHost(folder),
    open: () => options.open && new Set(options.open.map((name) => path.join(folder, name))),
  });
  return { documents, calls, file };
}

describe('a client that tells which documents are open', () => {
  test('is asked for those and for nothing else', async () => {
    const { documents, calls, file } = documentsOf({ open: ['a.txt'] });
    expect(await documents.read(file)).toBe('in the editor');
    expect(await documents.read(file.replace('a.txt', 'b.txt'))).toBeUndefined();
    expect(calls).toEqual([{ method: 'fs/read_text_file', params: { sessionId: 's', path: file } }]);
  });

  test('writes those and nothing else', async () => {
    const { documents, calls, file } = documentsOf({ open: ['a.txt'] });
    expect(await documents.write(file, 'new')).toBe(true);
    expect(await documents.write(file.replace('a.txt', 'b.txt'), 'new')).toBe(false);
    expect(calls).toEqual([
      { method: 'fs/write_text_file', params: { sessionId: 's', path: file, content: 'new' } },
    ]);
  });
});

describe('a client that does not tell', () => {
  test('has a file open when its text differs from the disk, and then writes it', async () => {
    const { documents, calls, file } = documentsOf({});
    expect(await documents.write(file, 'new')).toBe(false);
    expect(await documents.read(file)).toBe('in the editor');
    expect(await documents.write(file, 'new')).toBe(true);
    expect(calls.map(({ method }) => method)).toEqual(['fs/read_text_file', 'fs/write_text_file']);
  });

  test.each([
    ['the same text', 'on disk\r\n'],
    ['the same text with other line ends', 'on disk\n'],
    ['the same text behind a byte-order mark', '\ufeffon disk\r\n'],
  ])('that gives %s has it not: the disk counts, byte for byte', async (_, content) => {
    const { documents, file } = documentsOf({ answer: () => ({ content }) });
    expect(await documents.read(file)).toBeUndefined();
    expect(await documents.write(file, 'new')).toBe(false);
  });

  test('is not asked for a file that is not on the disk', async () => {
    const { documents, calls, file } = documentsOf({});
    expect(await documents.read(`${file}.new`)).toBeUndefined();
    expect(calls).toEqual([]);
  });
});

describe('a client', () => {
  test('that offers no files is never asked', async () => {
    const { documents, calls, file } = documentsOf({ fs: {}, open: ['a.txt'] });
    expect(await documents.read(file)).toBeUndefined();
    expect(await documents.write(file, 'new')).toBe(false);
    expect(calls).toEqual([]);
  });

  test.each([
    ['fails', () => Promise.reject(new Error('no'))],
    ['answers nonsense', () => ({ text: 7 })],
  ])('that %s has nothing open', async (_, answer) => {
    const { documents, file } = documentsOf({ open: ['a.txt'], answer });
    expect(await documents.read(file)).toBeUndefined();
  });

  test('that can not write a document it has open is a failure, not a silent write to disk', async () => {
    const answer = () => Promise.reject(new Error('read-only'));
    const { documents, file } = documentsOf({ open: ['a.txt'], answer });
    await expect(documents.write(file, 'new')).rejects.toThrow('read-only');
  });

  test('that is slow is not waited for once the turn is called off', async () => {
    const { documents, file } = documentsOf({ open: ['a.txt'], answer: () => new Promise(() => undefined) });
    const stop = new AbortController();
    const read = documents.read(file, stop.signal);
    stop.abort();
    await expect(read).rejects.toMatchObject({ name: 'AbortError' });
  });
});
