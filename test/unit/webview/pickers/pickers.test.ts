// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import type { ChatState } from '../../../../src/protocol/chat.ts';
import { listKey } from '../../../../src/webview/pickers/listKeys.ts';
import { richItems, sampleState, snapshotOf } from '../../../support/webview/sampleChat.ts';
import { openView } from '../../../support/webview/testView.ts';

const idle: Partial<ChatState> = { phase: 'idle', permissions: [], queue: [], workers: [], changes: [] };
const picking = (state: Partial<ChatState> = {}) => openView(snapshotOf(richItems, { ...idle, ...state }));

describe('a picker', () => {
  test('shows the value and sets what is chosen by keyboard', async () => {
    const view = await picking();
    expect(view.one('mode-picker').textContent).toBe('Ask');
    await view.click(view.one('mode-picker'));
    const list = view.one('mode-list');
    expect(document.activeElement).toBe(list);
    expect(list.querySelector('[aria-selected=true]')?.textContent).toContain('Ask');
    await view.press(list, 'ArrowDown');
    await view.press(list, 'Enter');
    expect(view.host.asked('config/set')).toEqual([{ id: 'mode', value: 'accept-edits' }]);
    expect(view.all('mode-list')).toEqual([]);
    expect(document.activeElement).toBe(view.one('composer'));
  });

  test('of a long list is searched by name, id and group', async () => {
    const view = await picking();
    await view.click(view.one('model-picker'));
    const search = view.root.querySelector<HTMLInputElement>('.popup .search');
    if (!search) throw new Error('the list has no search field');
    search.value = 'openai mini';
    await view.settle(() => search.dispatchEvent(new InputEvent('input', { bubbles: true })));
    const options = [...view.one('model-list').querySelectorAll('[role=option]')];
    expect(options.map((option) => option.getAttribute('data-value'))).toEqual(['openai/gpt-5-mini']);
    if (options[0]) await view.click(options[0]);
    expect(view.host.asked('config/set')).toEqual([{ id: 'model', value: 'openai/gpt-5-mini' }]);
  });

  test('asks nothing when the value stays, and closes on Escape without stopping a turn', async () => {
    const view = await picking({ phase: 'running' });
    await view.click(view.one('mode-picker'));
    await view.press(view.one('mode-list'), 'Enter');
    await view.click(view.one('mode-picker'));
    await view.press(view.one('mode-list'), 'Escape');
    expect(view.host.asked('config/set')).toEqual([]);
    expect(view.host.asked('turn/stop')).toEqual([]);
  });

  test('of a switch turns it over', async () => {
    const fast = { id: 'fast', name: 'Fast', value: false, options: [] };
    const view = await picking({ configOptions: [...sampleState.configOptions, fast] });
    expect(view.one('config-fast').getAttribute('aria-checked')).toBe('false');
    await view.click(view.one('config-fast'));
    expect(view.host.asked('config/set')).toEqual([{ id: 'fast', value: true }]);
  });

  test('of the folder begins a conversation in another one', async () => {
    const view = await picking();
    await view.click(view.one('folder'));
    await view.press(view.one('folder-list'), 'ArrowDown');
    await view.press(view.one('folder-list'), 'Enter');
    expect(view.host.asked('session/new')).toEqual([{ cwd: '/home/me/acme-web' }]);
  });
});

describe('the context', () => {
  test.each([
    [{ used: 76_000, size: 200_000, cost: '$0.42' }, '38 %', 'normal', '76k of 200k tokens · $0.42'],
    [{ used: 160_000, size: 200_000 }, '80 %', 'raised', '160k of 200k tokens'],
    [{ used: 250_000, size: 200_000 }, '100 %', 'high', '250k of 200k tokens'],
  ])('of %j is shown as %s', async (usage, text, level, title) => {
    const button = (await picking({ usage })).one('usage');
    expect([button.textContent, button.dataset['level'], button.title]).toEqual([text, level, title]);
  });

  test('opens to its numbers and offers to make room', async () => {
    const view = await picking();
    await view.click(view.one('usage'));
    const room = [...view.root.querySelectorAll('.usage-popup button')].find(
      (each) => each.textContent === 'Make room',
    );
    if (room) await view.click(room);
    expect(view.host.asked('prompt/send').map(({ text }) => text)).toEqual(['/compact']);
  });

  test('is not shown before it is known', async () => {
    expect((await picking({ usage: null })).all('usage')).toEqual([]);
  });
});

test.each<[string, boolean, unknown]>([
  ['ArrowDown', false, { kind: 'move', to: 0 }],
  ['ArrowUp', false, { kind: 'move', to: 1 }],
  ['PageDown', false, { kind: 'move', to: 2 }],
  ['PageUp', false, { kind: 'move', to: 0 }],
  ['Home', false, { kind: 'move', to: 0 }],
  ['Home', true, { kind: 'none' }],
  ['Enter', true, { kind: 'pick' }],
  ['Escape', true, { kind: 'close' }],
  ['x', false, { kind: 'none' }],
])('on the last of three, %s (searchable: %j) means %j', (key, searchable, act) => {
  expect(listKey({ key, keyCode: 0, isComposing: false }, 2, 3, searchable)).toEqual(act);
  expect(listKey({ key, keyCode: 229, isComposing: false }, 2, 3, searchable)).toEqual({ kind: 'none' });
});
