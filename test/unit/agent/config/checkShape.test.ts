import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { checkShape } from '../../../../src/agent/config/checkShape.ts';
import { parseYaml } from '../../../../src/agent/config/yamlText.ts';

const Schema = z.strictObject({
  name: z.string(),
  count: z.number().int().positive().optional(),
  mode: z.enum(['ask', 'auto']).optional(),
  tags: z.union([z.array(z.string()), z.string()]).optional(),
  deep: z.strictObject({ inner: z.boolean().optional() }).optional(),
  named: z.record(z.string(), z.strictObject({ url: z.string() })).optional(),
});

function check(text: string, salvage = false) {
  const source = parseYaml(text);
  const { value, diagnostics } = checkShape(Schema, source.value, {
    file: '/home/me/x.yaml',
    source,
    salvage,
  });
  return {
    value,
    told: diagnostics.map((d) => `${d.line}:${d.column} ${d.severity} ${d.code}: ${d.message}`),
  };
}

describe('checking a user’s value', () => {
  test('warns of an unknown key, names the nearest, and keeps the rest', () => {
    expect(check('name: x\ncuont: 3\n')).toEqual({
      value: { name: 'x' },
      told: [
        '2:1 warning unknown-key: The key "cuont" is not known here and is ignored; did you mean "count"?',
      ],
    });
  });

  test('names the nearest key of a table further in', () => {
    expect(check('name: x\ndeep:\n  iner: true\nnamed:\n  a:\n    url: u\n    ulr: v\n')).toEqual({
      value: { name: 'x', deep: {}, named: { a: { url: 'u' } } },
      told: [
        '3:3 warning unknown-key: The key "iner" is not known here and is ignored; did you mean "inner"?',
        '7:5 warning unknown-key: The key "ulr" is not known here and is ignored; did you mean "url"?',
      ],
    });
  });

  test.each([
    [
      'a text for a number',
      'name: x\ncount: many\n',
      '2:8 error wrong-value: "count" is "many": allowed is a number.',
    ],
    [
      'a fraction',
      'name: x\ncount: 1.5\n',
      '2:8 error wrong-value: "count" is 1.5: allowed is a whole number.',
    ],
    [
      'too small a number',
      'name: x\ncount: 0\n',
      '2:8 error wrong-value: "count" is 0: allowed is a number above 0.',
    ],
    [
      'a word off the list',
      'name: x\nmode: yolo\n',
      '2:7 error wrong-value: "mode" is "yolo": allowed is "ask", "auto".',
    ],
    [
      'none of two kinds',
      'name: x\ntags: 3\n',
      '2:7 error wrong-value: "tags" is 3: allowed is a list, or a text.',
    ],
    [
      'a list for a text',
      'name: [a, b]\n',
      '1:7 error wrong-value: "name" is the list ["a","b"]: allowed is a text.',
    ],
    ['a missing key', 'count: 1\n', '1:1 error missing-key: The key "name" is missing: a text.'],
    ['a text for all', 'hello\n', '1:1 error wrong-value: The file is "hello": allowed is a table.'],
  ])('says of %s what was found and what is allowed', (_, text, told) => {
    expect(check(text)).toEqual({ value: undefined, told: [told] });
  });

  test('leaves out only what is wrong where the rest is to count', () => {
    expect(check('name: x\ncount: many\nmode: ask\n', true)).toEqual({
      value: { name: 'x', mode: 'ask' },
      told: ['2:8 error wrong-value: "count" is "many": allowed is a number.'],
    });
  });
});
