import type { HookRun } from '../../protocol/vak.ts';
import { useChat } from '../chatContext.ts';
import { asText, formatDuration, plural } from '../frame/format.ts';
import { Icon } from '../frame/icon.tsx';
import { plainOutput } from './plainOutput.ts';

const TONES: Partial<Record<HookRun['verdict'], 'ok' | 'bad' | 'warn'>> = {
  block: 'bad',
  failed: 'warn',
  untrusted: 'warn',
};

/** Hooks that ran on a call or a message, each a line that opens; those that did not match share one line. */
export function HookRuns({ runs }: { runs: readonly HookRun[] }) {
  if (runs.length === 0) return null;
  const idle = runs.filter((run) => run.verdict === 'not-matched' || run.verdict === 'disabled');
  const active = runs.filter((run) => !idle.includes(run));
  return (
    <div class="below hooks">
      {active.map((run) => (
        <HookLine key={run.runId} run={run} />
      ))}
      {idle.length > 0 && active.length > 0 && <IdleHooks runs={idle} />}
    </div>
  );
}

function HookLine({ run }: { run: HookRun }) {
  const { view } = useChat();
  const key = `hook/${run.runId}`;
  const open = view.opened(key) === true;
  const tone = TONES[run.verdict];
  return (
    <div data-testid="hook-run" data-event={run.event} data-verdict={run.verdict}>
      <button type="button" class="hook-line" aria-expanded={open} onClick={() => view.setOpened(key, !open)}>
        <Icon name="zap" {...(tone ? { tone } : {})} />
        <b>{run.event}</b>
        <span class="what">
          {shortName(run.hook)} · {run.reason ?? verdictWords(run)} · {formatDuration(run.ms)}
        </span>
      </button>
      {run.systemMessage && (
        <div class="line dim" data-testid="hook-message">
          <Icon name="info" />
          <span>{run.systemMessage}</span>
        </div>
      )}
      {open && <HookDetails run={run} />}
    </div>
  );
}

function verdictWords(run: HookRun): string {
  const [effect] = run.effects;
  if (run.verdict === 'no-opinion') return effect ?? 'no opinion';
  if (run.verdict === 'allow') return effect ?? 'no objection';
  if (run.verdict === 'untrusted') return 'not run: it waits for your trust';
  return run.verdict === 'block' ? 'blocked' : 'failed';
}

/** Everything the run took and gave, to see why it did what it did. */
function HookDetails({ run }: { run: HookRun }) {
  const streams: readonly [string, string | undefined][] = [
    ['stdin', run.input],
    ['stdout', run.stdout],
    ['stderr', run.stderr],
  ];
  return (
    <div class="boxed hook-details">
      <dl>
        <dt>hook</dt>
        <dd>{run.hook}</dd>
        <dt>verdict</dt>
        <dd>
          {run.verdict}
          {run.exit === undefined ? '' : `, ${run.exit}`}
        </dd>
        {run.effects.map((effect, i) => (
          <>
            <dt key={`t${i}`}>{i === 0 ? 'effect' : ''}</dt>
            <dd key={`d${i}`}>{effect}</dd>
          </>
        ))}
      </dl>
      {run.rewrite && (
        <div class="side-by-side" data-testid="rewrite">
          <figure>
            <figcaption>Original input</figcaption>
            <pre>{asText(run.rewrite.before)}</pre>
          </figure>
          <figure>
            <figcaption>Executed input</figcaption>
            <pre>{asText(run.rewrite.after)}</pre>
          </figure>
        </div>
      )}
      {streams.map(
        ([name, text]) =>
          text && (
            <figure key={name}>
              <figcaption>{name}</figcaption>
              <pre>{plainOutput(text)}</pre>
            </figure>
          ),
      )}
    </div>
  );
}

function IdleHooks({ runs }: { runs: readonly HookRun[] }) {
  const names = runs.map((run) => `${run.event} ${shortName(run.hook)}: ${run.verdict}`).join('\n');
  return (
    <div class="line dim" title={names}>
      {plural(runs.length, 'hook')} did not apply
    </div>
  );
}

/** The hook's file without its folders. */
function shortName(hook: string): string {
  return hook.split(/[\\/]/).at(-1) ?? hook;
}
