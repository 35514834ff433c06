import { Fragment } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { CommandView } from '../../protocol/chat.ts';
import { Icon } from '../frame/icon.tsx';
import type { Completion, CompletionEntry } from './useCompletion.ts';

const ICONS: Readonly<Record<CommandView['group'], string>> = {
  command: 'terminal',
  skill: 'book',
  builtin: 'info',
  prompt: 'plug',
};

export const COMPLETION_ID = 'completion';
export const completionOptionId = (index: number) => `completion-${index}`;

/** What may be completed, in groups: what it is, what it takes, what it does, where it comes from. */
export function CompletionMenu(props: { completion: Completion; onTake: (index: number) => void }) {
  const { completion } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [completion.selected, completion.entries]);
  if (!completion.menu) return null;
  return (
    <div class="popup menu" role="listbox" id={COMPLETION_ID} aria-label="Completion" ref={list}>
      {completion.entries.map((entry, index) => (
        <Fragment key={entryKey(entry)}>
          <GroupTitle entry={entry} before={completion.entries[index - 1]} />
          <Entry
            entry={entry}
            index={index}
            selected={index === completion.selected}
            onTake={() => props.onTake(index)}
          />
        </Fragment>
      ))}
    </div>
  );
}

function GroupTitle({ entry, before }: { entry: CompletionEntry; before: CompletionEntry | undefined }) {
  if (entry.kind !== 'command') return null;
  if (before?.kind === 'command' && before.group === entry.group) return null;
  return (
    <div class="group" role="presentation">
      {entry.group}
    </div>
  );
}

function Entry(props: { entry: CompletionEntry; index: number; selected: boolean; onTake: () => void }) {
  const { entry } = props;
  const common = {
    id: completionOptionId(props.index),
    role: 'option' as const,
    'aria-selected': props.selected,
    // The text field keeps the focus.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: props.onTake,
  };
  if (entry.kind === 'mention')
    return (
      <div
        {...common}
        class={props.selected ? 'item on' : 'item'}
        data-testid="completion-item"
        data-name={entry.item.label}
        data-source="mention"
      >
        <Icon name={entry.item.icon} />
        <span class="name">{entry.item.label}</span>
        {entry.item.detail !== entry.item.label && <span class="desc">{entry.item.detail}</span>}
      </div>
    );
  const { command } = entry;
  const classes = ['item', props.selected && 'on', command.note !== undefined && 'off']
    .filter(Boolean)
    .join(' ');
  return (
    <div
      {...common}
      class={classes}
      data-testid="completion-item"
      data-name={command.name}
      data-source={command.source}
      title={command.note ?? command.description}
    >
      <Icon name={ICONS[command.group]} />
      <span class="name">/{command.name}</span>
      <span class="desc">
        {command.hint && <span class="hint">{command.hint}</span>}
        {command.note ?? command.description}
      </span>
      <span class="src">{command.source}</span>
    </div>
  );
}

function entryKey(entry: CompletionEntry): string {
  return entry.kind === 'command'
    ? `${entry.group}/${entry.command.name}`
    : `@${entry.item.label} ${entry.item.detail}`;
}
