import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createApplyPatch } from '../../../../../src/agent/tools/files/applyPatch.ts';
import { createEditFile } from '../../../../../src/agent/tools/files/editFile.ts';
import { createReadFile } from '../../../../../src/agent/tools/files/readFile.ts';
import { createWriteFile } from '../../../../../src/agent/tools/files/writeFile.ts';
import { tempFolder } from '../../../../support/tempFolder.ts';
import { callTool, toolContext } from '../../../../support/toolContext.ts';

const edit = createEditFile();
const write = createWriteFile();
const patch = createApplyPatch();
const read = createReadFile();
const bytesOf = (file: string) => readFileSync(file).toString('latin1');

describe('edit_file', () => {
  test('shows the change as a diff and saves the file for undo first', async () => {
    const cwd = tempFolder({ 'a.txt': 'one two' });
    const context = toolContext(cwd);
    const result = await callTool(edit, { path: 'a.txt', old_string: 'two', new_string: 'three' }, context);
    expect(result).toMatchObject({
      text: 'Changed a.txt in line 1.',
      content: [{ type: 'diff', path: `${cwd}/a.txt`, oldText: 'one two', newText: 'one three' }],
      touched: [`${cwd}/a.txt`],
    });
    expect(context.saved).toEqual([`${cwd}/a.txt`]);
  });

  test.each<[string, Uint8Array, Uint8Array]>([
    ['a byte-order mark', Buffer.from('\ufeffold\n'), Buffer.from('\ufeffnew\n')],
    ['Windows line ends', Buffer.from('x\r\nold\r\n'), Buffer.from('x\r\nnew\r\n')],
    ['no final line end', Buffer.from('x\nold'), Buffer.from('x\nnew')],
    ['UTF-16', Buffer.from('\ufeffold', 'utf16le'), Buffer.from('\ufeffnew', 'utf16le')],
    ['Latin-1', Buffer.from('\xe9old', 'latin1'), Buffer.from('\xe9new', 'latin1')],
  ])('keeps %s', async (_title, before, after) => {
    const cwd = tempFolder({ a: before });
    await callTool(edit, { path: 'a', old_string: 'old', new_string: 'new' }, toolContext(cwd));
    expect(bytesOf(`${cwd}/a`)).toBe(Buffer.from(after).toString('latin1'));
  });

  test('keeps permission bits and leaves nothing beside the file', async () => {
    const cwd = tempFolder({ 'run.sh': 'old' });
    chmodSync(`${cwd}/run.sh`, 0o755);
    await callTool(edit, { path: 'run.sh', old_string: 'old', new_string: 'new' }, toolContext(cwd));
    expect(statSync(`${cwd}/run.sh`).mode & 0o777).toBe(0o755);
    expect(readdirSync(cwd)).toEqual(['run.sh']);
  });

  test('changes the file behind a link and keeps the link', async () => {
    const cwd = tempFolder({ target: 'old' });
    symlinkSync('target', `${cwd}/link`);
    await callTool(edit, { path: 'link', old_string: 'old', new_string: 'new' }, toolContext(cwd));
    expect(readFileSync(`${cwd}/target`, 'utf8')).toBe('new');
    expect(
      readdirSync(cwd, { withFileTypes: true })
        .find((entry) => entry.name === 'link')
        ?.isSymbolicLink(),
    ).toBe(true);
  });

  test('reports a file that changed since it was read, and changes nothing', async () => {
    const cwd = tempFolder({ a: 'old' });
    const context = toolContext(cwd);
    await callTool(read, { path: 'a' }, context);
    writeFileSync(`${cwd}/a`, 'old, by somebody else');
    const result = await callTool(edit, { path: 'a', old_string: 'old', new_string: 'new' }, context);
    expect(result).toMatchObject({
      isError: true,
      text: `${cwd}/a has changed since it was read. Read it again, then decide about the change.`,
    });
    expect(readFileSync(`${cwd}/a`, 'utf8')).toBe('old, by somebody else');
  });

  test('goes on after its own change, and after the file was read again', async () => {
    const cwd = tempFolder({ a: '1' });
    const context = toolContext(cwd);
    const step = (old_string: string, new_string: string) =>
      callTool(edit, { path: 'a', old_string, new_string }, context);
    await step('1', '2');
    expect((await step('2', '3')).isError).toBeFalsy();
    writeFileSync(`${cwd}/a`, '4');
    expect((await step('4', '5')).isError).toBe(true);
    await callTool(read, { path: 'a' }, context);
    expect((await step('4', '5')).isError).toBeFalsy();
  });

  test('goes through the editor when the file is open there', async () => {
    const cwd = tempFolder({ a: 'saved' });
    const written: string[] = [];
    const documents = {
      read: async () => 'unsaved text',
      write: async (_path: string, text: string) => written.push(text) > 0,
    };
    await callTool(
      edit,
      { path: 'a', old_string: 'unsaved', new_string: 'new' },
      toolContext(cwd, { documents }),
    );
    expect(written).toEqual(['new text']);
    expect(readFileSync(`${cwd}/a`, 'utf8')).toBe('saved');
  });

  test('says so when the editor was led elsewhere while it wrote', async () => {
    const folder = tempFolder({ 'ws/d/a': 'text', 'out/a': 'text' });
    const documents = {
      read: async () => 'text',
      write: async (file: string, text: string) => {
        renameSync(`${folder}/ws/d`, `${folder}/ws/was`);
        symlinkSync('../out', `${folder}/ws/d`);
        writeFileSync(file, text);
        return true;
      },
    };
    const { isError, text } = await callTool(
      edit,
      { path: 'd/a', old_string: 'text', new_string: 'new' },
      toolContext(`${folder}/ws`, { documents }),
    );
    expect([isError, text]).toEqual([
      true,
      expect.stringMatching(/a led elsewhere while the editor wrote it/),
    ]);
  });

  test('makes a new file from an empty old_string', async () => {
    const cwd = tempFolder();
    await callTool(edit, { path: 'deep/er/a', old_string: '', new_string: 'hi' }, toolContext(cwd));
    expect(readFileSync(`${cwd}/deep/er/a`, 'utf8')).toBe('hi');
  });

  test.each<[string, object, string]>([
    ['a missing file', { path: 'b', old_string: 'x', new_string: 'y' }, '/b does not exist.'],
    ['a folder', { path: '.', old_string: 'x', new_string: 'y' }, 'is a folder, not a file.'],
    ['equal texts', { path: 'a', old_string: 'x', new_string: 'x' }, 'are the same'],
    ['an empty old_string on a file', { path: 'a', old_string: '', new_string: 'y' }, 'exists.'],
  ])('refuses %s', async (_title, input, message) => {
    const result = await callTool(edit, input, toolContext(tempFolder({ a: 'x' })));
    expect(result.isError).toBe(true);
    expect(result.text).toContain(message);
  });

  test('changes nothing when the file can’t be saved for undo', async () => {
    const cwd = tempFolder({ a: 'old' });
    const beforeChange = async () => {
      throw new Error('disk full');
    };
    const result = await callTool(
      edit,
      { path: 'a', old_string: 'old', new_string: 'new' },
      toolContext(cwd, { beforeChange }),
    );
    expect(result.isError).toBe(true);
    expect(readFileSync(`${cwd}/a`, 'utf8')).toBe('old');
  });

  test('previews the change without making it', async () => {
    const cwd = tempFolder({ a: 'old' });
    const preview = await edit.preview?.(
      { path: 'a', old_string: 'old', new_string: 'new' },
      toolContext(cwd),
    );
    expect(preview).toEqual({
      content: [{ type: 'diff', path: `${cwd}/a`, oldText: 'old', newText: 'new' }],
    });
    expect(readFileSync(`${cwd}/a`, 'utf8')).toBe('old');
  });
});

