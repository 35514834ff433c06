import type { SessionStore } from '../store/sessionStore.ts';
import type { TurnEvent } from '../turn/events.ts';
import { contractOf } from './history.ts';
import { replayEvents } from './replay.ts';

/** What the workers of a conversation did, for someone who was not there: each one's whole talk, then that it is over. */
export async function* replayWorkers(
  store: Pick<SessionStore, 'list' | 'load'>,
  parentId: string,
): AsyncGenerator<TurnEvent> {
  const children = (await store.list()).filter((head) => head.parent === parentId);
  for (const { id, title = 'Worker' } of children.reverse()) {
    const { entries } = await store.load(id);
    const state = {
      kind: 'worker-state',
      title,
      callId: contractOf(entries)?.parent_call_id ?? '',
    } as const;
    yield { kind: 'worker', sessionId: id, event: { ...state, state: 'running' } };
    for (const event of replayEvents(entries)) yield { kind: 'worker', sessionId: id, event };
    yield { kind: 'worker', sessionId: id, event: { ...state, state: 'idle', stopReason: 'end_turn' } };
  }
}
