import type { Entry, EntryOf } from '../store/entry.ts';

/** What of a log counts for a model now. */
export interface ConversationView {
  /** Stands for everything before `entries`. */
  readonly summary: string | undefined;
  readonly entries: readonly Entry[];
  /** The last compaction came after the last prompt. */
  readonly compactedInTurn: boolean;
  /** Calls whose results a compaction took out of the context. */
  readonly pruned: ReadonlySet<string>;
}

/**
 * Reads a log from its beginning: what a rewind took back is gone, a refused turn is gone with its
 * prompt, what Vakil answered or kept back itself too, and the last compaction's summary stands for what came before. The log itself keeps all.
 */
export function viewOf(log: readonly Entry[]): ConversationView {
  const alive = withoutRefusedTurns(withoutRewound(log)).filter((entry) => !isLocal(entry));
  const at = alive.findLastIndex((entry) => entry.type === 'compaction');
  const compaction = alive[at];
  if (compaction?.type !== 'compaction')
    return { summary: undefined, entries: alive, pruned: new Set(), compactedInTurn: false };
  return {
    summary: compaction.summary,
    entries: [...keptBefore(alive, at, compaction), ...alive.slice(at + 1)],
    pruned: new Set(compaction.pruned),
    compactedInTurn: alive.findLastIndex((entry) => entry.type === 'user' && entry.role === 'prompt') < at,
  };
}

function isLocal(entry: Entry): boolean {
  return (
    (entry.type === 'user' && entry.role === 'local') || (entry.type === 'assistant' && entry.local === true)
  );
}

function withoutRewound(log: readonly Entry[]): Entry[] {
  if (!log.some((entry) => entry.type === 'rewind')) return [...log];
  const alive: Entry[] = [];
  for (const entry of log) {
    if (entry.type !== 'rewind') {
      alive.push(entry);
      continue;
    }
    const to = alive.findLastIndex((each) => each.id === entry.to);
    if (to >= 0) alive.length = to;
  }
  return alive;
}

/** The prompt of a refused turn and what follows it are dropped, so that the next one is not refused for it. */
function withoutRefusedTurns(entries: readonly Entry[]): Entry[] {
  const kept: Entry[] = [];
  let turnStart = 0;
  for (const entry of entries) {
    if (entry.type === 'user' && entry.role === 'prompt') turnStart = kept.length;
    if (entry.type === 'turn-end' && entry.stopReason === 'refusal') kept.length = turnStart;
    else kept.push(entry);
  }
  return kept;
}

function keptBefore(alive: readonly Entry[], at: number, compaction: EntryOf<'compaction'>): Entry[] {
  const from = alive.findIndex((entry) => entry.id === compaction.keepFrom);
  return from >= 0 && from < at ? alive.slice(from, at) : [];
}
