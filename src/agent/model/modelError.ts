import { ExpectedError } from '../../base/errors.ts';
import type { ModelErrorCode, ModelSource } from './model.ts';
import type { ModelFailure } from './modelFailure.ts';

/** The failure as a sentence that a person can act on, without a key in it. */
export function modelError(
  failure: ModelFailure,
  source: ModelSource | undefined,
  modelName: string,
  similar: readonly string[] = [],
): ExpectedError<ModelErrorCode> {
  return new ExpectedError(failure.code, sentence(failure, source, modelName, similar), {
    detail: redact(shorten(failure.said), source),
  });
}

function sentence(
  { code, status, said }: ModelFailure,
  source: ModelSource | undefined,
  model: string,
  similar: readonly string[],
): string {
  const who = source?.label ?? model;
  const at = source?.address ? ` at ${source.address}` : '';
  const number = status === undefined ? '' : ` (${status})`;
  const key = source?.keyVariable ? `Check ${source.keyVariable}, or` : 'Check its settings, or';
  switch (code) {
    case 'no-key':
      return `There is no key for ${who}. Set ${source?.keyVariable ?? 'its key'}, or enter one in the chat's set-up.`;
    case 'wrong-key':
      return `${who}${at} refused the key${number}. ${key} enter another key in the chat's set-up.`;
    case 'no-such-model': {
      const near = similar.length > 0 ? ` Did you mean ${similar.join(', ')}?` : ' Choose another model.';
      return `${who}${at} has no model «${model}»${number}.${near}`;
    }
    case 'quota':
      return `The account at ${who} has no quota left${number}. Check its plan and billing, or choose another model.`;
    case 'rate-limit':
      return `${who} takes no more requests for now${number}, also after several tries. Wait a little, or choose another model.`;
    case 'offline':
      return `${who} can't be reached${at}. Check the network and the address, then send the message again.`;
    case 'server':
      return `${who} failed to answer${number}: ${redact(shorten(said, 200), source)} Send the message again, or choose another model.`;
    case 'overflow':
      return `The conversation is larger than the context of ${model}. Compact it with /compact, or start a new one.`;
    case 'cut':
      return `The connection to ${who} broke off before the answer was complete. What came is kept; send a message to go on.`;
    case 'bad-answer':
      return `${who}${at} sent an answer that can't be read. Check that the address speaks the API of ${who}.`;
    case 'refused':
      return `${who} refused the request${number}: ${redact(shorten(said, 300), source)}`;
  }
}

function shorten(text: string, most = 600): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

function redact(text: string, source: ModelSource | undefined): string {
  let safe = text;
  for (const secret of source?.secrets ?? []) if (secret.length >= 4) safe = safe.replaceAll(secret, '[key]');
  return safe.replace(/\b(sk|key|AIza)[-_][\w*.-]{6,}|\bAIza[\w-]{10,}/g, '[key]');
}
