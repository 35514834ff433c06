import type { TranscriptItemOf } from '../../protocol/transcript.ts';
import { useChat } from '../chatContext.ts';
import { Icon } from '../frame/icon.tsx';
import { Markdown } from '../markdown/markdown.tsx';

const TITLES = {
  in_progress: 'Summarizing the conversation…',
  completed: 'The conversation was summarized',
  failed: 'The conversation could not be summarized',
  cancelled: 'Summarizing was stopped',
} as const;

/** Where the context was made smaller; the summary opens below the line. */
export function Compaction({ item }: { item: TranscriptItemOf<'compaction'> }) {
  const { view } = useChat();
  const open = view.opened(item.id) === true;
  return (
    <div class="compaction" data-testid="compaction" data-status={item.status}>
      <button
        type="button"
        class="fold rule"
        aria-expanded={open}
        disabled={item.summary === ''}
        onClick={() => view.setOpened(item.id, !open)}
      >
        <Icon
          name={item.status === 'in_progress' ? 'loading' : 'fold'}
          spin={item.status === 'in_progress'}
        />
        <span>{TITLES[item.status]}</span>
      </button>
      {open && <Markdown text={item.summary} done={item.status !== 'in_progress'} />}
    </div>
  );
}
