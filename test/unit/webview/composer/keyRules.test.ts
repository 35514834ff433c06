import { describe, expect, test } from 'vitest';
import {
  type ComposerSituation,
  composerKey,
  type PressedKey,
} from '../../../../src/webview/composer/keyRules.ts';

const quiet: ComposerSituation = {
  menu: undefined,
  wholeName: false,
  running: false,
  inWorker: false,
  atStart: false,
  atEnd: false,
  inHistory: false,
};

/** `Ctrl+Enter` as the browser's event says it. */
function press(keys: string, more: Partial<PressedKey> = {}): PressedKey {
  const parts = keys.split('+');
  return {
    key: parts.at(-1) ?? '',
    keyCode: 0,
    isComposing: false,
    shiftKey: parts.includes('Shift'),
    ctrlKey: parts.includes('Ctrl'),
    metaKey: parts.includes('Meta'),
    altKey: parts.includes('Alt'),
    ...more,
  };
}

describe('a key in the composer', () => {
  test.each<[string, Partial<ComposerSituation>, string]>([
    ['Enter', {}, 'send'],
    ['Ctrl+Enter', {}, 'send'],
    ['Shift+Enter', {}, 'none'],
    ['Shift+Enter', { running: true }, 'none'],
    ['Enter', { running: true }, 'queue'],
    ['Ctrl+Enter', { running: true }, 'steer'],
    ['Meta+Enter', { running: true }, 'steer'],
    ['Alt+Enter', { running: true }, 'queue'],
    ['Enter', { inWorker: true, running: true }, 'steer'],
    ['Alt+Enter', { inWorker: true, running: true }, 'queue'],
    ['Escape', { inWorker: true, running: true }, 'back'],
    ['Escape', { running: true }, 'stop'],
    ['Escape', {}, 'none'],
    ['ArrowUp', { atStart: true }, 'older'],
    ['ArrowUp', {}, 'none'],
    ['Shift+ArrowUp', { atStart: true }, 'none'],
    ['ArrowDown', { inHistory: true, atEnd: true }, 'newer'],
    ['ArrowDown', { atEnd: true }, 'none'],
    ['Tab', {}, 'none'],
    ['a', { running: true }, 'none'],
  ])('%s with %j means %s', (keys, at, act) => {
    expect(composerKey(press(keys), { ...quiet, ...at })).toBe(act);
  });

  test.each<[string, Partial<ComposerSituation>, string]>([
    ['Enter', { wholeName: false }, 'take'],
    ['Enter', { wholeName: true }, 'send'],
    ['Enter', { wholeName: true, running: true }, 'queue'],
    ['Shift+Enter', {}, 'none'],
    ['Tab', { wholeName: true }, 'take'],
    ['Tab', {}, 'take'],
    ['Shift+Tab', {}, 'none'],
    ['Escape', { running: true }, 'close'],
    ['ArrowDown', { atEnd: true }, 'next'],
    ['ArrowUp', { atStart: true }, 'previous'],
  ])('%s over the list of commands with %j means %s', (keys, at, act) => {
    expect(composerKey(press(keys), { ...quiet, menu: 'command', ...at })).toBe(act);
  });

  test('Enter over the list of mentions takes one', () => {
    expect(composerKey(press('Enter'), { ...quiet, menu: 'mention', running: true })).toBe('take');
  });

  test.each([
    ['while it composes', { isComposing: true }],
    ['by its key code alone', { keyCode: 229 }],
  ])('of an input method does nothing, told %s', (_, ime) => {
    for (const key of ['Enter', 'Escape', 'ArrowUp', 'Tab'])
      for (const menu of [undefined, 'command', 'mention'] as const)
        expect(composerKey(press(key, ime), { ...quiet, menu, running: true, atStart: true })).toBe('none');
  });
});
