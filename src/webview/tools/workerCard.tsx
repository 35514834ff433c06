import type { WorkerView } from '../../protocol/chat.ts';
import type { TranscriptItemOf } from '../../protocol/transcript.ts';
import { useChat } from '../chatContext.ts';
import { Icon, IconButton } from '../frame/icon.tsx';
import { HookRuns } from './hookRuns.tsx';
import { ToolBody } from './toolBody.tsx';

/** A child agent: what it is for, what it does now, and the ways to look into it and to end it. */
export function WorkerCard({
  item,
  worker,
}: {
  item: TranscriptItemOf<'tool'>;
  worker: WorkerView | undefined;
}) {
  const { host, view } = useChat();
  const sessionId = worker?.sessionId ?? item.meta.worker?.sessionId;
  const live = item.status === 'in_progress' || item.status === 'pending';
  const open = view.opened(item.id) === true;
  const now = live ? (worker?.now ?? item.meta.worker?.now) : undefined;
  const state = worker?.state ?? item.meta.worker?.state ?? item.status;
  const line = [live ? undefined : state, now, worker?.usage].filter(Boolean).join(' · ');
  return (
    <div class="worker-row" data-testid="tool-card" data-status={item.status} data-name={item.name}>
      <div class="worker" data-testid="worker-card" data-state={state}>
        <WorkerStatus status={item.status} />
        <button
          type="button"
          class="worker-title"
          aria-expanded={open}
          onClick={() => view.setOpened(item.id, !open)}
        >
          <span class="title">{worker?.title ?? item.title}</span>
          {line && <span class="now">{line}</span>}
        </button>
        {sessionId && (
          <IconButton
            icon="comment-discussion"
            label="Open its conversation"
            testId="worker-open"
            onClick={() => host.ask('worker/open', { sessionId })}
          />
        )}
        {sessionId && live && (
          <IconButton
            icon="debug-stop"
            label="Stop this worker"
            testId="worker-stop"
            onClick={() => host.ask('worker/stop', { sessionId })}
          />
        )}
      </div>
      {open && <ToolBody item={item} />}
      <HookRuns runs={item.meta.hookRuns ?? []} />
    </div>
  );
}

function WorkerStatus({ status }: { status: TranscriptItemOf<'tool'>['status'] }) {
  if (status === 'completed') return <Icon name="check" tone="ok" />;
  if (status === 'failed') return <Icon name="error" tone="bad" />;
  return <Icon name="loading" spin />;
}
