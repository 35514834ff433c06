import type { FailCode } from './rehearsalScript.ts';

/** What the wire libraries throw for an HTTP answer: the fields that `modelFailure.ts` reads. */
class RehearsedFailure extends Error {
  readonly statusCode: number;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string;

  constructor(statusCode: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.statusCode = statusCode;
    this.responseHeaders = headers;
    this.responseBody = JSON.stringify({ error: { message } });
  }
}

/** Fails as a provider does: with a status and a body, or by a connection that drops. */
export function rehearsedFailure(code: FailCode): Error {
  switch (code) {
    case '401':
      return new RehearsedFailure(401, 'Rehearsed: the key is not valid.');
    case '404':
      return new RehearsedFailure(404, 'Rehearsed: the model does not exist.');
    case '429':
      return new RehearsedFailure(429, 'Rehearsed: too many requests.', { 'retry-after-ms': '100' });
    case '500':
      return new RehearsedFailure(500, 'Rehearsed: internal server error.', { 'retry-after-ms': '100' });
    case 'overflow':
      return new RehearsedFailure(400, 'Rehearsed: the prompt exceeds the maximum context length.');
    case 'cut':
      return new TypeError('terminated', {
        cause: Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }),
      });
  }
}
