import { expect, test } from 'vitest';
import { readAnswer, readFields } from '../../../../src/extension/acp/elicitation.ts';

const schema = {
  type: 'object',
  required: ['name', 'kind'],
  properties: {
    name: { type: 'string', title: 'Your name', description: 'As on the card' },
    age: { type: 'integer', default: 3, minimum: 1, maximum: 120 },
    share: { type: 'number' },
    agree: { type: 'boolean' },
    mail: { type: 'string', format: 'email' },
    kind: {
      type: 'string',
      oneOf: [
        { const: 'g', title: 'Green' },
        { const: 'b', title: 'Black' },
      ],
    },
    cups: { type: 'array', items: { type: 'string', enum: ['small', 'large'] } },
    odd: 7,
  },
};

test('each property of a form becomes a field', () => {
  expect(readFields(schema)).toMatchObject([
    { name: 'name', label: 'Your name', description: 'As on the card', type: 'text', required: true },
    {
      name: 'age',
      label: 'age',
      type: 'integer',
      initial: 3,
      required: false,
      limits: { least: 1, most: 120 },
    },
    { name: 'share', type: 'number' },
    { name: 'agree', type: 'boolean' },
    { name: 'mail', type: 'text', format: 'email' },
    {
      name: 'kind',
      type: 'select',
      required: true,
      options: [
        { value: 'g', label: 'Green' },
        { value: 'b', label: 'Black' },
      ],
    },
    {
      name: 'cups',
      type: 'multiselect',
      options: [
        { value: 'small', label: 'small' },
        { value: 'large', label: 'large' },
      ],
    },
    { name: 'odd', type: 'text' },
  ]);
});

test.each([undefined, null, 'x', {}, { properties: [] }])('%j is a form without fields', (value) => {
  expect(readFields(value)).toEqual([]);
});

test('a whole answer is taken, each value of its type, empty ones left out', () => {
  const content = {
    name: 'Anna',
    age: '4',
    share: 0.5,
    agree: false,
    mail: '',
    kind: 'g',
    cups: ['small'],
    extra: 1,
  };
  expect(readAnswer(readFields(schema), content)).toEqual({
    ok: true,
    content: { name: 'Anna', age: 4, share: 0.5, agree: false, kind: 'g', cups: ['small'] },
  });
});

test.each([
  [{}, 'Your name is needed.'],
  [{ name: 'A', kind: 'purple' }, 'kind is not one of its choices.'],
  [{ name: 'A', kind: 'g', age: '4.5' }, 'age is not a whole number.'],
  [{ name: 'A', kind: 'g', age: 121 }, 'age: At most 120.'],
  [{ name: 'A', kind: 'g', share: 'much' }, 'share is not a number.'],
  [{ name: 'A', kind: 'g', agree: 'yes' }, 'agree is not yes or no.'],
  [{ name: 'A', kind: 'g', cups: ['huge'] }, 'cups is not one of its choices.'],
])('%j is not taken: %s', (content, problem) => {
  expect(readAnswer(readFields(schema), content)).toEqual({ ok: false, problem });
});
