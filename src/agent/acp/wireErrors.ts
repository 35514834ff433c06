import { RequestError } from '@agentclientprotocol/sdk/unstable';
import { ExpectedError, isCancelled } from '../../base/errors.ts';

/** The only place of the agent that knows which failure is which of JSON-RPC's numbers. */
const NUMBERS: Readonly<Record<string, number>> = {
  'session-unknown': -32002,
  'unknown-setting': -32602,
  'unknown-value': -32602,
  'bad-path': -32602,
};
const INTERNAL = -32603;
const CANCELLED = -32800;

/** A failure as the client gets it: the sentence for a person as message, what to do about it in `data.detail`. */
export function toWire(error: unknown, place: { readonly sessionId?: string } = {}): RequestError {
  if (error instanceof RequestError) return error;
  if (isCancelled(error)) return new RequestError(CANCELLED, 'Request cancelled');
  if (error instanceof ExpectedError)
    return new RequestError(NUMBERS[error.code] ?? INTERNAL, error.message, {
      code: error.code,
      detail: error.detail,
      ...place,
    });
  console.error('Unexpected:', error);
  return new RequestError(INTERNAL, 'Vakil made a mistake; its log says more.', { code: 'bug', ...place });
}
