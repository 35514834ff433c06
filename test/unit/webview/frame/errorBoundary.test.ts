// @vitest-environment jsdom
import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { type Chat, ChatContext } from '../../../../src/webview/chatContext.ts';
import { ErrorBoundary } from '../../../../src/webview/frame/errorBoundary.tsx';

test('makes one line of a part that fails, reports it, and draws it again on demand', async () => {
  const reported: unknown[] = [];
  const chat = { host: { report: (error: unknown) => reported.push(error) } } as unknown as Chat;
  let fails = true;
  const Part = () => {
    if (fails) throw new Error('out of ink');
    return h('p', null, 'drawn');
  };
  const root = document.createElement('div');
  const other = h('p', { id: 'other' }, 'other');
  const guarded = h(ErrorBoundary, { what: 'The plan', children: h(Part, null) });
  await act(() => render(h(ChatContext.Provider, { value: chat, children: [guarded, other] }), root));
  expect(root.querySelector('[role=alert]')?.textContent).toContain(
    'The plan could not be shown: out of ink',
  );
  expect(root.querySelector('#other')?.textContent).toBe('other');
  expect(reported).toHaveLength(1);
  fails = false;
  await act(() => root.querySelector('button')?.click());
  expect(root.querySelector('[role=alert]')).toBeNull();
  expect(root.textContent).toBe('drawnother');
});
