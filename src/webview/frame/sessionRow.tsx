import { useState } from 'preact/hooks';
import type { SessionView } from '../../protocol/chat.ts';
import { formatAgo } from './format.ts';
import { Icon, IconButton } from './icon.tsx';

/** A conversation in the list: its line, or the field to rename it, or the question before it is deleted. */
export function SessionRow(props: {
  session: SessionView;
  id: string;
  active: boolean;
  current: boolean;
  editing: 'rename' | 'delete' | undefined;
  onOpen: () => void;
  onEdit: (how: 'rename' | 'delete') => void;
  onRename: (title: string) => void;
  onDelete: () => void;
  onCancel: () => void;
}) {
  const { session } = props;
  const title = session.title || 'Untitled';
  if (props.editing === 'rename')
    return (
      <div class="session">
        <Rename title={session.title} onDone={props.onRename} onCancel={props.onCancel} />
      </div>
    );
  if (props.editing === 'delete')
    return (
      <div class="session">
        <DeleteQuestion title={title} onYes={props.onDelete} onNo={props.onCancel} />
      </div>
    );
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the search field keeps the focus
    <div
      class={props.active ? 'session on' : 'session'}
      id={props.id}
      role="option"
      aria-selected={props.active}
      data-testid="session"
      data-id={session.id}
    >
      <Icon name={props.current ? 'check' : 'comment'} />
      <button type="button" class="session-title" tabIndex={-1} title={session.cwd} onClick={props.onOpen}>
        <span class="name">{title}</span>
        <span class="desc">{baseName(session.cwd)}</span>
      </button>
      <span class="src">{formatAgo(session.updatedAt, Date.now())}</span>
      <span class="acts">
        <IconButton
          icon="edit"
          label={`Rename ${title}`}
          testId="session-rename"
          onClick={() => props.onEdit('rename')}
        />
        <IconButton
          icon="trash"
          label={`Delete ${title}`}
          testId="session-delete"
          onClick={() => props.onEdit('delete')}
        />
      </span>
    </div>
  );
}

function Rename(props: { title: string; onDone: (title: string) => void; onCancel: () => void }) {
  const [title, setTitle] = useState(props.title);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter') props.onDone(title);
    else if (event.key === 'Escape') props.onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <input
      class="search"
      type="text"
      // biome-ignore lint/a11y/noAutofocus: it answers the button or key that was just pressed
      autoFocus
      aria-label="New title"
      value={title}
      onInput={(event) => setTitle(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}

function DeleteQuestion(props: { title: string; onYes: () => void; onNo: () => void }) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    props.onNo();
  };
  return (
    <fieldset class="question" aria-label={`Delete ${props.title}?`} onKeyDown={onKeyDown}>
      <span class="name">Delete “{props.title}” for good?</span>
      {/* biome-ignore lint/a11y/noAutofocus: it answers the button or key that was just pressed */}
      <button type="button" class="button" autoFocus data-testid="session-delete-yes" onClick={props.onYes}>
        Delete
      </button>
      <button type="button" class="button secondary" onClick={props.onNo}>
        Cancel
      </button>
    </fieldset>
  );
}

function baseName(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
}
