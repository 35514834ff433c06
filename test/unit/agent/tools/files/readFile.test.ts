import { closeSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createReadFile } from '../../../../../src/agent/tools/files/readFile.ts';
import { tempFolder } from '../../../../support/tempFolder.ts';
import { callTool, toolContext } from '../../../../support/toolContext.ts';

const tool = createReadFile();
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);

test('gives the text as it stands, without header or line numbers', async () => {
  const cwd = tempFolder({ 'a.txt': 'one\ntwo\n' });
  const result = await callTool(tool, { path: 'a.txt' }, toolContext(cwd));
  expect(result).toMatchObject({ text: 'one\ntwo', touched: [`${cwd}/a.txt`] });
  expect(result.isError).toBeFalsy();
});

test.each<[string, object, string]>([
  ['a range', { offset: 2, limit: 2 }, 'l2\nl3\n\n[lines 2 to 3 of 5; read on with offset 4]'],
  ['from a line to the end', { offset: 4 }, 'l4\nl5'],
  ['from line 0 as from line 1', { offset: 0, limit: 1 }, 'l1\n\n[lines 1 to 1 of 5; read on with offset 2]'],
])('reads %s', async (_title, range, text) => {
  const cwd = tempFolder({ 'a.txt': 'l1\nl2\nl3\nl4\nl5\n' });
  expect((await callTool(tool, { path: 'a.txt', ...range }, toolContext(cwd))).text).toBe(text);
});

test('says so when the file has no such line', async () => {
  const cwd = tempFolder({ 'a.txt': 'one\n' });
  const result = await callTool(tool, { path: 'a.txt', offset: 9 }, toolContext(cwd));
  expect(result).toMatchObject({ isError: true, text: 'There is no line 9: the file has 1 lines.' });
});

test('gives an empty file as an empty text', async () => {
  const result = await callTool(tool, { path: 'a' }, toolContext(tempFolder({ a: '' })));
  expect(result).toMatchObject({ text: '' });
  expect(result.isError).toBeFalsy();
});

test('cuts a file after 2,000 lines and a line after 2,000 characters', async () => {
  const long = `${'x'.repeat(3000)}\n${'y\n'.repeat(2500)}`;
  const { text } = await callTool(tool, { path: 'a' }, toolContext(tempFolder({ a: long })));
  expect(text.split('\n')[0]).toBe(`${'x'.repeat(2000)}… [1000 more characters in this line]`);
  expect(text.endsWith('[lines 1 to 2000 of 2501; read on with offset 2001]')).toBe(true);
});

test.each<[string, Uint8Array, string]>([
  ['UTF-16', Buffer.from('\ufeffgrüße\n', 'utf16le'), 'grüße'],
  ['a byte-order mark', Buffer.from('\ufeffhi'), 'hi'],
  ['Latin-1', Buffer.from([0x67, 0x72, 0xfc, 0xdf]), 'grüß'],
  ['Windows line ends', Buffer.from('a\r\nb\r\n'), 'a\nb'],
])('reads a file with %s', async (_title, bytes, text) => {
  expect((await callTool(tool, { path: 'a' }, toolContext(tempFolder({ a: bytes })))).text).toBe(text);
});

test('gives an image as an image', async () => {
  const result = await callTool(tool, { path: 'a.png' }, toolContext(tempFolder({ 'a.png': PNG })));
  expect(result).toMatchObject({
    media: [{ mimeType: 'image/png', data: PNG.toString('base64') }],
    content: [{ type: 'image', mimeType: 'image/png' }],
  });
});

test('gives a PDF as a document', async () => {
  const result = await callTool(tool, { path: 'a' }, toolContext(tempFolder({ a: '%PDF-1.7\n…' })));
  expect(result.media?.[0]?.mimeType).toBe('application/pdf');
});

test('refuses a binary file', async () => {
  const cwd = tempFolder({ a: Buffer.from([1, 0, 2, 0, 0, 3]) });
  expect(await callTool(tool, { path: 'a' }, toolContext(cwd))).toMatchObject({
    isError: true,
    text: `${cwd}/a is a binary file.`,
  });
});

test('lists a folder and says that it is one', async () => {
  const cwd = tempFolder({ 'src/b.ts': '', 'src/lib/': '' });
  const result = await callTool(tool, { path: 'src' }, toolContext(cwd));
  expect(result).toMatchObject({
    isError: true,
    text: `${cwd}/src is a folder, not a file. It holds:\nb.ts\nlib/`,
  });
});

test('names files with a similar name when there is none', async () => {
  const cwd = tempFolder({ 'readme.md': '' });
  expect((await callTool(tool, { path: 'README.md' }, toolContext(cwd))).text).toBe(
    `${cwd}/README.md does not exist. Near it: ${cwd}/readme.md.`,
  );
});

test('reads the editor’s unsaved text of an open document', async () => {
  const cwd = tempFolder({ 'a.txt': 'saved' });
  const documents = { read: async () => 'unsaved', write: async () => true };
  expect((await callTool(tool, { path: 'a.txt' }, toolContext(cwd, { documents }))).text).toBe('unsaved');
});

test('reads a part of a file too large for memory', async () => {
  const cwd = tempFolder();
  const filler = 'x'.repeat(1024 * 1024);
  writeFileSync(`${cwd}/big`, Array.from({ length: 24 }, (_, at) => `line ${at + 1}\n${filler}`).join('\n'));
  const result = await callTool(tool, { path: 'big', offset: 41, limit: 1 }, toolContext(cwd));
  expect(result.text).toBe('line 21\n\n[lines 41 to 41; read on with offset 42]');
});

test('says how to read a file of 50 MB', async () => {
  const cwd = tempFolder();
  const file = openSync(`${cwd}/big`, 'w');
  ftruncateSync(file, 50 * 1024 * 1024);
  closeSync(file);
  const result = await callTool(tool, { path: 'big' }, toolContext(cwd));
  expect(result).toMatchObject({
    isError: true,
    text: `${cwd}/big is 50.0 MB, too large to be read whole. Read a part of it with offset and limit (at most 2000 lines), or search it with grep.`,
  });
});

test.each<[string, unknown, string]>([
  ['no path', {}, 'path: '],
  ['a misspelled key', { file_path: 'a' }, 'unknown "file_path"'],
  ['a path that is no text', { path: 5 }, 'path: '],
  ['nothing', undefined, 'path: '],
])('refuses an input with %s', async (_title, input, message) => {
  const result = await callTool(tool, input, toolContext(tempFolder()));
  expect(result.isError).toBe(true);
  expect(result.text).toContain(message);
  expect(result.text).toContain('It takes: path, offset, limit.');
});
