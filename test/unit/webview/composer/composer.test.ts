// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import type { ChatState } from '../../../../src/protocol/chat.ts';
import { richItems, snapshotOf } from '../../../support/webview/sampleChat.ts';
import { openView } from '../../../support/webview/testView.ts';

const idle: Partial<ChatState> = { phase: 'idle', permissions: [], queue: [], workers: [], changes: [] };

/** The view of a conversation at rest, or with some other state. */
async function composing(state: Partial<ChatState> = {}) {
  const view = await openView(snapshotOf(richItems, { ...idle, ...state }));
  return { ...view, field: view.one('composer') as HTMLTextAreaElement };
}

const names = (items: HTMLElement[]) => items.map((item) => item.dataset['name']);

describe('the composer', () => {
  test('sends on Enter and is empty then', async () => {
    const view = await composing();
    await view.type('hello');
    const event = await view.press(view.field, 'Enter');
    expect(event.defaultPrevented).toBe(true);
    expect(view.host.asked('prompt/send')).toEqual([{ text: 'hello', attachments: [], how: 'queue' }]);
    expect(view.field.value).toBe('');
  });

  test('leaves Shift+Enter to the text field', async () => {
    const view = await composing();
    await view.type('hello');
    expect((await view.press(view.field, 'Enter', { shiftKey: true })).defaultPrevented).toBe(false);
    expect(view.host.asked('prompt/send')).toEqual([]);
  });

  test.each([
    ['composing', { isComposing: true }],
    ['of key code 229', { keyCode: 229 }],
  ])('does nothing for an input method’s Enter, %s', async (_, ime) => {
    const view = await composing();
    await view.type('にほんご');
    expect((await view.press(view.field, 'Enter', ime)).defaultPrevented).toBe(false);
    expect(view.host.asked('prompt/send')).toEqual([]);
  });

  test('queues on Enter and steers on Ctrl+Enter while a turn runs, and stops on Escape', async () => {
    const view = await composing({ phase: 'running' });
    await view.type('next');
    await view.press(view.field, 'Enter');
    await view.type('now');
    await view.press(view.field, 'Enter', { ctrlKey: true });
    await view.press(view.field, 'Escape');
    expect(view.host.asked('prompt/send').map(({ text, how }) => [text, how])).toEqual([
      ['next', 'queue'],
      ['now', 'steer'],
    ]);
    expect(view.host.asked('turn/stop')).toHaveLength(1);
  });

  test('has the focus again after its buttons, which go away', async () => {
    const view = await composing();
    await view.type('go');
    const send = view.one('send');
    send.focus();
    await view.click(send);
    expect(document.activeElement).toBe(view.field);
    await view.settle(() => view.host.update([], { phase: 'running' }));
    const stop = view.one('stop');
    stop.focus();
    await view.click(stop);
    expect(document.activeElement).toBe(view.field);
  });

  test('sends nothing when there is nothing', async () => {
    const view = await composing();
    await view.type('  ');
    await view.press(view.field, 'Enter');
    expect(view.host.asked('prompt/send')).toEqual([]);
    expect((view.one('send') as HTMLButtonElement).disabled).toBe(true);
  });

  test('has the words back when they could not be sent', async () => {
    const view = await composing();
    view.host.answers['prompt/send'] = () => {
      throw new Error('The agent is gone.');
    };
    await view.type('precious');
    await view.press(view.field, 'Enter');
    expect(view.field.value).toBe('precious');
    expect(view.one('problem').textContent).toContain('The agent is gone.');
  });

  test('shows the draft that the host kept, and tells it of a new one', async () => {
    const view = await composing({ draft: 'half a thought' });
    expect(view.field.value).toBe('half a thought');
    await view.type('another');
    await view.settle(() => view.field.dispatchEvent(new FocusEvent('blur')));
    expect(view.host.said.filter((each) => each.method === 'draft/changed')).toEqual([
      { method: 'draft/changed', params: { text: 'another' } },
    ]);
  });

  test('walks through the person’s own prompts with the arrow keys', async () => {
    const view = await composing();
    await view.press(view.field, 'ArrowUp');
    expect(view.field.value).toBe('What changed in the server? Answer with a table and show the code.');
    await view.press(view.field, 'ArrowDown');
    expect(view.field.value).toBe('');
  });

  test('takes words and attachments that the host inserts, and the focus', async () => {
    const view = await composing();
    const attachment = { kind: 'file', path: '/a.ts', label: 'a.ts' };
    await view.settle(() =>
      view.host.notify('composer/insert', { text: 'look at', attachments: [attachment] }),
    );
    expect(view.field.value).toBe('look at');
    expect(view.one('attachment').textContent).toContain('a.ts');
    expect(document.activeElement).toBe(view.field);
  });
});

