import { errorMessage, systemCode } from '../../base/errors.ts';
import { isRecord } from '../../base/json.ts';
import type { ModelErrorCode } from './model.ts';

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

/** An answer that stopped coming. */
export class DroppedError extends Error {}

/** An answer that ended, in good order, before it was complete. */
export class EndedEarlyError extends Error {}

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
  const status = statusOf(error);
  const said = saidBy(error);
  const retryAfterMs = retryAfter(error);
  const base = { said, status, retryAfterMs };
  if (error instanceof DroppedError) return { ...base, code: 'cut', retryable: true };
  if (error instanceof EndedEarlyError || /ended without a finish reason/.test(said))
    return { ...base, code: 'bad-answer', retryable: true };
  if (error instanceof BadAnswerError || chainOf(error).some(({ name }) => UNREADABLE.test(name)))
    return { ...base, code: 'bad-answer', retryable: false };
  if (status !== undefined && status >= 400) return { ...base, ...byStatus(status, said, retryAfterMs) };
  if (matchesOverflow(said)) return { ...base, code: 'overflow', retryable: false };
  if (codesOf(error).some((code) => UNREACHABLE.has(code)))
    return { ...base, code: 'offline', retryable: true };
  if (isDropped(error)) return { ...base, code: 'cut', retryable: true };
  if (status !== undefined) return { ...base, code: 'bad-answer', retryable: false };
  if (/overloaded|rate.?limit|too many requests/i.test(said))
    return { ...base, code: 'rate-limit', retryable: true };
  // What the wire library throws by itself means that it could not make sense of the answer.
  return { ...base, code: error instanceof Error ? 'bad-answer' : 'server', retryable: false };
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

/** An error, and what caused it. */
function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let at = error; at instanceof Error && chain.length < 6; at = at.cause) chain.push(at);
  return chain;
}

function codesOf(error: unknown): string[] {
  return chainOf(error)
    .flatMap((each): unknown[] => (each instanceof AggregateError ? [each, ...each.errors] : [each]))
    .flatMap((each) => systemCode(each) ?? []);
}

const DROPPED = /terminated|fetch failed|cannot connect|socket hang up|network|connection (closed|reset)/i;

function isDropped(error: unknown): boolean {
  if (codesOf(error).some((code) => /^(ECONNRESET|EPIPE|UND_ERR_)/.test(code))) return true;
  return chainOf(error).some(({ message }) => DROPPED.test(message));
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
