import { estimatePromptTokens } from '../model/estimateTokens.ts';
import type { Entry } from '../store/entry.ts';
import { Compactor } from './compaction.ts';
import { historyMessages } from './history.ts';
import { restoreContext } from './restoreContext.ts';
import type { EmitTurnEvent, TurnDeps } from './turn.ts';
import { TurnLog } from './turnLog.ts';

/** What `/compact` came to, in estimated tokens of the conversation without the system prompt. */
export interface Compacted {
  readonly before: number;
  readonly after: number;
}

/**
 * Compacts a whole conversation because a person asked for it, between two turns. Undefined when there
 * is nothing to summarize. Fails as the model does; then nothing has changed.
 */
export async function compactConversation(
  history: readonly Entry[],
  deps: Pick<TurnDeps, 'model' | 'ask' | 'compactAt' | 'record' | 'instructions' | 'hooks'>,
  emit: EmitTurnEvent,
  signal: AbortSignal,
): Promise<Compacted | undefined> {
  const log = new TurnLog(history, deps.record);
  const size = () => estimatePromptTokens(historyMessages(log.view(), deps.model.info));
  if (!log.view().entries.some((entry) => entry.type === 'user' || entry.type === 'assistant'))
    return undefined;
  const before = size();
  await new Compactor(deps, emit, log, signal).compact('manual', undefined);
  await restoreContext(log, deps.instructions);
  return { before, after: size() };
}
