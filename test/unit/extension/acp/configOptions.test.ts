import { expect, test } from 'vitest';
import {
  readConfigOptions,
  readOpenedOptions,
  withMode,
} from '../../../../src/extension/acp/configOptions.ts';

const mode = {
  id: 'mode',
  name: 'Mode',
  category: 'mode',
  type: 'select',
  currentValue: 'a',
  options: [
    { value: 'a', name: 'A' },
    { value: 'b', name: 'B' },
  ],
};
const modes = { currentModeId: 'x', availableModes: [{ id: 'x', name: 'X' }] };
const models = { currentModelId: 'm1', availableModels: [{ modelId: 'm1', name: 'One', description: null }] };

test('modes that a mode option says again are shown once', () => {
  expect(readOpenedOptions({ configOptions: [mode], modes }).map((option) => option.id)).toEqual(['mode']);
});

test('older modes and models become options', () => {
  expect(readOpenedOptions({ modes, models })).toMatchObject([
    { category: 'mode', value: 'x', options: [{ value: 'x', name: 'X' }] },
    { category: 'model', value: 'm1', options: [{ value: 'm1', name: 'One' }] },
  ]);
});

test.each([undefined, null, 'x', { modes: 1 }])('%j brings no options', (configOptions) => {
  expect(readOpenedOptions({ configOptions, modes: null })).toEqual([]);
});

test('groups are opened, an option that does not fit is left out, an unknown category stays', () => {
  const grouped = {
    ...mode,
    category: '_vendor',
    options: [
      { group: 'g', name: 'Fast', options: [{ value: 'a', name: 'A' }, 7] },
      { value: 'b', name: 'B' },
    ],
  };
  expect(readConfigOptions([grouped, { id: 'broken' }, 'x'])).toMatchObject([
    { category: '_vendor', options: [{ value: 'a', group: 'Fast' }, { value: 'b' }] },
  ]);
});

test.each([
  ['b', 'b'],
  ['unknown', 'a'],
])('the agent being in mode %s shows %s', (modeId, value) => {
  expect(withMode(readConfigOptions([mode]) ?? [], modeId)).toMatchObject([{ value }]);
});
