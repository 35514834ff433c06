import { describe, expect, test } from 'vitest';
import { REHEARSAL_INFO } from '../../../../src/agent/model/rehearsalModel.ts';
import { type Choices, changeSetting, settingChoices } from '../../../../src/agent/session/settings.ts';

const choices: Choices = {
  models: [
    { ...REHEARSAL_INFO, id: 'a/thinker', name: 'Thinker', thinking: ['low', 'high'] },
    { ...REHEARSAL_INFO, id: 'a/plain', name: 'Plain', thinking: [] },
  ],
  agents: [
    { name: 'general', description: 'All' },
    { name: 'reviewer', description: 'Reviews', model: 'a/plain' },
  ],
};
const settings = { mode: 'ask', model: 'a/thinker', thinking: 'high', agent: 'general' } as const;

describe('settingChoices', () => {
  test('stand in the order of their importance, each with a value among its options', () => {
    const all = settingChoices(settings, choices);
    expect(all.map(({ id, category, value }) => [id, category, value])).toEqual([
      ['mode', 'mode', 'ask'],
      ['model', 'model', 'a/thinker'],
      ['thinking', 'thought_level', 'high'],
      ['agent', '_agent', 'general'],
    ]);
    for (const { value, options } of all) expect(options.map((option) => option.value)).toContain(value);
  });

  test('thinking is no choice for a model without levels', () => {
    const ids = settingChoices({ ...settings, model: 'a/plain', thinking: undefined }, choices).map(
      ({ id }) => id,
    );
    expect(ids).toEqual(['mode', 'model', 'agent']);
  });

  test('a value in force that is not listed is listed, too', () => {
    const all = settingChoices({ ...settings, model: 'b/own', agent: 'gone' }, { models: [], agents: [] });
    expect(all.map(({ options }) => options.map(({ value }) => value))).toEqual([
      ['read-only', 'ask', 'accept-edits', 'auto'],
      ['b/own'],
      ['gone'],
    ]);
  });
});

describe('changeSetting', () => {
  test.each([
    ['a mode', 'mode', 'auto', { ...settings, mode: 'auto' }],
    ['a level', 'thinking', 'low', { ...settings, thinking: 'low' }],
    ['the model’s own way', 'thinking', 'default', { ...settings, thinking: undefined }],
    ['a model that nobody lists', 'model', 'b/own', { ...settings, model: 'b/own', thinking: undefined }],
    [
      'a model without that level',
      'model',
      'a/plain',
      { ...settings, model: 'a/plain', thinking: undefined },
    ],
    [
      'an agent with a model of its own',
      'agent',
      'reviewer',
      { ...settings, agent: 'reviewer', model: 'a/plain', thinking: undefined },
    ],
  ])('takes %s', (_, id, value, expected) => {
    expect(changeSetting(settings, choices, id, value)).toEqual(expected);
  });

  test.each([
    ['an unknown setting', 'colour', 'red', 'unknown-setting', 'There is no setting "colour" here.'],
    ['an unknown mode', 'mode', 'autoo', 'unknown-value', '"autoo" is no mode. Did you mean "auto"?'],
    [
      'an unknown level',
      'thinking',
      'x',
      'unknown-value',
      '"x" is no thinking. Choose one of default, low, high.',
    ],
  ])('refuses %s and says what there is', (_, id, value, code, message) => {
    expect(() => changeSetting(settings, choices, id, value)).toThrow(
      expect.objectContaining({ code, message }),
    );
  });
});
