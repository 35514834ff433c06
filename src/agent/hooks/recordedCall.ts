import { ExpectedError } from '../../base/errors.ts';
import type { Entry } from '../store/entry.ts';
import type { HookTrial } from './tryHooks.ts';

/** A call of a stored conversation, by the id of its entry, its result's entry or the call itself. */
export function recordedCall(
  entries: readonly Entry[],
  id: string,
): Pick<HookTrial, 'tool' | 'input' | 'response'> {
  const named = entries.find(
    (entry) => (entry.type === 'call' || entry.type === 'result') && (entry.id === id || entry.callId === id),
  );
  const callId = named?.type === 'call' || named?.type === 'result' ? named.callId : undefined;
  const call = entries.find((entry) => entry.type === 'call' && entry.callId === callId);
  if (call?.type !== 'call') throw new ExpectedError('no-entry', `The conversation has no call "${id}".`);
  const result = entries.find((entry) => entry.type === 'result' && entry.callId === callId);
  return {
    tool: call.tool,
    input: call.input,
    ...(result?.type === 'result' && { response: { text: result.text, isError: result.isError } }),
  };
}