describe('write_file', () => {
  test('makes a file with its folders', async () => {
    const cwd = tempFolder();
    const result = await callTool(write, { path: 'x/y.txt', content: 'a\nb\n' }, toolContext(cwd));
    expect(result).toMatchObject({
      text: 'Created x/y.txt (2 lines).',
      content: [{ oldText: null, newText: 'a\nb\n' }],
    });
  });

  test('replaces a file byte for byte, but for its line ends', async () => {
    const cwd = tempFolder({ a: '\ufeffold\r\nlines\r\n' });
    await callTool(write, { path: 'a', content: 'new\nlines' }, toolContext(cwd));
    expect(readFileSync(`${cwd}/a`, 'utf8')).toBe('\ufeffnew\r\nlines');
  });

  test('says why it can’t write', async () => {
    const cwd = tempFolder({ a: 'x' });
    const result = await callTool(write, { path: 'a/b', content: 'x' }, toolContext(cwd));
    expect(result).toMatchObject({ isError: true });
    expect(result.text).toContain('Nothing was changed.');
  });
});

describe('apply_patch', () => {
  const wrap = (...lines: string[]) => ({ patch: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') });

  test('adds, updates, moves and deletes in one go', async () => {
    const cwd = tempFolder({ 'a.txt': 'one\ntwo\nthree\n', 'b.txt': 'keep\nold\n', 'c.txt': 'gone' });
    chmodSync(`${cwd}/b.txt`, 0o755);
    const context = toolContext(cwd);
    const result = await callTool(
      patch,
      wrap(
        '*** Add File: new/d.txt',
        '+fresh',
        '+file',
        '*** Update File: a.txt',
        '@@',
        ' one',
        '-two',
        '+TWO',
        ' three',
        '*** Update File: b.txt',
        '*** Move to: moved/b.txt',
        '@@',
        ' keep',
        '-old',
        '+new',
        '*** Delete File: c.txt',
      ),
      context,
    );
    expect(result.text).toBe(
      'Created new/d.txt.\nChanged a.txt from line 1.\nMoved b.txt to moved/b.txt.\nDeleted c.txt.',
    );
    const text = (file: string) => readFileSync(`${cwd}/${file}`, 'utf8');
    expect([text('new/d.txt'), text('a.txt'), text('moved/b.txt')]).toEqual([
      'fresh\nfile\n',
      'one\nTWO\nthree\n',
      'keep\nnew\n',
    ]);
    expect([existsSync(`${cwd}/b.txt`), existsSync(`${cwd}/c.txt`)]).toEqual([false, false]);
    expect(statSync(`${cwd}/moved/b.txt`).mode & 0o777).toBe(0o755);
    expect(context.saved).toEqual(
      ['new/d.txt', 'a.txt', 'moved/b.txt', 'b.txt', 'c.txt'].map((file) => `${cwd}/${file}`),
    );
  });

  test('changes nothing when one part does not fit, and shows the nearest lines', async () => {
    const cwd = tempFolder({ a: 'one\n', b: 'const limit = 10;\n' });
    const result = await callTool(
      patch,
      wrap(
        '*** Update File: a',
        '-one',
        '+ONE',
        '*** Update File: b',
        '-const limit = 11;',
        '+const limit = 12;',
      ),
      toolContext(cwd),
    );
    expect(result.isError).toBe(true);
    expect(result.text).toMatch(/^Nothing was changed\./);
    expect(result.text).toContain('The nearest is line 1');
    expect(readFileSync(`${cwd}/a`, 'utf8')).toBe('one\n');
  });

  test('takes back what it made when writing fails half-way', async () => {
    const cwd = tempFolder({ a: 'one\n', file: '' });
    const result = await callTool(
      patch,
      wrap('*** Update File: a', '-one', '+ONE', '*** Add File: file/below', '+x'),
      toolContext(cwd),
    );
    expect(result.isError).toBe(true);
    expect(readFileSync(`${cwd}/a`, 'utf8')).toBe('one\n');
  });

  test.each<[string, string[], string]>([
    ['a header it does not know', ['*** Rename File: a'], 'Line 2 of the patch'],
    ['a line without a sign', ['*** Update File: a', 'oops'], 'begins with " ", "-" or "+"'],
    ['nothing in it', [], 'changes no file'],
    ['an update without changes', ['*** Update File: a'], 'has no changes'],
    ['a file twice', ['*** Delete File: a', '*** Delete File: ./a'], 'twice'],
    ['a file to add that is there', ['*** Add File: a', '+x'], 'exists already'],
    ['a file to delete that is not there', ['*** Delete File: z'], 'does not exist'],
    ['a move onto a file', ['*** Update File: a', '*** Move to: b', '-one', '+x'], 'exists already'],
  ])('refuses a patch with %s', async (_title, lines, message) => {
    const result = await callTool(patch, wrap(...lines), toolContext(tempFolder({ a: 'one\n', b: '' })));
    expect(result.isError).toBe(true);
    expect(result.text).toContain(message);
  });

  test.each([['*** Update File: a'], ['just text'], ['*** Begin Patch\n*** Delete File: a']])(
    'refuses a patch without its frame: %j',
    async (text) => {
      expect((await callTool(patch, { patch: text }, toolContext(tempFolder({ a: '' })))).isError).toBe(true);
    },
  );
});
