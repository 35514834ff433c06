import { useMemo, useRef, useState } from 'preact/hooks';
import { useChat } from '../chatContext.ts';
import { takeCommand, takeMention } from './completion.ts';
import type { ComposerModel } from './composerModel.ts';
import type { ComposerAct } from './keyRules.ts';
import { PromptHistory } from './promptHistory.ts';
import { type Completion, useCompletion } from './useCompletion.ts';

/** What can be done with the prompt that is being written. */
export interface Prompt {
  readonly completion: Completion;
  readonly history: PromptHistory;
  readonly acts: Readonly<Record<Exclude<ComposerAct, 'none'>, () => void>>;
  /** The caret's place after a replaced text is drawn; taken once. */
  readonly wantedCaret: { current: number | undefined };
  setCaret(caret: number): void;
  send(how: 'queue' | 'steer'): void;
  /** Puts a line of the completion list into the text. */
  take(index: number): void;
}

export function usePrompt(model: ComposerModel): Prompt {
  const { store, view, host } = useChat();
  const [caret, setCaret] = useState(0);
  const wantedCaret = useRef<number>(undefined);
  const history = useMemo(() => new PromptHistory(), []);
  const text = model.text.value;
  const completion = useCompletion(text, caret);

  const replace = (next: { text: string; caret: number }) => {
    wantedCaret.current = next.caret;
    model.type(next.text);
  };
  const send = async (how: 'queue' | 'steer') => {
    const prompt = model.take();
    if (!prompt) return;
    history.leave();
    view.following.value = true;
    const sent = await host.ask('prompt/send', { ...prompt, attachments: [...prompt.attachments], how });
    if (sent === undefined) model.putBack(prompt);
  };
  const take = (index: number) => {
    const entry = completion.entries[index];
    if (entry?.kind === 'command') replace(takeCommand(text, entry.command.name));
    if (entry?.kind === 'mention') {
      model.attach([entry.item.attachment]);
      replace(takeMention(text, caret, completion.start, entry.item.label));
    }
    view.focusComposer();
  };
  const walk = (prompt: string | undefined) => {
    if (prompt !== undefined) replace({ text: prompt, caret: prompt.length });
  };
  const acts: Prompt['acts'] = {
    send: () => void send('queue'),
    queue: () => void send('queue'),
    steer: () => void send('steer'),
    take: () => take(completion.selected),
    next: () => completion.select(completion.selected + 1),
    previous: () => completion.select(completion.selected - 1),
    close: () => completion.close(),
    stop: () => void host.ask('turn/stop', {}),
    back: () => void host.ask('worker/open', { sessionId: null }),
    older: () => walk(history.older(ownPrompts(store.transcript), text)),
    newer: () => walk(history.newer(ownPrompts(store.transcript))),
  };
  return { completion, history, acts, wantedCaret, setCaret, send: (how) => void send(how), take };
}

/** The person's prompts in the loaded part of the transcript, oldest first. */
function ownPrompts(transcript: ReturnType<typeof useChat>['store']['transcript']): string[] {
  return transcript.ids.peek().flatMap((id) => {
    const item = transcript.peek(id);
    return item?.kind === 'user' && item.text !== '' ? [item.text] : [];
  });
}
