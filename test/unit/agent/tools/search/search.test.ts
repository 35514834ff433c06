import { symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createGlob } from '../../../../../src/agent/tools/search/glob.ts';
import { createGrep } from '../../../../../src/agent/tools/search/grep.ts';
import { tempFolder } from '../../../../support/tempFolder.ts';
import { testHost } from '../../../../support/testTurn.ts';
import { callTool, toolContext } from '../../../../support/toolContext.ts';

const grep = createGrep();
const glob = createGlob();
const tree = {
  '.git/HEAD': 'ref',
  '.gitignore': 'node_modules\n',
  'a.ts': 'const one = 1;\nconst two = 2;\n',
  'src/b.ts': 'export const one = 1;\n',
  'src/deep/c.test.ts': 'one\n',
  'node_modules/x/index.ts': 'const one = 1;\n',
  '.hidden/d.md': 'one\n',
};

describe('grep', () => {
  test('gives matching lines with path and number, sorted', async () => {
    const result = await callTool(grep, { pattern: 'const (one|two)' }, toolContext(tempFolder(tree)));
    expect(result.text).toBe(
      'a.ts:1:const one = 1;\na.ts:2:const two = 2;\nsrc/b.ts:1:export const one = 1;',
    );
  });

  test.each<[string, object, string]>([
    [
      'in a folder',
      { pattern: 'one', path: 'src' },
      'src/b.ts:1:export const one = 1;\nsrc/deep/c.test.ts:1:one',
    ],
    ['in a file', { pattern: 'two', path: 'a.ts' }, 'a.ts:2:const two = 2;'],
    ['by a glob', { pattern: 'one', glob: '*.test.ts' }, 'src/deep/c.test.ts:1:one'],
    ['in hidden folders', { pattern: 'one', glob: '*.md' }, '.hidden/d.md:1:one'],
    [
      'in an ignored folder that is named',
      { pattern: 'one', path: 'node_modules/x' },
      'node_modules/x/index.ts:1:const one = 1;',
    ],
    ['for what looks like an option', { pattern: '--one' }, 'No matches for --one.'],
  ])('searches %s', async (_title, input, text) => {
    const result = await callTool(grep, input, toolContext(tempFolder(tree)));
    expect(result.text).toBe(text);
    expect(result.isError).toBeFalsy();
  });

  test('explains a pattern that is no regular expression', async () => {
    const result = await callTool(grep, { pattern: 'foo(' }, toolContext(tempFolder(tree)));
    expect(result.isError).toBe(true);
    expect(result.text).toMatch(/^The pattern is no valid regular expression\./);
  });

  test('refuses a folder that is not there', async () => {
    const cwd = tempFolder();
    expect(await callTool(grep, { pattern: 'x', path: 'no' }, toolContext(cwd))).toMatchObject({
      isError: true,
      text: `${cwd}/no does not exist.`,
    });
  });

  test('stops after 1,000 lines and says so', async () => {
    const cwd = tempFolder({ a: 'x\n'.repeat(5000) });
    const { text } = await callTool(grep, { pattern: 'x' }, toolContext(cwd));
    expect(text.split('\n').filter((line) => line.startsWith('a:')).length).toBe(1000);
    expect(text).toMatch(/\[only the first 1000 matching lines; /);
  });

  test('does not follow links out of the folder', async () => {
    const outside = tempFolder({ secret: 'needle' });
    const cwd = tempFolder({ a: '' });
    symlinkSync(outside, `${cwd}/link`);
    expect((await callTool(grep, { pattern: 'needle' }, toolContext(cwd))).text).toBe(
      'No matches for needle.',
    );
  });

  test('says nothing about what stands in an ignore file', async () => {
    const outside = tempFolder({ ignored: 'needle[' });
    const cwd = tempFolder({ a: '' });
    symlinkSync(`${outside}/ignored`, `${cwd}/.ignore`);
    for (const input of [{ pattern: 'x' }, { pattern: 'x', path: 'none' }, { pattern: '(' }])
      expect((await callTool(grep, input, toolContext(cwd))).text).not.toContain('needle');
    expect((await callTool(glob, { pattern: 'none' }, toolContext(cwd))).text).not.toContain('needle');
  });

  test('names the way out when there is no ripgrep', async () => {
    const cwd = tempFolder();
    const host = { ...testHost(cwd), id: 'elsewhere' };
    const processes = { ...host.processes, which: async () => undefined };
    const result = await callTool(grep, { pattern: 'x' }, toolContext(cwd, { host: { ...host, processes } }));
    expect(result).toMatchObject({ isError: true, text: expect.stringContaining('VAK_RIPGREP') });
  });
});

describe('glob', () => {
  test.each<[string, object, string]>([
    ['everywhere by a name alone', { pattern: '*.ts' }, 'a.ts\nsrc/b.ts\nsrc/deep/c.test.ts'],
    ['by a path', { pattern: 'src/*.ts' }, 'src/b.ts'],
    ['by a deep path', { pattern: '**/*.test.ts' }, 'src/deep/c.test.ts'],
    ['by alternatives', { pattern: '**/{a,b}.ts' }, 'a.ts\nsrc/b.ts'],
    ['in a folder', { pattern: '**/*.ts', path: 'src' }, 'src/b.ts\nsrc/deep/c.test.ts'],
    ['hidden files', { pattern: '.hidden/*' }, '.hidden/d.md'],
    ['nothing', { pattern: '*.rs' }, 'No file matches *.rs.'],
  ])('finds %s', async (_title, input, text) => {
    expect((await callTool(glob, input, toolContext(tempFolder(tree)))).text).toBe(text);
  });

  test('takes an absolute pattern', async () => {
    const cwd = tempFolder(tree);
    expect((await callTool(glob, { pattern: `${cwd}/src/**/*.ts` }, toolContext(cwd))).text).toBe(
      'src/b.ts\nsrc/deep/c.test.ts',
    );
    expect(glob.subject({ pattern: `${cwd}/src/**/*.ts` }, '/elsewhere')).toEqual({
      kind: 'read',
      paths: [`${cwd}/src`],
    });
  });

  test('refuses a folder that is not there', async () => {
    const cwd = tempFolder({ a: '' });
    expect((await callTool(glob, { pattern: '*', path: 'a' }, toolContext(cwd))).text).toBe(
      `${cwd}/a is a file, not a folder.`,
    );
  });
});
