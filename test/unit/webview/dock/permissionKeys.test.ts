import { describe, expect, test } from 'vitest';
import { orderOptions, permissionKey, rejection } from '../../../../src/webview/dock/permissionKeys.ts';

const option = (kind: string, optionId = kind) => ({ optionId, kind, name: kind });
const options = ['allow_once', 'allow_always', 'reject_once'].map((kind) => option(kind));

function press(key: string, more = {}) {
  return { key, keyCode: 0, isComposing: false, ctrlKey: false, metaKey: false, altKey: false, ...more };
}

describe('the options of a permission', () => {
  test('stand with the narrowest yes first and the noes last', () => {
    const mixed = ['reject_always', 'allow_always', 'other', 'reject_once', 'allow_once'].map((kind) =>
      option(kind),
    );
    expect(orderOptions(mixed).map(({ kind }) => kind)).toEqual([
      ...['allow_once', 'allow_always', 'reject_once', 'reject_always', 'other'],
    ]);
  });

  test('keep the agent’s order among those of one kind', () => {
    const two = [option('allow_always', 'command'), option('allow_once'), option('allow_always', 'tool')];
    expect(orderOptions(two).map(({ optionId }) => optionId)).toEqual(['allow_once', 'command', 'tool']);
  });

  test.each([
    [['allow_once', 'reject_always', 'reject_once'], 'reject_once'],
    [['allow_once', 'reject_always'], 'reject_always'],
    [['allow_once'], undefined],
  ])('of %j say no by %s', (kinds, no) => {
    expect(rejection(kinds.map((kind) => option(kind)))?.kind).toBe(no);
  });
});

describe('a key on the card', () => {
  test.each([
    ['1', 'allow_once'],
    ['3', 'reject_once'],
    ['Escape', 'reject_once'],
  ])('%s answers %s', (key, kind) => {
    expect(permissionKey(press(key), options)).toMatchObject({ kind: 'answer', option: { kind } });
  });

  test.each([
    ['ArrowDown', { kind: 'move', by: 1 }],
    ['ArrowUp', { kind: 'move', by: -1 }],
    ['a', { kind: 'write' }],
    ['4', { kind: 'none' }],
    ['Enter', { kind: 'none' }],
    [' ', { kind: 'none' }],
    ['Tab', { kind: 'none' }],
  ])('%s means %j', (key, act) => {
    expect(permissionKey(press(key), options)).toEqual(act);
  });

  test.each([
    ['of an input method', { isComposing: true }],
    ['of an input method by its code', { keyCode: 229 }],
    ['with Ctrl', { ctrlKey: true }],
    ['with Alt', { altKey: true }],
  ])('%s answers nothing', (_, more) => {
    for (const key of ['1', 'Escape'])
      expect(permissionKey(press(key, more), options)).toEqual({ kind: 'none' });
  });

  test('Enter answers first when the card itself has the focus', () => {
    expect(permissionKey(press('Enter'), options, true)).toMatchObject({ option: { kind: 'allow_once' } });
  });

  test('Escape answers nothing when the agent offers no way to say no', () => {
    expect(permissionKey(press('Escape'), [option('allow_once')])).toEqual({ kind: 'none' });
  });
});
