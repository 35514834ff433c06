import type { TracedRun } from '../hooks/hookTrace.ts';
import type { Entry, EntryOf } from '../store/entry.ts';
import type { ToolKind } from '../tools/tool.ts';
import type { TurnEvent } from '../turn/events.ts';

/**
 * What a conversation's entries look like to someone who was not there: the events of the whole talk,
 * each call once in its final state, the plan and the usage as they are now. The runs of hooks stand
 * where they happened.
 */
export function replayEvents(
  entries: readonly Entry[],
  runs: readonly TracedRun[] = [],
): readonly TurnEvent[] {
  const results = new Map<string, EntryOf<'result'>>();
  for (const entry of entries) if (entry.type === 'result') results.set(entry.callId, entry);
  const lastOf = (type: Entry['type']) => entries.findLast((entry) => entry.type === type);
  const waiting = [...runs];
  const events = entries.flatMap((entry, at): TurnEvent[] => {
    const until = entries[at + 1]?.at ?? Number.POSITIVE_INFINITY;
    const behind = waiting.findIndex((each) => each.at >= until);
    const own = waiting.splice(0, behind < 0 ? waiting.length : behind);
    return [...entryEvents(entry, results), ...own.map(({ run }): TurnEvent => ({ kind: 'hook-run', run }))];
  });
  const plan = lastOf('plan');
  if (plan?.type === 'plan') events.push({ kind: 'plan', entries: plan.entries });
  const usage = lastOf('usage');
  if (usage?.type === 'usage') events.push({ kind: 'usage', used: usage.used, size: usage.size });
  return events;
}

function entryEvents(entry: Entry, results: ReadonlyMap<string, EntryOf<'result'>>): TurnEvent[] {
  switch (entry.type) {
    case 'user':
      return [{ kind: 'user-message', messageId: entry.id, content: entry.content, meta: userMeta(entry) }];
    case 'assistant':
      return entry.kind === 'text'
        ? [{ kind: 'text', messageId: entry.messageId, text: entry.text, meta: entry.meta }]
        : [{ kind: 'thought', messageId: entry.messageId, text: entry.text }];
    case 'call':
      return [callEvent(entry, results.get(entry.callId))];
    case 'compaction':
      return [{ kind: 'compaction', compactionId: entry.id, status: 'completed', summary: entry.summary }];
    default:
      return [];
  }
}

function userMeta(entry: EntryOf<'user'>): EntryOf<'user'>['meta'] {
  return entry.role === 'steering' ? { ...entry.meta, steered: true } : entry.meta;
}

function callEvent(call: EntryOf<'call'>, result: EntryOf<'result'> | undefined): TurnEvent {
  const shown =
    result === undefined || result.content.length > 0 || result.text === ''
      ? result?.content
      : [{ type: 'text' as const, text: result.text }];
  return {
    kind: 'tool-call',
    callId: call.callId,
    name: call.tool,
    title: result?.title ?? call.title,
    toolKind: call.kind as ToolKind,
    status: result === undefined || result.isError ? 'failed' : 'completed',
    input: result?.executed ?? call.input,
    content: shown,
    locations: result && result.locations.length > 0 ? result.locations : call.locations,
    meta: call.meta || result?.meta ? { ...call.meta, ...result?.meta } : undefined,
  };
}
