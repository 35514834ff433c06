import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { invariant } from '../base/errors.ts';
import type { ChatRequest, ParamsOf, ResponseOf } from '../protocol/chat.ts';
import type { HostClient } from './bridge/hostClient.ts';
import type { ChatController } from './store/chatController.ts';
import type { ChatStore } from './store/chatStore.ts';
import type { ViewState } from './store/viewState.ts';

/** The host, with a way to ask that needs no care: a failure is shown and logged. */
export interface AskingHost extends Pick<HostClient, 'request' | 'notify' | 'report'> {
  /** Resolves to undefined when the host could not do it; the view then says why. */
  ask<M extends ChatRequest>(method: M, params: ParamsOf<M>): Promise<ResponseOf<M> | undefined>;
}

/** What every component of the view can reach. */
export interface Chat {
  readonly store: ChatStore;
  readonly view: ViewState;
  readonly controller: ChatController;
  readonly host: AskingHost;
}

export const ChatContext = createContext<Chat | undefined>(undefined);

export function useChat(): Chat {
  const chat = useContext(ChatContext);
  invariant(chat, 'a component is drawn outside of the chat');
  return chat;
}
