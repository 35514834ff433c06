import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { createMcpHandler, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import { makeServer, makeShared } from '../../fixtures/mcp/matrixServer.mjs';

/** A server on the loopback address; `stop` cuts every connection. */
export interface RunningHttp {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** Listens on 127.0.0.1; ends with the test. */
export async function listen(handler: RequestListener, port = 0): Promise<RunningHttp> {
  const server = createServer(handler);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  onTestFinished(() => stop(server));
  const bound = (server.address() as AddressInfo).port;
  return { url: `http://127.0.0.1:${bound}/mcp`, port: bound, stop: () => stop(server) };
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}

/** The matrix server over streamable HTTP, in either era. `seen` collects method and session of each request. */
export function matrixHttp(era: 'stateful' | 'stateless', seen: string[] = []): RequestListener {
  const shared = makeShared();
  const answer = era === 'stateless' ? statelessAnswer(shared) : statefulAnswer(shared);
  return (request, response) => {
    seen.push(`${request.method} ${request.headers['mcp-session-id'] ? 'session' : 'none'}`);
    shared.crash = () => request.socket.destroy();
    void toWeb(request)
      .then(answer)
      .then((web) => fromWeb(web, response))
      .catch(() => response.destroy());
  };
}

type Shared = ReturnType<typeof makeShared>;

function statelessAnswer(shared: Shared): (request: Request) => Promise<Response> {
  const handler = createMcpHandler(() => makeServer(shared, false), { legacy: 'reject' });
  shared.changed = () => handler.notify.toolsChanged();
  return (request) => handler.fetch(request);
}

/** One server object for each session, as servers of that era keep them. */
function statefulAnswer(shared: Shared): (request: Request) => Promise<Response> {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return async (request) => {
    const id = request.headers.get('mcp-session-id');
    const known = id ? sessions.get(id) : undefined;
    if (known) return known.handleRequest(request);
    if (id)
      return Response.json(
        { jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } },
        { status: 404 },
      );
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (session) => {
        sessions.set(session, transport);
      },
    });
    await makeServer(shared, true).connect(transport);
    return transport.handleRequest(request);
  };
}

async function toWeb(request: IncomingMessage): Promise<Request> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  const gone = new AbortController();
  request.socket.once('close', () => gone.abort());
  const method = request.method ?? 'GET';
  return new Request(`http://127.0.0.1${request.url ?? '/'}`, {
    method,
    headers: request.headers as Record<string, string>,
    signal: gone.signal,
    ...(method === 'POST' ? { body: Buffer.concat(chunks) } : {}),
  });
}

function fromWeb(web: Response, response: ServerResponse): void {
  response.writeHead(web.status, Object.fromEntries(web.headers));
  if (!web.body) {
    response.end();
    return;
  }
  const body = Readable.fromWeb(web.body as WebStream);
  response.once('close', () => body.destroy());
  body.on('error', () => response.destroy());
  body.pipe(response);
}
