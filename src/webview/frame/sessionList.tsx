import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SessionView } from '../../protocol/chat.ts';
import { useChat } from '../chatContext.ts';
import { leaves } from '../pickers/listPopup.tsx';
import { SessionRow } from './sessionRow.tsx';
import { matchesSession, type Sessions, useSessions } from './useSessions.ts';

type Editing = { readonly id: string; readonly how: 'rename' | 'delete' } | undefined;

/** Earlier conversations: find, open, rename, delete. Everything works by keyboard: F2 renames, Delete deletes. */
export function SessionList() {
  const { view } = useChat();
  const sessions = useSessions();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const search = useRef<HTMLInputElement>(null);
  const shown = (sessions.all ?? []).filter((session) => matchesSession(session, query));
  const index = Math.min(active, shown.length - 1);
  const [editing, setEditing] = useState<Editing>(undefined);
  useEffect(() => search.current?.focus(), []);

  const close = () => {
    view.popup.value = null;
    view.focusComposer();
  };
  const open = (chosen: SessionView) => {
    close();
    sessions.open(chosen);
  };
  const session = shown[index];
  const onKeyDown = keyHandler({
    ArrowDown: () => setActive(Math.min(index + 1, shown.length - 1)),
    ArrowUp: () => setActive(Math.max(0, index - 1)),
    Escape: close,
    Enter: session && (() => open(session)),
    F2: session && (() => setEditing({ id: session.id, how: 'rename' })),
    Delete: session && query === '' ? () => setEditing({ id: session.id, how: 'delete' }) : undefined,
  });
  return (
    <Panel>
      <Search
        field={search}
        active={shown[index] && `session-${index}`}
        query={query}
        onSearch={(words) => {
          setQuery(words);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Rows
        shown={shown}
        index={index}
        sessions={sessions}
        editing={editing}
        onEdit={setEditing}
        onDone={() => {
          setEditing(undefined);
          search.current?.focus();
        }}
        onOpen={open}
      />
      <Empty loading={sessions.all === undefined} none={shown.length === 0} searched={query !== ''} />
    </Panel>
  );
}

/** Runs the act of the pressed key; keys without one, and those of an input method, pass by. */
function keyHandler(acts: Readonly<Record<string, (() => void) | undefined>>) {
  return (event: KeyboardEvent) => {
    const act = event.isComposing || event.keyCode === 229 ? undefined : acts[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
}

function Panel({ children }: { children: ComponentChildren }) {
  const { view } = useChat();
  const onFocusOut = (event: FocusEvent & { currentTarget: HTMLElement }) => {
    if (leaves(event)) view.popup.value = null;
  };
  return (
    <div class="popup sessions" role="dialog" aria-label="Conversations" onFocusOut={onFocusOut}>
      {children}
    </div>
  );
}

function Search(props: {
  field: { current: HTMLInputElement | null };
  active: string | undefined;
  query: string;
  onSearch: (query: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  return (
    <input
      ref={props.field}
      class="search"
      type="text"
      role="combobox"
      aria-expanded="true"
      aria-controls="sessions"
      aria-activedescendant={props.active}
      aria-label="Search conversations"
      placeholder="Search conversations"
      value={props.query}
      onInput={(event) => props.onSearch(event.currentTarget.value)}
      onKeyDown={props.onKeyDown}
    />
  );
}

function Rows(props: {
  shown: readonly SessionView[];
  index: number;
  sessions: Sessions;
  editing: Editing;
  onEdit: (editing: Editing) => void;
  onDone: () => void;
  onOpen: (session: SessionView) => void;
}) {
  const { store } = useChat();
  const { shown, index, sessions, editing } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView?.({ block: 'nearest' });
  }, [index]);
  return (
    <div
      ref={list}
      class="session-options"
      id="sessions"
      role="listbox"
      aria-label="Conversations"
      data-testid="session-list"
    >
      {shown.map((session, i) => (
        <SessionRow
          key={session.id}
          session={session}
          id={`session-${i}`}
          active={i === index}
          current={session.id === store.state.value.conversationId}
          editing={editing?.id === session.id ? editing.how : undefined}
          onOpen={() => props.onOpen(session)}
          onEdit={(how) => props.onEdit({ id: session.id, how })}
          onRename={(title) => {
            props.onDone();
            sessions.rename(session, title);
          }}
          onDelete={() => {
            props.onDone();
            sessions.remove(session);
          }}
          onCancel={props.onDone}
        />
      ))}
    </div>
  );
}

function Empty({ loading, none, searched }: { loading: boolean; none: boolean; searched: boolean }) {
  if (loading) return <div class="group">Loading…</div>;
  if (!none) return null;
  return <div class="group">{searched ? 'Nothing matches.' : 'No conversations yet.'}</div>;
}
