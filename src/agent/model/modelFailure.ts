import { ExpectedError, errorMessage, systemCode } from '../../base/errors.ts';
import { isRecord } from '../../base/json.ts';
import type { ModelErrorCode, ModelSource } from './model.ts';

/** What went wrong with a call, read off whatever the wire library threw. */
export interface ModelFailure {
  readonly code: ModelErrorCode;
  /** Worth another try, if nothing has been streamed yet. */
  readonly retryable: boolean;
  /** When the provider said how long to wait. */
  readonly retryAfterMs?: number;
  readonly status?: number;
  /** The provider's or the system's own words. */
  readonly said: string;
}

/** A connection that ended before its answer did, or an answer that stopped coming. */
export class DroppedError extends Error {}

/** An answer that is not in the provider's own format. */
export class BadAnswerError extends Error {}

/** Providers say overflow in their own words, under 400, 413, 422, 500, or in the stream. */
const OVERFLOW = [
  /context[_ ]length[_ ]exceeded/i,
  /(maximum|max|model'?s?) (context|prompt|input) (length|size|window)/i,
  /context (length|size|window|limit)/i,
  /prompt is too long/i,
  /input (token count|length|is too long)/i,
  /(exceeds?|exceeded|over) the (maximum|max|available|model)[^.]*(tokens|context)/i,
  /reduce the length of the (messages|prompt)/i,
  /too large for model/i,
  /request_too_large/i,
];
const QUOTA =
  /insufficient_quota|insufficient (credit|balance|funds)|credit balance|billing|exceeded your current quota|payment required/i;
const KEY = /api[-_ ]?key|x-api-key|unauthori[sz]ed|authentication|invalid.{0,20}(token|credential)/i;
const NO_MODEL =
  /model[^.]{0,80}(not (found|exist|a valid|supported)|does not exist|unknown|invalid)|(unknown|invalid|no such) model|model_not_found|not a valid model/i;

/** Codes of a connection that never came about. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Names of the wire libraries' errors for an answer that can't be read. */
const UNREADABLE = /JSONParse|TypeValidation|InvalidResponseData|EmptyResponseBody|NoContentGenerated/;

export function readFailure(error: unknown): ModelFailure {
  if (error instanceof ExpectedError)
    return { code: error.code as ModelErrorCode, retryable: false, said: error.message };
  const status = statusOf(error);
  const said = saidBy(error);
  const retryAfterMs = retryAfter(error);
  const base = { said, status, retryAfterMs };
  if (status !== undefined) return { ...base, ...byStatus(status, said, retryAfterMs) };
  if (error instanceof DroppedError) return { ...base, code: 'cut', retryable: true };
  if (error instanceof BadAnswerError || (error instanceof Error && UNREADABLE.test(error.name)))
    return { ...base, code: 'bad-answer', retryable: false };
  if (matchesOverflow(said)) return { ...base, code: 'overflow', retryable: false };
  if (codesOf(error).some((code) => UNREACHABLE.has(code)))
    return { ...base, code: 'offline', retryable: true };
  if (isDropped(error)) return { ...base, code: 'cut', retryable: true };
  if (/overloaded|rate.?limit|too many requests/i.test(said))
    return { ...base, code: 'rate-limit', retryable: true };
  return { ...base, code: 'server', retryable: false };
}

function byStatus(
  status: number,
  said: string,
  retryAfterMs: number | undefined,
): Pick<ModelFailure, 'code' | 'retryable'> {
  if (status === 402) return { code: 'quota', retryable: false };
  if (status === 429) {
    const quota = QUOTA.test(said) && retryAfterMs === undefined;
    return { code: quota ? 'quota' : 'rate-limit', retryable: !quota };
  }
  if (status !== 401 && status !== 403 && matchesOverflow(said))
    return { code: 'overflow', retryable: false };
  if (status >= 500 || status === 408 || status === 409) return { code: 'server', retryable: true };
  if (status === 401) return { code: 'wrong-key', retryable: false };
  if (QUOTA.test(said)) return { code: 'quota', retryable: false };
  if ((status === 400 || status === 403) && KEY.test(said)) return { code: 'wrong-key', retryable: false };
  if (status === 404 || NO_MODEL.test(said)) return { code: 'no-such-model', retryable: false };
  if (status < 400) return { code: 'bad-answer', retryable: false };
  return { code: 'refused', retryable: false };
}

function matchesOverflow(said: string): boolean {
  return OVERFLOW.some((pattern) => pattern.test(said));
}

function statusOf(error: unknown): number | undefined {
  if (!isRecord(error)) return undefined;
  const status = error['statusCode'] ?? error['status'];
  if (typeof status === 'number') return status;
  const code = isRecord(error['error']) ? error['error']['code'] : error['code'];
  return typeof code === 'number' && code >= 400 && code < 600 ? code : undefined;
}

/** The message, and the body when it says more: overflow and quota are often only named there. */
function saidBy(error: unknown): string {
  if (typeof error === 'string') return error;
  if (!isRecord(error)) return errorMessage(error);
  const inner = isRecord(error['error']) ? error['error'] : error;
  const parts = [inner['message'], inner['type'], inner['code'], error['responseBody']];
  const texts = parts.filter((part): part is string => typeof part === 'string' && part !== '');
  return texts.length > 0 ? [...new Set(texts)].join(' ') : errorMessage(error);
}

/** The system codes of an error and of what caused it. */
function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth++) {
    const code = systemCode(at);
    if (code) codes.push(code);
    if (at instanceof AggregateError) codes.push(...at.errors.flatMap((each) => systemCode(each) ?? []));
  }
  return codes;
}

function isDropped(error: unknown): boolean {
  if (codesOf(error).some((code) => /^(ECONNRESET|EPIPE|UND_ERR_)/.test(code))) return true;
  const message = errorMessage(error);
  return /terminated|fetch failed|cannot connect|socket hang up|network|connection (closed|reset)/i.test(
    message,
  );
}

/** Milliseconds until a next try is welcome: `retry-after-ms`, `retry-after` as seconds or a date, or Google's `retryDelay`. */
function retryAfter(error: unknown): number | undefined {
  if (!isRecord(error)) return undefined;
  const headers = isRecord(error['responseHeaders']) ? error['responseHeaders'] : {};
  const ms = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const after = headers['retry-after'];
  if (typeof after === 'string') {
    const seconds = Number(after);
    if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1000;
    const date = Date.parse(after);
    if (Number.isFinite(date)) return Math.max(0, date - Date.now());
  }
  const delay = /"retryDelay"\s*:\s*"([\d.]+)s"/.exec(String(error['responseBody'] ?? ''))?.[1];
  return delay === undefined ? undefined : Number(delay) * 1000;
}

/** The failure as a sentence that a person can act on, without a key in it. */
export async function modelError(
  failure: ModelFailure,
  source: ModelSource | undefined,
  modelName: string,
  similar: readonly string[] = [],
): Promise<ExpectedError<ModelErrorCode>> {
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
