import { describe, expect, test } from 'vitest';
import {
  carriesAttachments,
  parseUriList,
  readTransfer,
} from '../../../../src/webview/composer/attachFiles.ts';

function transfer(files: File[], lists: Record<string, string> = {}): DataTransfer {
  return { files, getData: (type: string) => lists[type] ?? '' } as unknown as DataTransfer;
}

function file(name: string, type: string, content: BlobPart): File {
  const made = new globalThis.File([content], name, { type });
  return made;
}

const image = () => file('shot.png', 'image/png', 'x');

describe('what is pasted or dropped', () => {
  test('becomes an image when it is one', async () => {
    const data = transfer([file('shot.png', 'image/png', new Uint8Array([1, 2, 3]))]);
    expect(await readTransfer(data)).toEqual({
      attachments: [{ kind: 'image', mimeType: 'image/png', data: 'AQID', label: 'shot.png' }],
      problems: [],
    });
  });

  test('becomes text when it is a text file', async () => {
    expect(await readTransfer(transfer([file('a.txt', 'text/plain', 'hello')]))).toEqual({
      attachments: [{ kind: 'text', label: 'a.txt', uri: 'attachment:///a.txt', text: 'hello' }],
      problems: [],
    });
  });

  test('becomes paths when the editor’s explorer was dragged from', async () => {
    const lists = { 'application/vnd.code.uri-list': 'file:///home/me/a%20b.ts\r\nfile:///c%3A/x/y.ts' };
    expect((await readTransfer(transfer([], lists))).attachments).toEqual([
      { kind: 'file', path: '/home/me/a b.ts', label: 'a b.ts' },
      { kind: 'file', path: 'c:/x/y.ts', label: 'y.ts' },
    ]);
  });

  test.each([
    [
      'an image of another kind',
      file('a.svg', 'image/svg+xml', '<svg/>'),
      'a.svg: only PNG, JPEG, GIF and WebP images can be sent.',
    ],
    ['a program', file('a.bin', '', 'a\0b'), 'a.bin is not a text file.'],
    ['a large text', file('a.log', '', 'x'.repeat(1024 * 1024 + 1)), 'a.log is larger than 1 MB.'],
  ])('is refused in a sentence when it is %s', async (_, refused, problem) => {
    expect(await readTransfer(transfer([refused]))).toEqual({ attachments: [], problems: [problem] });
  });

  test.each([
    ['text', [], { 'text/plain': 'words' }, false],
    ['an address', [], { 'text/plain': 'https://x', 'text/uri-list': 'https://x' }, false],
    ['cells of a table', [image()], { 'text/plain': '1', 'text/html': '<td>1' }, false],
    ['an image of a page', [image()], { 'text/html': '<img>' }, true],
    ['an image', [image()], {}, true],
    ['a file of the editor', [], { 'text/uri-list': 'file:///a.ts' }, true],
  ])('is taken from the text field or left to it: %s', (_, files, lists, taken) => {
    expect(carriesAttachments(transfer(files, lists))).toBe(taken);
  });

  test.each([
    ['# a comment\nhttps://example.org/a', []],
    ['vscode-remote://ssh-remote+box/home/me/a.ts', ['/home/me/a.ts']],
    ['not an address', []],
  ])('reads the addresses of %j', (list, paths) => {
    expect(parseUriList(list)).toEqual(paths);
  });
});
