import { describe, expect, test } from 'vitest';
import type { ElicitationView } from '../../../../src/protocol/chat.ts';
import { formContent, initialValues } from '../../../../src/webview/dock/formContent.ts';

type Field = ElicitationView['fields'][number];

const field = (type: Field['type'], more: Partial<Field> = {}): Field => ({
  name: 'f',
  label: 'F',
  type,
  required: false,
  ...more,
});

describe('a form', () => {
  test.each<[string, Field, unknown]>([
    ['nothing', field('text'), ''],
    ['what the server suggests', field('text', { initial: 'x' }), 'x'],
    ['a number as text', field('number', { initial: 3 }), '3'],
    ['a box that is off', field('boolean'), false],
    ['a box that is on', field('boolean', { initial: true }), true],
    ['chosen ones', field('multiselect', { initial: ['a'] }), ['a']],
    [
      'the first choice where one is needed',
      field('select', { required: true, options: [{ value: 'a', label: 'A' }] }),
      'a',
    ],
    ['no choice where none is needed', field('select', { options: [{ value: 'a', label: 'A' }] }), ''],
  ])('begins with %s', (_, one, value) => {
    expect(initialValues([one])).toEqual({ f: value });
  });

  test.each<[string, Field, string | boolean | readonly string[], unknown]>([
    ['text', field('text'), 'hello', 'hello'],
    ['a number', field('number'), '1.5', 1.5],
    ['a number with a comma', field('number'), '1,5', 1.5],
    ['a whole number', field('integer'), '7', 7],
    ['a box', field('boolean'), false, false],
    ['choices', field('multiselect'), ['a', 'b'], ['a', 'b']],
  ])('gives %s in its type', (_, one, value, content) => {
    expect(formContent([one], { f: value })).toEqual({ content: { f: content }, problems: {} });
  });

  test('leaves out what may be empty and is', () => {
    const fields = [field('text'), field('number', { name: 'n' }), field('multiselect', { name: 'm' })];
    expect(formContent(fields, { f: ' ', n: '', m: [] })).toEqual({ content: {}, problems: {} });
  });

  test.each<[Field, string | readonly string[], string]>([
    [field('text', { required: true }), '', 'This is needed.'],
    [field('multiselect', { required: true }), [], 'Choose at least one.'],
    [field('number'), 'many', 'This is not a number.'],
    [field('integer'), '1.5', 'This is not a whole number.'],
    [field('integer', { limits: { least: 1 } }), '0', 'At least 1.'],
    [field('text', { limits: { most: 3 } }), 'long', 'At most 3 characters.'],
    [field('multiselect', { limits: { least: 2 } }), ['a'], 'At least 2 choices.'],
    [field('text', { format: 'email' }), 'me', 'This is not an e-mail address.'],
    [field('text', { format: 'uri' }), 'here', 'This is not an address.'],
    [field('text', { format: 'date' }), '30.11.2026', 'A date is written 2026-11-30.'],
  ])('says what is wrong with %j holding %j', (one, value, problem) => {
    expect(formContent([one], { f: value }).problems).toEqual({ f: problem });
  });
});
