import type { Entry, EntryOf, NewEntry } from '../store/entry.ts';

/** The entries that count: what a `rewind` took back is left out, and the rewinds themselves. */
export function effectiveEntries(entries: readonly Entry[]): readonly Entry[] {
  const kept: Entry[] = [];
  for (const entry of entries) {
    if (entry.type !== 'rewind') {
      kept.push(entry);
      continue;
    }
    const from = kept.findIndex((each) => each.id === entry.to);
    if (from < 0) continue;
    // What is no part of the talk stays: the contract and the title hold on.
    const lasting = kept.splice(from).filter((each) => each.type === 'contract' || each.type === 'title');
    kept.push(...lasting);
  }
  return kept;
}

/** What a model may be told: without what Vakil answered itself. */
export function modelHistory(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter(
    (entry) =>
      !(entry.type === 'assistant' && entry.local === true) &&
      !(entry.type === 'user' && entry.role === 'local'),
  );
}

/** The contract in force: the newest. */
export function contractOf(entries: readonly Entry[]): EntryOf<'contract'> | undefined {
  return entries.findLast((entry) => entry.type === 'contract');
}

/** A failed result for each call without one: without it the next model call would be refused. */
export function missingResults(entries: readonly Entry[]): readonly NewEntry[] {
  const answered = new Set(entries.flatMap((entry) => (entry.type === 'result' ? [entry.callId] : [])));
  return entries.flatMap((entry): NewEntry[] =>
    entry.type === 'call' && !answered.has(entry.callId) ? [interrupted(entry.callId)] : [],
  );
}

/** What ends a turn that a crash cut off; empty when the last turn ended. */
export function closingEntries(entries: readonly Entry[]): readonly NewEntry[] {
  const lastEnd = entries.findLastIndex((entry) => entry.type === 'turn-end');
  const cutOff = entries.slice(lastEnd + 1).some((entry) => entry.type === 'user');
  if (!cutOff) return [];
  const end: NewEntry = {
    type: 'turn-end',
    stopReason: 'cancelled',
    error: 'Vakil ended before the turn did.',
  };
  return [...missingResults(entries), end];
}

function interrupted(callId: string): NewEntry {
  return {
    type: 'result',
    callId,
    text: 'Interrupted: the turn ended before this call did. It may have taken effect in part.',
    isError: true,
    media: [],
    content: [],
    locations: [],
  };
}
