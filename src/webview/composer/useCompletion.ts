import { useEffect, useState } from 'preact/hooks';
import type { CommandView, ResponseOf } from '../../protocol/chat.ts';
import { useChat } from '../chatContext.ts';
import { completeCommands, isWholeName, mentionWord, slashWord } from './completion.ts';

type MentionItem = ResponseOf<'mention/complete'>['items'][number];

/** A line of the completion list. */
export type CompletionEntry =
  | { readonly kind: 'command'; readonly command: CommandView; readonly group: string }
  | { readonly kind: 'mention'; readonly item: MentionItem };

export interface Completion {
  readonly menu: 'command' | 'mention' | undefined;
  readonly entries: readonly CompletionEntry[];
  readonly selected: number;
  readonly wholeName: boolean;
  /** Where the `@` of a mention stands. */
  readonly start: number;
  select(index: number): void;
  /** Closes the list until the word changes. */
  close(): void;
}

/** The completion list for the text and caret as they are. */
export function useCompletion(text: string, caret: number): Completion {
  const { store } = useChat();
  const word = slashWord(text, caret);
  const mention = word === undefined ? mentionWord(text, caret) : undefined;
  const subject = word !== undefined ? `/${word}` : mention ? `@${mention.start}:${mention.query}` : '';
  const [closed, setClosed] = useState('');
  const [chosen, setChosen] = useState({ subject, index: 0 });
  const commands = store.state.value.commands;
  const mentions = useMentions(mention?.query);

  const entries: CompletionEntry[] =
    word !== undefined
      ? completeCommands(commands, word).flatMap((group) =>
          group.commands.map((command) => ({ kind: 'command' as const, command, group: group.title })),
        )
      : mention
        ? mentions.map((item) => ({ kind: 'mention' as const, item }))
        : [];
  const open = subject !== '' && subject !== closed && entries.length > 0;
  const index = chosen.subject === subject ? Math.min(chosen.index, entries.length - 1) : 0;
  return {
    menu: open ? (word !== undefined ? 'command' : 'mention') : undefined,
    entries: open ? entries : [],
    selected: Math.max(0, index),
    wholeName: word !== undefined && isWholeName(commands, word),
    start: mention?.start ?? 0,
    select: (next) => setChosen({ subject, index: (next + entries.length) % Math.max(1, entries.length) }),
    close: () => setClosed(subject),
  };
}

/** What the host offers behind an `@`; the last answer stays until the next one comes. */
function useMentions(query: string | undefined): readonly MentionItem[] {
  const { host } = useChat();
  const [items, setItems] = useState<readonly MentionItem[]>([]);
  useEffect(() => {
    if (query === undefined) {
      setItems([]);
      return;
    }
    let wanted = true;
    host.request('mention/complete', { query }).then(
      (answer) => wanted && setItems(answer.items),
      (error: unknown) => wanted && host.report(error),
    );
    return () => {
      wanted = false;
    };
  }, [query, host]);
  return query === undefined ? [] : items;
}
