import type { TranscriptItemOf } from '../../protocol/transcript.ts';
import { useChat } from '../chatContext.ts';
import { formatDuration } from '../frame/format.ts';
import { Icon } from '../frame/icon.tsx';

/** The model's thinking, folded to a line. */
export function Thought({ item }: { item: TranscriptItemOf<'thought'> }) {
  const { view } = useChat();
  const open = view.opened(item.id) === true;
  const title = item.done
    ? item.ms === undefined
      ? 'Thought'
      : `Thought for ${formatDuration(item.ms)}`
    : 'Thinking…';
  return (
    <div class="thought" data-testid="thought">
      <button type="button" class="fold" aria-expanded={open} onClick={() => view.setOpened(item.id, !open)}>
        <Icon name={open ? 'chevron-down' : 'chevron-right'} />
        <span class={item.done ? '' : 'shimmer'}>{title}</span>
      </button>
      {open && <div class="thinking">{item.text.trim()}</div>}
    </div>
  );
}
