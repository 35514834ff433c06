import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Documents } from '../../../../src/extension/editor/documents.ts';
import {
  closeDocument,
  disk,
  openDocument,
  refuseEdits,
  reset,
  Uri,
} from '../../../support/vscode/vscode.ts';

const path = '/home/me/a.txt';
const onDisk = () => new TextDecoder('utf-8', { ignoreBOM: true }).decode(disk.get(path));
const put = (text: string) => disk.set(path, new TextEncoder().encode(text));
let documents: Documents;

beforeEach(() => {
  reset();
  documents = new Documents();
});
afterEach(() => documents.dispose());

describe('a file that is not open', () => {
  test('is read and written on the disk, byte for byte', async () => {
    put('\ufeffone\r\ntwo\n');
    expect(await documents.read(path)).toBe('\ufeffone\r\ntwo\n');
    await documents.write(path, '\ufeffone\r\nTWO\n');
    expect(onDisk()).toBe('\ufeffone\r\nTWO\n');
  });

  test('and not there is no text, and is made by writing', async () => {
    expect(await documents.read(path)).toBeUndefined();
    await documents.write(path, 'new');
    expect(onDisk()).toBe('new');
  });
});

describe('an open document', () => {
  test('is read as it is, unsaved text included', async () => {
    put('saved');
    openDocument(Uri.file(path), 'saved').type('not saved');
    expect(await documents.read(path)).toBe('not saved');
  });

  test('is changed by one small edit, and saved when nothing else was unsaved', async () => {
    put('one two three');
    const document = openDocument(Uri.file(path), 'one two three');
    await documents.write(path, 'one 2 three');
    expect([document.getText(), document.touched, document.saves]).toEqual(['one 2 three', [[4, 7]], 1]);
    expect(onDisk()).toBe('one 2 three');
  });

  test('with unsaved text is changed and left unsaved', async () => {
    put('one');
    const document = openDocument(Uri.file(path), 'one');
    document.type('one and mine');
    await documents.write(path, 'ONE and mine');
    expect([document.getText(), document.isDirty, onDisk()]).toEqual(['ONE and mine', true, 'one']);
  });

  test('is not touched by the same text', async () => {
    const document = openDocument(Uri.file(path), 'one');
    await documents.write(path, 'one');
    expect([document.touched, document.saves]).toEqual([[], 0]);
  });

  test('whose edit is refused fails and says so', async () => {
    openDocument(Uri.file(path), 'one');
    refuseEdits();
    await expect(documents.write(path, 'two')).rejects.toThrow(`did not take the change to ${path}`);
  });

  test('is listed while it is open, files only', () => {
    const heard: string[][] = [];
    documents.onDidChange(() => heard.push(documents.open));
    const document = openDocument(Uri.file(path), 'one');
    openDocument(Uri.untitled('Untitled-1'), '');
    closeDocument(document);
    expect(heard).toEqual([[path], []]);
  });
});