describe('completion', () => {
  test('lists commands with name and source as one types a slash, before the first prompt', async () => {
    const view = await openView(snapshotOf([], idle));
    await view.type('/re');
    const items = view.all('completion-item');
    expect(names(items)).toEqual(['review', 'release-notes', 'review:checklist', 'skill:review', 'reload']);
    expect(items.map((item) => item.dataset['source'])).toEqual([
      'project',
      '.agents',
      'plugin',
      '.claude',
      '',
    ]);
    expect(items[3]?.textContent).toContain('/review is the project’s command');
    expect(view.one('composer').getAttribute('aria-activedescendant')).toBe(items[0]?.id);
  });

  test('follows the agent when its commands change', async () => {
    const view = await composing();
    await view.type('/fresh');
    expect(view.all('completion-item')).toEqual([]);
    const fresh = { name: 'fresh', description: 'New', group: 'command' as const, source: 'project' };
    await view.settle(() => view.host.update([], { commands: [fresh] }));
    expect(names(view.all('completion-item'))).toEqual(['fresh']);
  });

  test('takes the marked line on Enter while the first word is incomplete, and sends it when it is whole', async () => {
    const view = await composing();
    await view.type('/rev');
    await view.press(view.field, 'Enter');
    expect(view.field.value).toBe('/review ');
    expect(view.host.asked('prompt/send')).toEqual([]);
    expect(view.all('completion-item')).toEqual([]);
    await view.press(view.field, 'Enter');
    expect(view.host.asked('prompt/send').map(({ text }) => text)).toEqual(['/review ']);
    await view.type('/review');
    await view.press(view.field, 'Enter');
    expect(view.host.asked('prompt/send').map(({ text }) => text)).toEqual(['/review ', '/review']);
  });

  test('takes a line on Tab, by the mouse, and another one after an arrow key', async () => {
    const view = await composing();
    await view.type('/re');
    await view.press(view.field, 'ArrowDown');
    await view.press(view.field, 'Tab');
    expect(view.field.value).toBe('/release-notes ');
    await view.type('/con');
    await view.click(view.one('completion-item'));
    expect(view.field.value).toBe('/context ');
  });

  test('closes on Escape without stopping the turn, and opens again for another word', async () => {
    const view = await composing({ phase: 'running' });
    await view.type('/re');
    await view.press(view.field, 'Escape');
    expect(view.all('completion-item')).toEqual([]);
    expect(view.host.asked('turn/stop')).toEqual([]);
    await view.type('/rel');
    expect(names(view.all('completion-item'))).toEqual(['release-notes', 'reload']);
  });

  test('asks the host behind an @ and attaches what is taken', async () => {
    const view = await composing();
    const attachment = { kind: 'file' as const, path: '/home/me/acme-api/src/server.ts', label: 'server.ts' };
    view.host.answers['mention/complete'] = ({ query }) => ({
      items:
        query === 'ser' ? [{ label: 'server.ts', detail: 'src/server.ts', icon: 'file', attachment }] : [],
    });
    await view.type('see @ser');
    await view.press(view.field, 'Enter');
    expect(view.field.value).toBe('see @server.ts ');
    await view.press(view.field, 'Enter');
    expect(view.host.asked('prompt/send')).toEqual([
      { text: 'see @server.ts ', attachments: [attachment], how: 'queue' },
    ]);
  });
});
