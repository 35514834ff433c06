import { errorMessage, systemCode } from '../base/errors.ts';
import { isRecord } from '../base/json.ts';
import type { ServerExit } from './serverProcess.ts';

/** Why a server can't be used, for a person: what happened and the way out. */
export interface ConnectFailure {
  readonly kind: 'failed' | 'needs-auth' | 'gone' | 'untrusted';
  readonly reason: string;
  readonly remedy: string;
}

/** What is known of the try besides the error. */
export interface FailureContext {
  /** The program or the address. */
  readonly target: string;
  /** The PATH that the program was looked for on. */
  readonly searchPath?: string;
  readonly exit?: ServerExit;
  /** The last lines of stderr. */
  readonly stderr: readonly string[];
}

/** Server behind the ACP connection: not there (any more). */
const SERVER_UNAVAILABLE = -33001;
const METHOD_NOT_FOUND = -32601;

/** What a failure carries as data when the server behind it wants a sign-in: the same as over HTTP. */
export const SIGN_IN_WANTED = { status: 401 } as const;

/** HTTP status of a failed exchange; undefined when it was something else. */
export function httpStatus(error: unknown): number | undefined {
  if (!isRecord(error)) return undefined;
  const data = error['data'];
  const status = isRecord(data) ? data['status'] : error['code'];
  return typeof status === 'number' && status >= 100 && status <= 599 ? status : undefined;
}

/** True when the server wants a sign-in. Text of a tool that speaks of 401 is none. */
export function wantsSignIn(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.name === 'UnauthorizedError' || error.name === 'SignInNeededError' || httpStatus(error) === 401
  );
}

/** True when an HTTP server no longer knows the session: nothing ran, and a fresh session may be tried once. */
export function isSessionLost(error: unknown): boolean {
  const status = httpStatus(error);
  return status === 404 || (status === 400 && /session/i.test(errorMessage(error)));
}

/** Says what a failed start or a broken connection comes to. Pure. */
export function connectFailure(error: unknown, context: FailureContext): ConnectFailure {
  if (wantsSignIn(error))
    return {
      kind: 'needs-auth',
      reason: 'the server asks for a sign-in',
      remedy: 'Sign in from the list of MCP servers, or set a header in its definition.',
    };
  const { code } = error as { code?: unknown };
  if (isNotApproved(error))
    return {
      kind: 'untrusted',
      reason: 'it changed since you approved it, and was not started',
      remedy: 'Approve it in the view or with `vak trust`.',
    };
  if (code === SERVER_UNAVAILABLE)
    return { kind: 'gone', reason: 'the editor no longer provides it', remedy: 'Reopen the conversation.' };
  if (code === 'spawn' || context.exit) return processFailure(error, context);
  const status = httpStatus(error);
  if (status !== undefined) return httpFailure(status, error, context);
  const system = innerCode(error);
  if (system && NETWORK[system])
    return failed(
      `${NETWORK[system]} (${context.target})`,
      'Start it or correct its `url`; it is tried again by itself.',
    );
  if (code === METHOD_NOT_FOUND)
    return failed('the other side does not speak this kind of server', 'Use a client that forwards servers.');
  return failed(
    withStderr(firstLine(errorMessage(error)), context.stderr),
    'See its log; it is tried again by itself.',
  );
}

const NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at this address',
  ENOTFOUND: 'the host is not known',
  EAI_AGAIN: 'the host can not be looked up now',
  ECONNRESET: 'the connection was cut',
  ETIMEDOUT: 'the host does not answer',
  EHOSTUNREACH: 'the host can not be reached',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
};

/** The reason when a time limit passed. */
export function timeoutFailure(ms: number, context: FailureContext): ConnectFailure {
  return failed(
    withStderr(`no answer within ${seconds(ms)}`, context.stderr),
    'Raise `startup_timeout_seconds`, or see its log.',
  );
}

function processFailure(error: unknown, context: FailureContext): ConnectFailure {
  const cause = (error as { cause?: unknown }).cause ?? context.exit?.error;
  if (systemCode(cause) === 'ENOENT')
    return failed(
      `"${context.target}" was not found on the PATH (${(context.searchPath ?? '').slice(0, 300)})`,
      'Install it, or write its absolute path as `command`.',
    );
  if (systemCode(cause) === 'EACCES')
    return failed(`"${context.target}" may not be run`, 'Make it executable (`chmod +x`).');
  const { exit } = context;
  if (!exit) return failed(firstLine(errorMessage(error)), 'Correct `command` and `args`.');
  const how = exit.signal ? `was ended by ${exit.signal}` : `ended with exit code ${exit.code ?? '?'}`;
  return failed(
    withStderr(`the server ${how}`, context.stderr),
    'Run its command in a terminal to see what it needs.',
  );
}

function httpFailure(status: number, error: unknown, context: FailureContext): ConnectFailure {
  const said = `${context.target} answered ${status}`;
  if (status === 403)
    return failed(`${said}: access is refused`, 'Check its `headers`, or sign in with another account.');
  if (status === 404 || status === 405) return failed(`${said}: no MCP server there`, 'Correct its `url`.');
  if (status >= 500) return failed(said, 'The server has a problem; it is tried again by itself.');
  return failed(`${said}: ${firstLine(errorMessage(error))}`, 'Correct its definition.');
}

/** `0.4 s`, `30 s`. */
export function seconds(ms: number): string {
  return `${Number((ms / 1000).toFixed(1))} s`;
}

/** Somewhere in a chain of causes: the start was refused before anything ran. */
function isNotApproved(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return code === 'not-approved' || (cause !== undefined && isNotApproved(cause));
}

/** The system's code at the bottom of a chain of causes. */
function innerCode(error: unknown): string | undefined {
  const { cause } = (error ?? {}) as { cause?: unknown };
  return (cause === undefined ? undefined : innerCode(cause)) ?? networkCode(error);
}

function networkCode(error: unknown): string | undefined {
  const code = systemCode(error);
  return code !== undefined && NETWORK[code] ? code : undefined;
}

function failed(reason: string, remedy: string): ConnectFailure {
  return { kind: 'failed', reason, remedy };
}

/** A few lines stand in the sentence, many behind it. */
function withStderr(reason: string, stderr: readonly string[]): string {
  if (stderr.length === 0) return reason;
  const said = stderr.length > 3 ? `\n${stderr.join('\n')}\n` : stderr.join(' / ');
  return `${reason}: ${said.slice(0, 4_000)}`;
}

function firstLine(text: string): string {
  return (text.split('\n', 1)[0] ?? '').slice(0, 400);
}
