// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import type { ChatState, ElicitationView } from '../../../../src/protocol/chat.ts';
import { richItems, snapshotOf } from '../../../support/webview/sampleChat.ts';
import { openView } from '../../../support/webview/testView.ts';

const idle: Partial<ChatState> = { permissions: [], queue: [], workers: [], changes: [] };

function asking(elicitation: Partial<ElicitationView>) {
  const elicitations = [{ requestId: 'e1', message: 'Which project?', fields: [], ...elicitation }];
  return openView(snapshotOf(richItems, { ...idle, elicitations }));
}

describe('a form of a server', () => {
  const fields: ElicitationView['fields'] = [
    { name: 'project', label: 'Project', type: 'text', required: true },
  ];

  test('is sent with what was filled in, after what is missing was said', async () => {
    const view = await asking({ fields });
    const field = view.root.querySelector<HTMLInputElement>('#field-project');
    if (!field) throw new Error('the field is not there');
    expect(document.activeElement).toBe(field);
    const form = view.one('elicitation');
    form.querySelector<HTMLElement>('[type=submit]')?.focus();
    await view.settle(() =>
      form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true })),
    );
    expect(form.querySelector('[role=alert]')?.textContent).toBe('This is needed.');
    expect(document.activeElement).toBe(field);
    field.value = 'Acme';
    await view.settle(() => field.dispatchEvent(new InputEvent('input', { bubbles: true })));
    await view.settle(() =>
      form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true })),
    );
    expect(view.host.asked('elicitation/answer')).toEqual([
      { requestId: 'e1', action: 'accept', content: { project: 'Acme' } },
    ]);
  });

  test('is declined by its button and cancelled by Escape, which does not stop the turn', async () => {
    const view = await asking({ fields });
    await view.click(view.root.querySelector('.button.secondary') ?? view.root);
    await view.press(view.root.querySelector('#field-project') ?? view.root, 'Escape');
    expect(view.host.asked('elicitation/answer').map(({ action }) => action)).toEqual(['decline', 'cancel']);
    expect(view.host.asked('turn/stop')).toEqual([]);
  });
});

test('an address is shown whole with its host set apart, and opened only after a yes', async () => {
  const url = 'https://login.example.org/authorize?client=vakil';
  const view = await asking({ url });
  expect(view.one('elicitation').querySelector('pre')?.textContent).toBe(url);
  expect(view.one('elicitation').querySelector('pre b')?.textContent).toBe('login.example.org');
  expect(view.host.asked('elicitation/answer')).toEqual([]);
  const form = view.one('elicitation');
  await view.settle(() => form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true })));
  expect(view.host.asked('elicitation/answer')).toEqual([{ requestId: 'e1', action: 'accept' }]);
});
