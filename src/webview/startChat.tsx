import { effect } from '@preact/signals';
import { render } from 'preact';
import { errorMessage } from '../base/errors.ts';
import { type Disposable, DisposableStore, toDisposable } from '../base/lifecycle.ts';
import type { MessagePortEnd } from '../protocol/portTransport.ts';
import { App } from './app.tsx';
import { connectHost, type HostClient } from './bridge/hostClient.ts';
import { type AskingHost, ChatContext } from './chatContext.ts';
import { ComposerModel } from './composer/composerModel.ts';
import { keepFocus } from './frame/keepFocus.ts';
import { ChatController } from './store/chatController.ts';
import { ChatStore } from './store/chatStore.ts';
import type { FrameClock } from './store/frameQueue.ts';
import { ViewState } from './store/viewState.ts';

/** Builds the view into `root` and keeps it in step with the host behind `port`, until it is disposed. */
export function startChat(root: Element, port: MessagePortEnd, clock: FrameClock): Disposable {
  const owned = new DisposableStore();
  const store = new ChatStore();
  const view = new ViewState();
  const fail = (error: unknown) => {
    view.problem.value = errorMessage(error);
    client.report(error);
  };
  const controller = owned.add(new ChatController(store, () => client, clock, fail));
  const composer = new ComposerModel((text) => client.notify('draft/changed', { text }));
  const client: HostClient = owned.add(
    connectHost(port, {
      ...controller.listener,
      'composer/focus': () => view.focusComposer(),
      'composer/insert': ({ text, attachments }) => {
        composer.insert(text);
        composer.attach(attachments);
        view.focusComposer();
      },
      announce: ({ text }) => view.announce(text),
    }),
  );
  owned.add(composer);
  owned.add(toDisposable(followConversation(store, composer, view)));
  const host = askingHost(client, view, fail);
  render(
    <ChatContext.Provider value={{ store, view, controller, host }}>
      <App composer={composer} />
    </ChatContext.Provider>,
    root,
  );
  owned.add(toDisposable(() => render(null, root)));
  owned.add(keepFocus(root, () => view.focusComposer()));
  void controller.refresh();
  return owned;
}

/** Each conversation, and each worker's, has its own unsent text and its own opened parts. */
function followConversation(store: ChatStore, composer: ComposerModel, view: ViewState): () => void {
  let shown: string | undefined;
  return effect(() => {
    const worker = store.worker.value;
    const { conversationId } = store.state.value;
    if (!store.loaded.value) return;
    const place = worker ? `${conversationId}/${worker.sessionId}` : conversationId;
    if (shown !== undefined && shown !== '' && shown !== place) view.forgetOpened();
    shown = place;
    composer.show(place, worker ? '' : store.state.peek().draft, !worker);
  });
}

function askingHost(client: HostClient, view: ViewState, fail: (error: unknown) => void): AskingHost {
  return {
    request: client.request,
    notify: client.notify,
    report: client.report,
    async ask(method, params) {
      try {
        const answer = await client.request(method, params);
        view.problem.value = null;
        return answer;
      } catch (error) {
        fail(error);
        return undefined;
      }
    },
  };
}
