import { describe, expect, test } from 'vitest';
import { ExpectedError } from '../../../src/base/errors.ts';
import {
  connectFailure,
  isSessionLost,
  timeoutFailure,
  wantsSignIn,
} from '../../../src/mcp/connectFailure.ts';

const context = { target: 'https://x/mcp', stderr: [] };
const http = (status: number, message = 'failed') => Object.assign(new Error(message), { data: { status } });
const system = (code: string) => Object.assign(new Error(code), { code });

describe('why a server can not be used', () => {
  test.each([
    ['401', http(401), 'needs-auth', 'the server asks for a sign-in'],
    ['403', http(403), 'failed', 'https://x/mcp answered 403: access is refused'],
    ['404', http(404), 'failed', 'https://x/mcp answered 404: no MCP server there'],
    ['503', http(503), 'failed', 'https://x/mcp answered 503'],
    ['418', http(418, 'a teapot\nmore'), 'failed', 'https://x/mcp answered 418: a teapot'],
    [
      'a refused connection below other causes',
      new Error('fetch failed', { cause: new Error('inner', { cause: system('ECONNREFUSED') }) }),
      'failed',
      'nothing listens at this address (https://x/mcp)',
    ],
    [
      'an editor that is gone',
      Object.assign(new Error('x'), { code: -33001 }),
      'gone',
      'the editor no longer provides it',
    ],
    ['anything else', new Error('odd\nsecond line'), 'failed', 'odd'],
  ])('%s', (_what, error, kind, reason) => {
    expect(connectFailure(error, context)).toMatchObject({
      kind,
      reason,
      remedy: expect.stringMatching(/\.$/),
    });
  });

  test.each([
    ['a program that is not there', system('ENOENT'), '"npx" was not found on the PATH (/bin:/usr/bin)'],
    ['one that may not be run', system('EACCES'), '"npx" may not be run'],
  ])('%s', (_what, cause, reason) => {
    const error = new ExpectedError('spawn', 'x', { cause });
    expect(connectFailure(error, { target: 'npx', searchPath: '/bin:/usr/bin', stderr: [] }).reason).toBe(
      reason,
    );
  });

  test('an ended process is told with its last words', () => {
    const ended = (exit: { code: number | null; signal: string | null }) =>
      connectFailure(new Error('closed'), { target: 'x', exit, stderr: ['one', 'two'] }).reason;
    expect(ended({ code: 1, signal: null })).toBe('the server ended with exit code 1: one / two');
    expect(ended({ code: null, signal: 'SIGKILL' })).toBe('the server was ended by SIGKILL: one / two');
  });

  test('a time limit names itself', () => {
    expect(timeoutFailure(1_500, context).reason).toBe('no answer within 1.5 s');
  });
});

test.each([
  [http(404), true],
  [http(400, 'Bad Request: no valid session ID'), true],
  [http(400, 'bad'), false],
  [http(500, 'session'), false],
  [new Error('404'), false],
])('a lost session is known by status', (error, lost) => {
  expect(isSessionLost(error)).toBe(lost);
});

test.each([
  [http(401), true],
  [Object.assign(new Error('x'), { name: 'UnauthorizedError' }), true],
  [new Error('the tool says 401 Unauthorized'), false],
  [Object.assign(new Error('401'), { code: -32000 }), false],
])('a wish for a sign-in is never read from text', (error, wants) => {
  expect(wantsSignIn(error)).toBe(wants);
});
