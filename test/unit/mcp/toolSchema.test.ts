import { describe, expect, test } from 'vitest';
import { repairSchema } from '../../../src/mcp/toolSchema.ts';

const schemaOf = (raw: unknown) => {
  const repaired = repairSchema(raw);
  return repaired.ok ? repaired.schema : repaired.reason;
};

describe('repair of a schema', () => {
  test('a plain object schema stays as it is', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
    expect(repairSchema(schema)).toEqual({ ok: true, schema, notes: [] });
  });

  test.each([
    ['no schema at all', undefined, { type: 'object', properties: {} }],
    ['no type', { properties: { a: {} } }, { type: 'object', properties: { a: {} } }],
    ['null beside object', { type: ['object', 'null'], properties: {} }, { type: 'object', properties: {} }],
    ['a dialect', { $schema: 'x', type: 'object' }, { type: 'object', properties: {} }],
    [
      'local references',
      {
        type: 'object',
        properties: { at: { $ref: '#/$defs/point' } },
        $defs: { point: { type: 'object', properties: { x: { type: 'number' } } } },
      },
      { type: 'object', properties: { at: { type: 'object', properties: { x: { type: 'number' } } } } },
    ],
    [
      'a remote reference',
      { type: 'object', properties: { a: { $ref: 'https://example.com/s.json' } } },
      { type: 'object', properties: { a: {} } },
    ],
    [
      'a required property that is not there',
      { type: 'object', properties: { a: {} }, required: ['a', 'b', 3] },
      { type: 'object', properties: { a: {} }, required: ['a'] },
    ],
    [
      'a property named like a key of schemas',
      { type: 'object', properties: { definitions_of: { type: 'string', enum: ['$ref'] } } },
      { type: 'object', properties: { definitions_of: { type: 'string', enum: ['$ref'] } } },
    ],
    [
      'an optional property with a name that providers refuse',
      { type: 'object', properties: { 'a b': {}, c: {} } },
      { type: 'object', properties: { c: {} } },
    ],
  ])('%s', (_what, raw, repaired) => {
    expect(schemaOf(raw)).toEqual(repaired);
  });

  test('alternatives at the root become one object and a sentence', () => {
    expect(
      schemaOf({
        oneOf: [
          { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] },
          { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        ],
      }),
    ).toEqual({
      type: 'object',
      properties: { id: { type: 'number' }, name: { type: 'string' } },
      description: 'Give one of these sets of properties: (id) or (name).',
    });
  });

  test('allOf keeps what each part requires', () => {
    expect(
      schemaOf({
        allOf: [
          { type: 'object', properties: { a: {} }, required: ['a'] },
          { properties: { b: {} }, required: ['b'] },
        ],
      }),
    ).toEqual({ type: 'object', properties: { a: {}, b: {} }, required: ['a', 'b'] });
  });

  test('a schema that refers to itself ends', () => {
    const node = { type: 'object', properties: { next: { $ref: '#' } } };
    expect(repairSchema(node)).toEqual({
      ok: true,
      schema: {
        type: 'object',
        properties: { next: { type: 'object', properties: { next: {} } } },
      },
      notes: ['it refers to itself; the inner part takes anything'],
    });
  });

  test.each([
    ['no object', 'text', 'its input schema is no object'],
    ['an input that is no object', { type: 'string' }, 'its input is no object but "string"'],
    [
      'a required property that models cannot be given',
      { type: 'object', properties: { 'a b': {} }, required: ['a b'] },
      'its required property "a b" has a name that models can\'t be given',
    ],
    [
      'a huge schema',
      { type: 'object', properties: { a: { description: 'x'.repeat(60_000) } } },
      'its input schema is too large (59 KB)',
    ],
  ])('%s is refused with the reason', (_what, raw, reason) => {
    expect(schemaOf(raw)).toBe(reason);
  });

  test('very deep nesting ends', () => {
    let schema: unknown = { type: 'string' };
    for (let depth = 0; depth < 500; depth += 1) schema = { type: 'object', properties: { a: schema } };
    expect(repairSchema(schema)).toMatchObject({
      ok: true,
      notes: ['it was cut where it is nested too deep'],
    });
  });
});
