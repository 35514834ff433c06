import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { raceAbort } from '../base/abort.ts';

/** The place on this machine that a browser comes back to after a sign-in. */
export interface OAuthCallback {
  readonly url: string;
  /** What came back. Rejects with `CancelledError` when the signal aborts. */
  params(signal: AbortSignal): Promise<URLSearchParams>;
  close(): void;
}

const PATH = '/callback';
const DONE =
  '<!doctype html><meta charset="utf-8"><title>Vakil</title><p>You can close this page and go back to the editor.';

/**
 * Listens on the loopback address only, for one answer that carries `state`; anything else is refused,
 * so that no page in the browser can hand us a code of its own.
 */
export async function listenForCallback(state: () => string, port?: number): Promise<OAuthCallback> {
  let arrived: (params: URLSearchParams) => void;
  const params = new Promise<URLSearchParams>((resolve) => {
    arrived = resolve;
  });
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const fits =
      request.method === 'GET' && url.pathname === PATH && url.searchParams.get('state') === state();
    response.writeHead(fits ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', connection: 'close' });
    response.end(fits ? DONE : 'not found');
    if (fits) arrived(url.searchParams);
  });
  if (port === undefined || !(await listens(server, port))) await listens(server, 0);
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}${PATH}`,
    params: (signal) => raceAbort(params, signal),
    close: () => server.close(),
  };
}

/** False when the port is taken. */
function listens(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
}
