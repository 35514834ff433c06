import { describe, expect, test } from 'vitest';
import { parseFrontmatter } from '../../../../src/agent/config/frontmatter.ts';

function read(text: string) {
  const { data, body, problems } = parseFrontmatter(text);
  return { data, body, problems: problems.map((p) => `${p.line}:${p.column} ${p.severity} ${p.code}`) };
}

describe('frontmatter', () => {
  test.each<[string, string, object, string[]]>([
    ['plain', '---\na: 1\n---\nbody\n', { a: 1 }, []],
    [
      'with CRLF',
      '---\r\na: x\r\nb: y\r\n---\r\nbody\r\n',
      { a: 'x', b: 'y' },
      ['1:1 warning carriage-returns'],
    ],
    ['with lone carriage returns', '---\ra: x\r---\rbody\r', { a: 'x' }, ['1:1 warning carriage-returns']],
    ['behind a byte-order mark', '\ufeff---\na: x\n---\nbody\n', { a: 'x' }, ['1:1 warning byte-order-mark']],
    [
      'an unquoted colon',
      '---\nd: Use when: always\n---\nbody\n',
      { d: 'Use when: always' },
      ['2:4 warning unquoted-value'],
    ],
    [
      'a bare list and a word',
      '---\nh: [a] — text\n---\nbody\n',
      { h: '[a] — text' },
      ['2:4 warning unquoted-value'],
    ],
    ['two bare lists', '---\nh: [a] [b]\n---\nbody\n', { h: '[a] [b]' }, ['2:4 warning unquoted-value']],
    [
      'a value that begins with @',
      '---\nd: @team only\n---\nbody\n',
      { d: '@team only' },
      ['2:4 warning unquoted-value'],
    ],
    [
      'a trouble value over several lines',
      '---\nd: one: two\n  and three\nn: x\n---\nbody\n',
      { d: 'one: two and three', n: 'x' },
      ['2:4 warning unquoted-value'],
    ],
    ['a block text', '---\nd: |-\n  one: 1\n  two\n---\nbody\n', { d: 'one: 1\ntwo' }, []],
    ['a folded text', '---\nd: >\n  one\n  two\n---\nbody\n', { d: 'one two\n' }, []],
    ['dashes inside a value', '---\nd: a --- b\n---x: 1\n---\nbody\n', { d: 'a --- b', '---x': 1 }, []],
    [
      'blanks behind the closing line',
      '---\na: x\n--- \nbody\n',
      { a: 'x' },
      ['3:1 warning delimiter-blanks'],
    ],
    ['nothing between the lines', '---\n---\nbody\n', {}, []],
    ['only comments', '---\n# a: x\n---\nbody\n', {}, []],
    ['a list where keys belong', '---\n- a\n---\nbody\n', {}, ['2:1 error frontmatter-not-a-table']],
    ['a tab for indentation', '---\na:\n\tb: x\n---\nbody\n', {}, ['3:1 error yaml-syntax']],
    ['the same key twice', '---\na: x\na: y\n---\nbody\n', {}, ['3:1 error yaml-syntax']],
    ['JavaScript', '---js\n{ a: 1 }\n---\nbody\n', {}, ['1:1 error frontmatter-language']],
    ['JSON', '---json\n{ "a": 1 }\n---\nbody\n', {}, ['1:1 error frontmatter-language']],
    ['another language', '---toml\na = 1\n---\nbody\n', {}, ['1:1 error frontmatter-language']],
  ])('reads %s', (_, text, data, problems) => {
    expect(read(text)).toEqual({ data, body: 'body\n', problems });
  });

  test('is not there without an opening line at the very start', () => {
    expect(parseFrontmatter('\n---\na: x\n---\nbody')).toMatchObject({
      present: false,
      body: '\n---\na: x\n---\nbody',
    });
  });

  test('is an error when it is never closed', () => {
    expect(read('---\na: x\nbody\n')).toEqual({
      data: {},
      body: '',
      problems: ['1:1 error frontmatter-unclosed'],
    });
  });

  test('does not run the code of a language that is not YAML', () => {
    const name = 'vakilFrontmatterRan';
    const values = globalThis as Record<string, unknown>;
    read(`---js\n{ a: globalThis.${name} = true }\n---\nbody`);
    read(`---javascript\nmodule.exports = (globalThis.${name} = true)\n---\nbody`);
    expect(values[name]).toBeUndefined();
  });

  test('refuses a bomb of aliases', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let i = 1; i < 9; i++)
      lines.push(
        `a${i}: &a${i} [${Array(10)
          .fill(`*a${i - 1}`)
          .join(', ')}]`,
      );
    expect(read(`---\n${lines.join('\n')}\n---\nbody`).problems).toEqual(['2:1 error yaml-syntax']);
  });

  test('refuses more than 65,536 characters', () => {
    const yaml = (length: number) => `---\na: ${'x'.repeat(length - 3)}\n---\nbody`;
    expect(read(yaml(65_536)).problems).toEqual([]);
    expect(read(yaml(65_537)).problems).toEqual(['1:1 error frontmatter-too-large']);
  });

  test('names places by their line in the file', () => {
    const { source } = parseFrontmatter('---\na: x\nb:\n  - 1\n  - 2\n---\n');
    expect([source.valueAt(['a']), source.keyAt(['b']), source.valueAt(['b', 1])]).toEqual([
      { line: 2, column: 4 },
      { line: 3, column: 1 },
      { line: 5, column: 5 },
    ]);
  });
});
