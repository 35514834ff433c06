import type { TranscriptItemOf } from '../../protocol/transcript.ts';
import { useChat } from '../chatContext.ts';
import { formatDuration } from '../frame/format.ts';
import { Icon } from '../frame/icon.tsx';
import { HookRuns } from './hookRuns.tsx';
import { plainOutput } from './plainOutput.ts';
import { ToolBody } from './toolBody.tsx';
import { summarizeTool, type ToolSummary } from './toolSummary.ts';
import { WorkerCard } from './workerCard.tsx';

type Tool = TranscriptItemOf<'tool'>;

/** A tool call: one line, and below it what the call did, when it is open. */
export function ToolCard({ item }: { item: Tool }) {
  const { store, view } = useChat();
  const worker = store.state.value.workers.find((each) => each.callId === item.id);
  if (worker || item.meta.worker) return <WorkerCard item={item} worker={worker} />;
  const asked = store.state.value.permissions.some((permission) => permission.callId === item.id);
  const summary = summarizeTool(item, store.state.value.cwd);
  const open = hasBody(item) && (view.opened(item.id) ?? opensByItself(item));
  return (
    <div
      class="tool"
      data-testid="tool-card"
      data-status={item.status}
      data-kind={item.toolKind}
      data-name={item.name}
    >
      <button
        type="button"
        class="tool-line"
        aria-expanded={hasBody(item) ? open : undefined}
        onClick={() => hasBody(item) && view.setOpened(item.id, !open)}
        title={summary.code ? summary.target : item.title}
      >
        <ToolLine item={item} summary={summary} asked={asked} />
      </button>
      {item.status === 'failed' && !open && <FailureLine item={item} />}
      {open && <ToolBody item={item} />}
      <HookRuns runs={item.meta.hookRuns ?? []} />
    </div>
  );
}

function ToolLine({ item, summary, asked }: { item: Tool; summary: ToolSummary; asked: boolean }) {
  const { meta } = item;
  return (
    <>
      <Icon name={summary.icon} />
      {summary.verb && <span class="verb">{summary.verb}</span>}
      <span class={summary.code ? 'target code' : 'target'}>{firstLine(summary.target)}</span>
      {summary.figure && <span class="meta figure">{summary.figure}</span>}
      {summary.added !== undefined && (
        <span class="meta">
          <span class="plus">+{summary.added}</span> <span class="minus">−{summary.removed}</span>
        </span>
      )}
      <span class="grow" />
      {meta.sandbox && <Sandbox state={meta.sandbox} />}
      {meta.ms !== undefined && meta.ms >= 100 && <span class="meta time">{formatDuration(meta.ms)}</span>}
      <Status status={item.status} asked={asked} />
    </>
  );
}

const SANDBOX = {
  on: { icon: 'lock-small', label: 'ran in the sandbox' },
  off: { icon: 'unlock', label: 'ran without the sandbox' },
  unavailable: { icon: 'unlock', label: 'no sandbox is available here' },
} as const;

function Sandbox({ state }: { state: keyof typeof SANDBOX }) {
  const { icon, label } = SANDBOX[state];
  return (
    <span class="meta" title={label}>
      <Icon name={icon} />
      <span class="sr-only">{label}</span>
    </span>
  );
}

function Status({ status, asked }: { status: Tool['status']; asked: boolean }) {
  const [icon, tone, word] = asked
    ? (['question', 'warn', 'waits for your answer'] as const)
    : status === 'completed'
      ? (['check', 'ok', 'done'] as const)
      : status === 'failed'
        ? (['error', 'bad', 'failed'] as const)
        : status === 'in_progress'
          ? (['loading', undefined, 'running'] as const)
          : (['circle-large-outline', 'dim', 'waiting'] as const);
  return (
    <span class="status" title={word}>
      <Icon name={icon} {...(tone ? { tone } : {})} spin={icon === 'loading'} />
      <span class="sr-only">{word}</span>
    </span>
  );
}

/** Why the call failed, in one line; the rest is in the body. */
function FailureLine({ item }: { item: Tool }) {
  const text = item.content.find((part) => part.type === 'text')?.text ?? item.output;
  const reason = firstLine(plainOutput(text).trim());
  return reason ? <div class="below bad-line">{reason}</div> : null;
}

function hasBody(item: Tool): boolean {
  return item.content.length > 0 || item.output !== '' || item.input !== undefined;
}

/** Changes and running commands are shown; what is finished takes no more than its line. */
function opensByItself(item: Tool): boolean {
  if (item.content.some((part) => part.type === 'diff')) return item.status !== 'failed';
  if (item.content.some((part) => part.type === 'image')) return true;
  return item.toolKind === 'execute' && item.status === 'in_progress' && item.output !== '';
}

function firstLine(text: string): string {
  const end = text.indexOf('\n');
  return end < 0 ? text : `${text.slice(0, end)} …`;
}
