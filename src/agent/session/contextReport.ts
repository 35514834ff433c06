import type { Entry } from '../store/entry.ts';
import type { ContextPart } from '../turn/measureContext.ts';

/** What fills a conversation's context, in tokens; `text` is Markdown. */
export interface ContextReport {
  readonly size: number;
  readonly used: number;
  readonly parts: readonly ContextPart[];
  readonly text: string;
}

/** Reads the provider's last count from the log; the parts are estimates, and there once a turn ran here. */
export function contextReport(entries: readonly Entry[], parts: readonly ContextPart[]): ContextReport {
  const usage = entries.findLast((entry) => entry.type === 'usage');
  if (usage?.type !== 'usage')
    return { size: 0, used: 0, parts: [], text: 'Nothing was sent to a model yet.' };
  const { used, size } = usage;
  const share = size > 0 ? ` (${Math.round((used / size) * 100)} %)` : '';
  const lines = [
    `${show(used)} of ${show(size)} tokens${share}.`,
    ...partLines(parts),
    ...leftOutLines(entries),
  ];
  return { size, used, parts, text: lines.join('\n') };
}

function partLines(parts: readonly ContextPart[]): string[] {
  if (parts.length === 0) return [];
  return [
    '',
    'The last model call, about:',
    '',
    ...parts.map(({ name, tokens }) => `- ${name}: ${show(tokens)}`),
  ];
}

/** Servers that the last turn was not shown, and why (K3). */
function leftOutLines(entries: readonly Entry[]): string[] {
  const lastPrompt = entries.findLastIndex((entry) => entry.type === 'user' && entry.role === 'prompt');
  const slice = entries.findLast((entry, at) => entry.type === 'slice' && at > lastPrompt);
  if (slice?.type !== 'slice') return [];
  return [
    '',
    'Left out, but still callable:',
    '',
    ...slice.leftOut.map(({ server, reason }) => `- ${server}: ${reason}`),
  ];
}

function show(tokens: number): string {
  return tokens.toLocaleString('en');
}
