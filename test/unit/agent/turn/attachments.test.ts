import { describe, expect, test } from 'vitest';
import { mentionsIn, readAttachments } from '../../../../src/agent/turn/attachments.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { toolContext } from '../../../support/toolContext.ts';

test.each<[string, string[]]>([
  ['look at @src/a.ts', ['src/a.ts']],
  ['@a, @b; (@c)', ['a', 'b', 'c']],
  ['@"my file.md" please', ['my file.md']],
  ['see @a.ts.', ['a.ts']],
  ['mail me@example.org', []],
  ['a @ b', []],
  ['@a and @a', ['a']],
])('finds the mentions in %j', (text, names) => {
  expect(mentionsIn(text)).toEqual(names);
});

describe('readAttachments', () => {
  const read = (cwd: string, text: string, content: Parameters<typeof readAttachments>[0]['content'] = []) =>
    readAttachments({ content }, text, toolContext(cwd));

  test('reads mentioned and linked files once, each under its path', async () => {
    const cwd = tempFolder({ a: 'content of a' });
    const link = { type: 'resource-link' as const, uri: `file://${cwd}/a`, name: 'a' };
    const { sections, files } = await read(cwd, 'see @a', [link]);
    expect(sections).toEqual([
      {
        label: { kind: 'file', path: `${cwd}/a` },
        text: `The file ${cwd}/a, attached by the person:\ncontent of a`,
      },
    ]);
    expect(files).toEqual([`${cwd}/a`]);
  });

  test('lists a folder', async () => {
    const cwd = tempFolder({ 'src/a': '', 'src/b/': '' });
    expect((await read(cwd, '@src')).sections[0]?.text).toBe(`The folder ${cwd}/src holds:\na\nb/`);
  });

  test('leaves out what is not there, what is binary, and what is no file', async () => {
    const cwd = tempFolder({ bin: Buffer.from([0, 1, 2, 0]) });
    const link = { type: 'resource-link' as const, uri: 'https://x.example/a', name: 'a' };
    expect((await read(cwd, '@missing @bin', [link])).sections).toEqual([]);
  });

  test('cuts a long file and says where to read on', async () => {
    const cwd = tempFolder({ long: 'x\n'.repeat(3_000) });
    expect((await read(cwd, '@long')).sections[0]?.text).toMatch(
      /\[lines 1 to 2000 of 3000; read on with offset 2001\]$/,
    );
  });
});
