// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import type { ChatState, PermissionView } from '../../../../src/protocol/chat.ts';
import { sampleItems, sampleSnapshot, sampleState, snapshotOf } from '../../../support/webview/sampleChat.ts';
import { openView } from '../../../support/webview/testView.ts';

const [asked] = sampleState.permissions;
const idle: Partial<ChatState> = { queue: [], workers: [], changes: [] };

function permission(more: Partial<PermissionView>): PermissionView {
  return { requestId: 'p', callId: 'none', title: 'Do it', subject: 'it', options: [], ...asked, ...more };
}

describe('the permission card', () => {
  test('shows the whole command, what asks in it, the rule and its place', async () => {
    const view = await openView(sampleSnapshot);
    const card = view.one('permission-card');
    expect(card.querySelector('h3')?.textContent).toBe('Run this command?');
    expect(view.one('permission-subject').textContent).toBe('git add -A && git push origin release/2.4');
    expect(card.querySelector('mark')?.textContent).toBe('git push origin release/2.4');
    expect(card.querySelector('.why')?.textContent).toContain('Bash(git push *) in .vak/config.toml:12');
    expect(view.all('permission-option').map((option) => option.dataset['kind'])).toEqual([
      'allow_once',
      'allow_always',
      'reject_once',
    ]);
  });

  test('takes the focus, answers by a number, and gives the focus to the composer', async () => {
    const view = await openView(sampleSnapshot);
    expect(document.activeElement).toBe(view.all('permission-option')[0]);
    view.host.answers['permission/answer'] = () => {
      view.host.update([], { permissions: [] });
      return null;
    };
    await view.press(document.activeElement ?? view.root, '2');
    expect(view.host.asked('permission/answer')).toEqual([{ requestId: 'p1', optionId: 'always' }]);
    expect(view.all('permission-card')).toEqual([]);
    expect(document.activeElement).toBe(view.one('composer'));
  });

  test('marks every command that asks', async () => {
    const subject = 'git add -A && npm test && npm publish';
    const ask = { because: 'no rule allows these commands', part: [0, 10] as [number, number] };
    const parts: [number, number][] = [
      [0, 10],
      [26, 37],
    ];
    const asking = permission({ subject, ask: { ...ask, parts } });
    const view = await openView(snapshotOf(sampleItems, { ...idle, permissions: [asking] }));
    expect(view.one('permission-subject').textContent).toBe(subject);
    expect([...view.root.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
      'git add -A',
      'npm publish',
    ]);
  });

  test('keeps the focus while an answer is on its way', async () => {
    const view = await openView(sampleSnapshot);
    await view.press(document.activeElement ?? view.root, '1');
    expect(view.all('permission-option').map((option) => option.getAttribute('aria-disabled'))).toEqual([
      ...['true', 'true', 'true'],
    ]);
    expect(document.activeElement?.matches('.answer:enabled')).toBe(true);
  });

  test('leaves the focus to a person who is writing', async () => {
    const view = await openView(snapshotOf(sampleItems, { ...idle, permissions: [] }));
    await view.type('half a sentence 1');
    await view.settle(() => view.host.update([], { permissions: [permission({})] }));
    expect(document.activeElement).toBe(view.one('composer'));
    expect(view.host.asked('permission/answer')).toEqual([]);
  });

  test('is answered once, however often a key is pressed', async () => {
    const view = await openView(sampleSnapshot);
    const option = view.all('permission-option')[0] ?? view.root;
    await view.press(option, '1');
    await view.press(option, '1');
    await view.press(option, 'Escape');
    expect(view.host.asked('permission/answer')).toHaveLength(1);
  });

  test('keeps the focus while its answer is on the way', async () => {
    const view = await openView(sampleSnapshot);
    const option = view.all('permission-option')[0] as HTMLButtonElement;
    await view.click(option);
    expect([option.disabled, option.getAttribute('aria-disabled')]).toEqual([false, 'true']);
    await view.settle(() => view.host.update([], { permissions: [] }));
    expect(document.activeElement).toBe(view.one('composer'));
  });

  test('says no with the reason that was written', async () => {
    const view = await openView(sampleSnapshot);
    const field = view.one('permission-feedback') as HTMLInputElement;
    field.value = 'use a branch 2';
    await view.settle(() => field.dispatchEvent(new InputEvent('input', { bubbles: true })));
    await view.press(field, '2');
    await view.press(field, 'Enter', { isComposing: true });
    expect(view.host.asked('permission/answer')).toEqual([]);
    await view.press(field, 'Enter');
    expect(view.host.asked('permission/answer')).toEqual([
      { requestId: 'p1', optionId: 'no', feedback: 'use a branch 2' },
    ]);
  });

  test('does not stop the turn when Escape says no', async () => {
    const view = await openView(sampleSnapshot);
    await view.press(view.all('permission-option')[0] ?? view.root, 'Escape');
    expect(view.host.asked('permission/answer')).toEqual([{ requestId: 'p1', optionId: 'no' }]);
    expect(view.host.asked('turn/stop')).toEqual([]);
  });

  test('is the only one, with the number of those that wait', async () => {
    const two = [permission({}), permission({ requestId: 'p2', title: 'Second' })];
    const view = await openView(snapshotOf(sampleItems, { ...idle, permissions: two }));
    expect(view.one('permission-card').dataset['request']).toBe('p1');
    expect(view.one('permission-card').querySelector('.more')?.textContent).toBe('1 more');
  });

  test('comes again with a view that is built anew', async () => {
    for (let time = 0; time < 2; time++) {
      const view = await openView(sampleSnapshot);
      expect(view.one('permission-card').dataset['request']).toBe('p1');
    }
  });

  test('makes visible what would hide part of a command', async () => {
    const hidden = permission({ subject: 'ls \u202egnp.exe', ask: undefined });
    const view = await openView(snapshotOf(sampleItems, { ...idle, permissions: [hidden] }));
    expect(view.one('permission-subject').textContent).toBe('ls ⟨U+202E⟩gnp.exe');
  });

  test.each([
    ['a server’s tool by its server', 't2', 'Call list_pull_requests of the server github?'],
    ['a change', 't3', 'Change this file?'],
    ['a call that was never announced by the agent’s words', 'unknown', 'Frobnicate?'],
  ])('asks about %s', async (_, callId, title) => {
    const permissions = [permission({ callId, title: 'Frobnicate', subject: '{}', ask: undefined })];
    const view = await openView(snapshotOf(sampleItems, { ...idle, permissions }));
    expect(view.one('permission-card').querySelector('h3')?.textContent).toBe(title);
  });

  test('names the worker that asks', async () => {
    const ask = { because: 'It runs a command.', worker: 'Update examples/' };
    const view = await openView(snapshotOf(sampleItems, { ...idle, permissions: [permission({ ask })] }));
    expect(view.one('permission-card').textContent).toContain('Worker “Update examples/”');
  });
});
