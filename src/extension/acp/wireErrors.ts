import { RequestError } from '@agentclientprotocol/sdk/unstable';
import { CancelledError, ExpectedError, errorMessage, isCancelled } from '../../base/errors.ts';
import { isRecord } from '../../base/json.ts';

/** The only place of the extension that knows JSON-RPC's numbers. */
export type AgentErrorCode =
  | 'auth-required'
  | 'unsupported'
  | 'not-found'
  | 'agent-error'
  | 'agent-gone'
  | 'config-broken'
  | 'bad-response';

const CODES: ReadonlyMap<number, AgentErrorCode> = new Map([
  [-32000, 'auth-required'],
  [-32601, 'unsupported'],
  [-32002, 'not-found'],
]);

/** A failed call as something a person can read. A cancellation stays one. */
export function fromWire(error: unknown): Error {
  if (error instanceof ExpectedError || isCancelled(error)) return error as Error;
  if (!isRecord(error) || typeof error.code !== 'number')
    return new ExpectedError('agent-gone', 'The agent is not running any more.', { cause: error });
  if (error.code === -32800) return new CancelledError();
  const broken = isRecord(error.data) && error.data.code === 'config-broken';
  const code = broken ? 'config-broken' : (CODES.get(error.code) ?? 'agent-error');
  return new ExpectedError<AgentErrorCode>(code, wireMessage(error.message, error.data), {
    cause: error,
    detail: detailOf(error.data),
  });
}

/** Agents say «Internal error» and put what happened into `data`. */
function wireMessage(message: unknown, data: unknown): string {
  const said = typeof message === 'string' ? message : 'The agent reported an error.';
  const more =
    typeof data === 'string'
      ? data
      : isRecord(data)
        ? (data.message ?? data.details ?? data.error)
        : undefined;
  if (typeof more !== 'string' || more === '' || said.includes(more)) return said;
  return /^internal error\.?$/i.test(said) ? more : `${said}: ${more}`;
}

function detailOf(data: unknown): string | undefined {
  if (!isRecord(data)) return undefined;
  const detail = data.detail ?? data.remedy ?? data.fix;
  return typeof detail === 'string' ? detail : undefined;
}

/** The text names the failure in the words that agents look for when they do not read the code. */
export function fileMissing(path: string): RequestError {
  return new RequestError(-32002, `Resource not found: ${path} (ENOENT: no such file or directory)`, {
    uri: path,
  });
}

/** What the agent reads when one of its requests fails here. */
export function toWire(error: unknown): unknown {
  if (error instanceof RequestError || isCancelled(error)) return error;
  return new RequestError(-32603, errorMessage(error));
}
