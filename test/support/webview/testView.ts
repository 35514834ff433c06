import { act } from 'preact/test-utils';
import { onTestFinished } from 'vitest';
import { Emitter } from '../../../src/base/event.ts';
import type { Snapshot } from '../../../src/protocol/chat.ts';
import type { MessagePortEnd } from '../../../src/protocol/portTransport.ts';
import { startChat } from '../../../src/webview/startChat.tsx';
import { FakeHost } from './fakeHost.ts';

/** The whole view in a document without layout, with a host that the test plays. */
export interface TestView {
  readonly root: HTMLElement;
  readonly host: FakeHost;
  /** The elements with this `data-testid`. */
  all(testId: string): HTMLElement[];
  /** The one element with this `data-testid`. */
  one(testId: string): HTMLElement;
  /** Lets everything that was asked and pushed arrive and be drawn. */
  settle(act?: () => void): Promise<void>;
  type(text: string): Promise<void>;
  press(target: Element, key: string, more?: KeyboardEventInit): Promise<KeyboardEvent>;
  click(target: Element): Promise<void>;
}

/** `prepare` tells the host what to answer before the view asks first. */
export async function openView(
  snapshot: Snapshot,
  prepare: (host: FakeHost) => void = () => undefined,
): Promise<TestView> {
  const toView = new Emitter<unknown>();
  const host = new FakeHost(snapshot, (message) => toView.fire(structuredClone(message)));
  prepare(host);
  const port: MessagePortEnd = {
    post: (message) => host.receive(structuredClone(message)),
    listen: toView.event,
  };
  document.body.innerHTML = '<div id="root"></div>';
  const root = document.querySelector<HTMLElement>('#root') ?? document.body;
  const view = testView(root, host);
  await view.settle(() => {
    const chat = startChat(root, port, { request: nextTurn });
    onTestFinished(() => chat.dispose());
  });
  return view;
}

/** A frame is the next turn of the event loop. */
function nextTurn(draw: () => void): () => void {
  const timer = setTimeout(draw, 0);
  return () => clearTimeout(timer);
}

function testView(root: HTMLElement, host: FakeHost): TestView {
  const all = (testId: string) => [...root.querySelectorAll<HTMLElement>(`[data-testid="${testId}"]`)];
  const settle = async (does?: () => void) => {
    await act(() => does?.());
    // A request, its answer and the update that follows each take a turn.
    for (let turn = 0; turn < 6; turn++) await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
  };
  const one = (testId: string) => {
    const [found, ...others] = all(testId);
    if (!found || others.length > 0)
      throw new Error(`${others.length + (found ? 1 : 0)} elements are ${testId}`);
    return found;
  };
  return {
    root,
    host,
    all,
    one,
    settle,
    async type(text) {
      const field = one('composer') as HTMLTextAreaElement;
      field.focus();
      field.value = text;
      field.setSelectionRange(text.length, text.length);
      await settle(() => field.dispatchEvent(new InputEvent('input', { bubbles: true })));
    },
    async press(target, key, more = {}) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
      await settle(() => target.dispatchEvent(event));
      return event;
    },
    async click(target) {
      await settle(() => {
        if (target instanceof HTMLElement) target.click();
      });
    },
  };
}
