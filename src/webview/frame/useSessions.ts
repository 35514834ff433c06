import { useEffect, useState } from 'preact/hooks';
import type { SessionView } from '../../protocol/chat.ts';
import { useChat } from '../chatContext.ts';

/** The conversations that can be opened, and what can be done with one. */
export interface Sessions {
  /** Undefined until the host has answered. */
  readonly all: readonly SessionView[] | undefined;
  open(session: SessionView): void;
  rename(session: SessionView, title: string): void;
  remove(session: SessionView): void;
}

export function useSessions(): Sessions {
  const { host } = useChat();
  const [all, setAll] = useState<readonly SessionView[] | undefined>(undefined);
  useEffect(() => {
    void host.ask('session/list', {}).then((answer) => setAll(answer?.sessions ?? []));
  }, [host]);
  return {
    all,
    open: ({ id, cwd }) => void host.ask('session/open', { id, cwd }),
    rename(session, title) {
      const fresh = title.trim();
      if (fresh === '' || fresh === session.title) return;
      setAll(all?.map((each) => (each.id === session.id ? { ...each, title: fresh } : each)));
      void host.ask('session/rename', { id: session.id, title: fresh });
    },
    remove(session) {
      setAll(all?.filter((each) => each.id !== session.id));
      void host.ask('session/delete', { id: session.id });
    },
  };
}

/** True when the conversation's title or folder holds every word that was typed. */
export function matchesSession(session: SessionView, query: string): boolean {
  const text = `${session.title} ${session.cwd}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
