import { stripControlCharacters } from '../tools/controlCharacters.ts';
import type { SettledCall } from './stages/call.ts';
import type { EmitTurnEvent } from './turn.ts';
import type { TurnLog } from './turnLog.ts';

/** Writes what a call came to, then shows it; a plan that it set as well. */
export async function recordResult(call: SettledCall, log: TurnLog, emit: EmitTurnEvent): Promise<void> {
  const { result, callId } = call;
  const content = [
    ...(result.content ?? (result.text === '' ? [] : [{ type: 'text' as const, text: result.text }])),
  ];
  const title = result.title === undefined ? undefined : stripControlCharacters(result.title);
  await log.record({
    type: 'result',
    callId,
    text: result.text,
    isError: result.isError ?? false,
    media: [...(result.media ?? [])],
    content,
    locations: [...(result.locations ?? [])],
    ...(title === undefined ? {} : { title }),
    ...(result.meta ? { meta: result.meta } : {}),
    ...(call.ran?.rewritten ? { executed: call.ran.source } : {}),
  });
  emit({
    kind: 'tool-call',
    callId,
    status: result.isError ? 'failed' : 'completed',
    content,
    ...(result.locations ? { locations: result.locations } : {}),
    ...(title === undefined ? {} : { title }),
    ...(result.meta ? { meta: result.meta } : {}),
    ...(call.ran?.rewritten ? { input: call.ran.source } : {}),
  });
  if (!result.plan) return;
  await log.record({ type: 'plan', entries: [...result.plan] });
  emit({ kind: 'plan', entries: result.plan });
}
