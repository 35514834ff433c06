import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPlainYaml } from '../../../../src/agent/config/plainYaml.ts';
import type { StructuredText, ValuePath } from '../../../../src/agent/config/structuredText.ts';
import { parseWhole } from '../../../../src/agent/config/yamlText.ts';

/** The value, and the places of everything in it, of what is missing, and of what is too deep. */
function everythingOf(parsed: StructuredText) {
  const paths: ValuePath[] = [[], ['missing'], ['missing', 0]];
  for (const [key, value] of Object.entries(parsed.value as object)) {
    paths.push([key], [key, 'missing'], [key, 0, 'deeper']);
    if (Array.isArray(value)) paths.push(...[...value.keys(), 99].map((i) => [key, i]));
  }
  return {
    value: parsed.value,
    problems: parsed.problems,
    places: paths.map((path) => [path, parsed.valueAt(path), parsed.keyAt(path)]),
  };
}

describe('the plain half of YAML', () => {
  test.each([
    ['a skill’s head', 'name: review\ndescription: Use when a change — any — is to be looked at (twice).\n'],
    ['a server', 'id: s1\ncommand: sleep\nargs: ["600"]\n'],
    ['a server with words', 'id: s1\ncommand: npx\nargs: [\'-y\', "@scope/server", /tmp]\nrequired: true\n'],
    ['numbers', 'startup_timeout_seconds: 5\nzero: 0\n'],
    ['blank lines', '\n\nname: a\n\ntools: []\n\n'],
    ['quotes', 'a: "it\'s: # fine"\nb: \'say "hi"\'\nc: ""\n'],
    ['an address', 'url: https://example.com/mcp#top\n'],
  ])('of %s is read as the whole language reads it', (_, text) => {
    const plain = readPlainYaml(text);
    expect(plain && everythingOf(plain)).toEqual(everythingOf(parseWhole(text)));
  });

  test.each([
    ['nothing', ''],
    ['a comment', '# only\n'],
    ['a text alone', 'hello\n'],
    ['a colon in a value', 'description: Use when: asked\n'],
    ['a comment behind a value', 'a: b # c\n'],
    ['a value on the next line', 'a:\n  b\n'],
    ['a value that goes on', 'a: b\n  c\n'],
    ['a block', 'a: |\n  b\n'],
    ['a table in a table', 'a:\n  b: c\n'],
    ['an anchor', 'a: &x b\n'],
    ['a tag', 'a: !!str b\n'],
    ['a flow table', 'a: { b: c }\n'],
    ['a list in a list', 'a: [[b]]\n'],
    ['an escape', 'a: "\\n"\n'],
    ['a doubled quote', "a: 'it''s'\n"],
    ['nothing at all', 'a: null\n'],
    ['a number of another kind', 'a: 0x10\n'],
    ['a year with a zero', 'a: 007\n'],
    ['a key twice', 'a: b\na: c\n'],
    ['a key that is no text', 'true: b\n'],
    ['a key of every object', '__proto__: b\n'],
    ['a tab', 'a: b\tc\n'],
    ['a blank at the end', 'a: b \n'],
    ['an emoji', 'a: b 🐈\n'],
    ['a separator of lines', 'a: b\u2028c\n'],
    ['a second document', 'a: b\n---\nc: d\n'],
    ['a comma at the end', 'a: [b,]\n'],
    ['a dash in a list', 'a: [-, b]\n'],
    ['an unclosed list', 'a: [b\n'],
  ])('does not hold %s', (_, text) => {
    expect(readPlainYaml(text)).toBeUndefined();
  });

  const piece = fc.constantFrom(
    ...[
      'a',
      'b',
      'name',
      'true',
      'null',
      'Null',
      '-',
      '- ',
      ':',
      ': ',
      ' ',
      '  ',
      '\n',
      '\n',
      '#',
      ' #',
      ',',
    ],
    ...[
      ', ',
      '[',
      ']',
      '{',
      '}',
      '"',
      "'",
      '&',
      '*',
      '!',
      '|',
      '>',
      '%',
      '@',
      '`',
      '?',
      '? ',
      '~',
      '\t',
      '/',
    ],
    ...[
      '0',
      '1',
      '600',
      '.5',
      '1e3',
      '0x1',
      '+1',
      '---',
      '...',
      '\\',
      '—',
      'é',
      '\u00a0',
      '\u0085',
      '\ufeff',
    ],
    ...['x: y', 'a: b\n', 'k: [', "k: '", 'k: "', '<<', '=', 'y', 'no', '2020-01-01', '__proto__'],
  );
  const line = fc
    .tuple(fc.constantFrom('a', 'b', 'c-d', '_e'), fc.array(piece, { minLength: 1, maxLength: 6 }))
    .map(([key, pieces]) => `${key}: ${pieces.join('')}`);
  const texts = fc.oneof(
    fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')),
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary', maxLength: 12 }).map((text) => `a: ${text}`),
    fc.string({ unit: 'grapheme-ascii', maxLength: 30 }).map((text) => `a: ${text}\nb: c`),
  );

  test('is never read unlike the whole language', () => {
    let plainOnes = 0;
    fc.assert(
      fc.property(texts, (text) => {
        const plain = readPlainYaml(text);
        if (plain === undefined) return;
        plainOnes += 1;
        expect(everythingOf(plain)).toEqual(everythingOf(parseWhole(text)));
      }),
      { numRuns: 3_000 },
    );
    expect(plainOnes).toBeGreaterThan(100);
  });
});
