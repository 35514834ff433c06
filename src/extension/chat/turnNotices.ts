import { ExpectedError, errorMessage } from '../../base/errors.ts';
import type { Notice } from './transcriptWriter.ts';

/** Buttons of notices, by id. The host acts on them (`action/run`). */
export const NOTICE_ACTIONS = {
  restart: { id: 'restart-agent', label: 'Restart agent' },
  log: { id: 'show-log', label: 'Show log' },
  retry: { id: 'retry', label: 'Try again' },
  disablePlugin: { id: 'disable-plugin', label: 'Disable a plugin…' },
} as const;

/** What to say about how a turn ended, beyond what the agent said itself; mostly nothing. */
export function stopNotice(stopReason: string, saidSomething: boolean): Notice | undefined {
  switch (stopReason) {
    case 'max_tokens':
      return { severity: 'warning', title: 'The answer reached the longest that the model can give.' };
    case 'max_turn_requests':
      return {
        severity: 'warning',
        title: 'The turn reached its limit of model calls.',
        detail: 'Send a message to let it go on, or raise max_turns in the configuration.',
      };
    case 'refusal':
      return saidSomething
        ? undefined
        : {
            severity: 'warning',
            title: 'The agent refused this message; it is not part of the conversation any more.',
          };
    default:
      return undefined;
  }
}

/** A failed turn, start or answer as a line with the way out. */
export function failureNotice(error: unknown): Notice {
  const expected = error instanceof ExpectedError ? error : undefined;
  const gone = expected?.code === 'agent-gone' || expected?.code === 'agent-not-started';
  const actions =
    expected?.code === 'config-broken'
      ? repairs(expected.message)
      : gone
        ? [NOTICE_ACTIONS.restart, NOTICE_ACTIONS.log]
        : [NOTICE_ACTIONS.log];
  return { severity: 'error', title: errorMessage(error), detail: expected?.detail, actions };
}

const OPEN_PLACE = 'open-place:';

/** A configuration that can't be used names its place first, `path:line: what`: open it, or do without the plugin. */
function repairs(message: string): { id: string; label: string }[] {
  const [, place] = /^(.+?(?::\d+)?): /.exec(message) ?? [];
  return [
    ...(place === undefined ? [] : [{ id: `${OPEN_PLACE}${place}`, label: 'Open the place' }]),
    ...(/[/\\]plugins[/\\]/.test(message) ? [NOTICE_ACTIONS.disablePlugin] : []),
    NOTICE_ACTIONS.retry,
  ];
}

/** The file and line behind a button, or undefined when the button is another one. */
export function placeOf(actionId: string): { readonly path: string; readonly line?: number } | undefined {
  if (!actionId.startsWith(OPEN_PLACE)) return undefined;
  const [, path = '', line] = /^(.+?)(?::(\d+))?$/.exec(actionId.slice(OPEN_PLACE.length)) ?? [];
  return { path, line: line === undefined ? undefined : Number(line) };
}
