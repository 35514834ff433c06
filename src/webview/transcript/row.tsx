import { useLayoutEffect, useRef } from 'preact/hooks';
import { unreachable } from '../../base/errors.ts';
import type { TranscriptItem } from '../../protocol/transcript.ts';
import { useChat } from '../chatContext.ts';
import { ErrorBoundary } from '../frame/errorBoundary.tsx';
import { ToolCard } from '../tools/toolCard.tsx';
import { AssistantMessage } from './assistantMessage.tsx';
import { Compaction } from './compaction.tsx';
import { Notice } from './notice.tsx';
import { Plan } from './plan.tsx';
import { Thought } from './thought.tsx';
import { UserMessage } from './userMessage.tsx';

/** One item of the transcript, with the distance to the one before it. */
export function Row(props: {
  id: string;
  before: string | undefined;
  position: number;
  observer: ResizeObserver | undefined;
}) {
  const { store } = useChat();
  const element = useRef<HTMLDivElement>(null);
  const item = store.transcript.item(props.id)?.value;
  const before = props.before === undefined ? undefined : store.transcript.peek(props.before);
  useLayoutEffect(() => {
    const row = element.current;
    if (!row) return;
    props.observer?.observe(row);
    return () => props.observer?.unobserve(row);
  }, [props.observer]);
  if (!item) return null;
  return (
    <article
      class="row"
      ref={element}
      data-id={props.id}
      data-gap={gap(before, item)}
      aria-label={rowLabel(item)}
      aria-posinset={store.transcript.first.value + props.position + 1}
      aria-setsize={-1}
    >
      <ErrorBoundary what="This message">
        <Item item={item} />
      </ErrorBoundary>
    </article>
  );
}

function Item({ item }: { item: TranscriptItem }) {
  switch (item.kind) {
    case 'user':
      return <UserMessage item={item} />;
    case 'assistant':
      return <AssistantMessage item={item} />;
    case 'thought':
      return <Thought item={item} />;
    case 'tool':
      return <ToolCard item={item} />;
    case 'plan':
      return <Plan item={item} />;
    case 'notice':
      return <Notice item={item} />;
    case 'compaction':
      return <Compaction item={item} />;
    default:
      return unreachable(item);
  }
}

/** Lines of work stand close together, messages apart. */
function gap(before: TranscriptItem | undefined, item: TranscriptItem): 'none' | 'small' | 'large' {
  if (!before) return 'none';
  if (item.kind === 'user') return 'large';
  const line = (kind: TranscriptItem['kind']) => kind === 'tool' || kind === 'thought';
  return line(before.kind) && line(item.kind) ? 'none' : 'small';
}

function rowLabel(item: TranscriptItem): string {
  switch (item.kind) {
    case 'user':
      return 'You';
    case 'assistant':
      return 'Agent';
    case 'thought':
      return 'Thinking';
    case 'tool':
      return `Tool: ${item.title}`;
    case 'plan':
      return 'Plan';
    case 'notice':
      return item.title;
    case 'compaction':
      return 'Summary of the conversation';
    default:
      return unreachable(item);
  }
}
