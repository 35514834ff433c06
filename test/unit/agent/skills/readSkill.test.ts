import { describe, expect, test } from 'vitest';
import { readSkill } from '../../../../src/agent/skills/readSkill.ts';

function read(text: string | Uint8Array, folder = 'my-skill') {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const { problems, ...reading } = readSkill(bytes, folder);
  return { ...reading, problems: problems.map((p) => `${p.line}:${p.column} ${p.severity} ${p.code}`) };
}
const withName = (name: string) => `---\nname: ${name}\ndescription: d\n---\n`;

describe('a skill file', () => {
  test('gives name, description, domains and advice', () => {
    expect(
      read(
        '---\nname: my-skill\ndescription: >\n  Use when\n  needed.\nserves: Documents, live-data\nallowed-tools: [Read, Bash]\nversion: 3\n---\n# Title\n',
      ),
    ).toMatchObject({
      name: 'my-skill',
      description: 'Use when needed.',
      serves: ['documents', 'live-data'],
      allowedTools: 'Read, Bash',
      problems: [],
    });
  });

  test.each(['a, b', '[a, b]', '[ A , b ]'])('takes domains as %s', (serves) => {
    expect(read(`---\ndescription: d\nserves: ${serves}\n---\n`).serves).toEqual(['a', 'b']);
  });

  test('takes its folder’s name when it has none', () => {
    expect(read('---\ndescription: d\n---\n')).toMatchObject({ name: 'my-skill', problems: [] });
  });

  test.each([
    ['unlike the folder', withName('other'), ['2:7 warning name-unlike-folder']],
    ['with capitals', withName('My-Skill'), ['2:7 error name-invalid']],
    ['with blanks', withName('Writing Hookify Rules'), ['2:7 error name-invalid']],
    ['with two hyphens', withName('a--b'), ['2:7 error name-invalid']],
    ['with a hyphen at the end', withName('a-'), ['2:7 error name-invalid']],
    ['in another script', withName('技能'), ['2:7 error name-invalid']],
    ['in Cyrillic look-alikes', withName('sкill'), ['2:7 error name-invalid']],
    ['too long', withName('a'.repeat(65)), ['2:7 error name-invalid']],
    ['empty', withName('""'), ['2:7 error name-invalid']],
    ['a number', withName('123'), ['2:7 error name-invalid']],
    ['true', withName('true'), ['2:7 error name-invalid']],
    ['a list', withName('[a]'), ['2:7 error name-invalid']],
    ['with tag characters', withName('my-skill\u{e0041}'), ['2:7 error name-invalid']],
  ])('reports a name %s', (_, text, problems) => {
    expect(read(text).problems).toEqual(problems);
  });

  test('takes a date as a name for the text it is', () => {
    expect(read(withName('2026-01-02'), '2026-01-02')).toMatchObject({ name: '2026-01-02', problems: [] });
  });

  test.each([
    ['missing', '---\nname: my-skill\n---\n', ['2:1 error description-missing']],
    ['empty', '---\ndescription:\n---\n', ['2:13 error description-missing']],
    ['blank', '---\ndescription: "  "\n---\n', ['2:14 error description-missing']],
    ['a list', '---\ndescription: [a, b]\n---\n', ['2:14 error description-invalid']],
    ['a number', '---\ndescription: 12\n---\n', ['2:14 error description-invalid']],
    ['too long', `---\ndescription: ${'é'.repeat(1025)}\n---\n`, ['2:14 warning description-too-long']],
    ['hiding tags', '---\ndescription: fine\u{e0041}\u{e0042}\n---\n', ['2:14 error hidden-text']],
    ['hiding a direction', '---\ndescription: "fine\u202e"\n---\n', ['2:14 warning invisible-characters']],
  ])('reports a description %s', (_, text, problems) => {
    expect(read(text).problems).toEqual(problems);
  });

  test('counts a description in characters, not in units', () => {
    expect(read(`---\ndescription: ${'😀'.repeat(1024)}\n---\n`).problems).toEqual([]);
  });

  test('warns of text that a person can’t see, where it stands', () => {
    expect(read('---\ndescription: d\n---\nfine\nbad\u200btext\n').problems).toEqual([
      '5:4 warning invisible-characters',
    ]);
  });

  test('leaves joiners alone, which scripts and emoji need', () => {
    expect(read('---\ndescription: 👩‍💻 می‌خواهم\n---\n').problems).toEqual([]);
  });

  test('reads a file that is not UTF-8 throughout, with a warning', () => {
    const bytes = new Uint8Array([...new TextEncoder().encode('---\ndescription: d\n---\n'), 0xff, 0xfe]);
    expect(read(bytes).problems).toEqual(['1:1 warning invalid-utf8']);
  });

  test('reports a file without frontmatter, and says how to begin', () => {
    expect(readSkill(new TextEncoder().encode('# Hello'), 'x').problems).toMatchObject([
      {
        severity: 'error',
        code: 'frontmatter-missing',
        line: 1,
        fix: expect.stringContaining('description'),
      },
    ]);
  });
});
