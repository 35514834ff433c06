import { Fragment } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon } from '../frame/icon.tsx';
import { listKey } from './listKeys.ts';

export interface ListEntry {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly icon?: string;
  readonly group?: string;
  readonly checked?: boolean;
}

/** Lists longer than this get a field to search in. */
const SEARCH_FROM = 9;

/** A list to choose from, by mouse or keyboard alone. It closes when the focus leaves it. */
export function ListPopup(props: {
  label: string;
  entries: readonly ListEntry[];
  onPick: (id: string) => void;
  onClose: () => void;
  testId?: string;
}) {
  const { entries, label, onClose } = props;
  const [query, setQuery] = useState('');
  const shown = entries.filter((entry) => matches(entry, query));
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      entries.findIndex((entry) => entry.checked),
    ),
  );
  const index = Math.min(active, shown.length - 1);
  const popup = useRef<HTMLDivElement>(null);
  const id = useId();
  const searchable = entries.length >= SEARCH_FROM;
  useEffect(() => popup.current?.querySelector<HTMLElement>('input, [tabindex]')?.focus(), []);
  useEffect(() => {
    popup.current?.querySelector('.on')?.scrollIntoView?.({ block: 'nearest' });
  }, [index, query]);

  const keys = {
    'aria-controls': id,
    'aria-activedescendant': index >= 0 ? `${id}-${index}` : undefined,
    onKeyDown: (event: KeyboardEvent) => {
      const act = listKey(event, index, shown.length, searchable);
      const picked = shown[index];
      if (act.kind === 'none' || (act.kind === 'pick' && !picked)) return;
      event.preventDefault();
      event.stopPropagation();
      if (act.kind === 'move') setActive(act.to);
      else if (act.kind === 'close') onClose();
      else if (picked) props.onPick(picked.id);
    },
  };
  const search = (words: string) => {
    setQuery(words);
    setActive(0);
  };
  return (
    <div class="popup" ref={popup} onFocusOut={(event) => leaves(event) && onClose()}>
      {searchable && <Search keys={keys} label={label} query={query} onSearch={search} />}
      <div
        {...(searchable ? {} : { ...keys, tabIndex: 0 })}
        class="options"
        role="listbox"
        id={id}
        aria-label={label}
        data-testid={props.testId}
      >
        <Options shown={shown} index={index} id={id} onPick={props.onPick} />
      </div>
    </div>
  );
}

function Options(props: {
  shown: readonly ListEntry[];
  index: number;
  id: string;
  onPick: (id: string) => void;
}) {
  const { shown, index, id } = props;
  if (shown.length === 0) return <div class="group">Nothing matches.</div>;
  return shown.map((entry, i) => (
    <Fragment key={entry.id}>
      <Group entry={entry} before={shown[i - 1]} />
      <Option entry={entry} id={`${id}-${i}`} active={i === index} onPick={() => props.onPick(entry.id)} />
    </Fragment>
  ));
}

function Search(props: { keys: object; label: string; query: string; onSearch: (query: string) => void }) {
  return (
    <input
      {...props.keys}
      class="search"
      type="text"
      role="combobox"
      aria-expanded="true"
      aria-label={`Search: ${props.label}`}
      placeholder="Search"
      value={props.query}
      onInput={(event) => props.onSearch(event.currentTarget.value)}
    />
  );
}

function Group({ entry, before }: { entry: ListEntry; before: ListEntry | undefined }) {
  if (entry.group === undefined || entry.group === before?.group) return null;
  return (
    <div class="group" role="presentation">
      {entry.group}
    </div>
  );
}

function Option(props: { entry: ListEntry; id: string; active: boolean; onPick: () => void }) {
  const { entry } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the list keeps the focus
    <div
      id={props.id}
      class={props.active ? 'option on' : 'option'}
      role="option"
      aria-selected={entry.checked ?? props.active}
      data-value={entry.id}
      onMouseDown={(event) => event.preventDefault()}
      onClick={props.onPick}
    >
      <Icon name={entry.checked ? 'check' : (entry.icon ?? 'blank')} />
      <span class="name">{entry.label}</span>
      {entry.description && <span class="desc">{entry.description}</span>}
    </div>
  );
}

/** True when the focus goes to something outside; a click on nothing leaves it where it is. */
export function leaves(event: FocusEvent & { currentTarget: HTMLElement }): boolean {
  const next = event.relatedTarget;
  return next instanceof Node && !event.currentTarget.contains(next);
}

function matches(entry: ListEntry, query: string): boolean {
  const text = `${entry.label} ${entry.id} ${entry.group ?? ''}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
