import type { TranscriptItemOf } from '../../protocol/transcript.ts';
import { Icon } from '../frame/icon.tsx';

type Status = TranscriptItemOf<'plan'>['entries'][number]['status'];

const WORDS: Readonly<Record<Status, string>> = {
  completed: 'done',
  in_progress: 'in progress',
  pending: 'to do',
};

/** The agent's plan, each step with where it stands. */
export function Plan({ item }: { item: TranscriptItemOf<'plan'> }) {
  return (
    <ol class="plan" data-testid="plan" aria-label="Plan">
      {item.entries.map((entry, i) => (
        <li key={i} data-status={entry.status}>
          <StatusIcon status={entry.status} />
          <span class="text">{entry.content}</span>
          <span class="sr-only">, {WORDS[entry.status]}</span>
        </li>
      ))}
    </ol>
  );
}

function StatusIcon({ status }: { status: Status }) {
  if (status === 'completed') return <Icon name="pass-filled" tone="ok" />;
  if (status === 'in_progress') return <Icon name="loading" spin />;
  return <Icon name="circle-large-outline" />;
}
