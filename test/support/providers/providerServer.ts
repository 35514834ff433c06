import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request as the provider under test saw it. */
export interface ProviderRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The parsed body; undefined when there was none. */
  readonly body: unknown;
}

/** What a provider answers. */
export type Reply =
  | { readonly kind: 'stream'; readonly frames: readonly string[]; readonly end?: 'close' | 'cut' | 'hang' }
  | {
      readonly kind: 'body';
      readonly status: number;
      readonly body: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Takes the request and never answers. */
  | { readonly kind: 'silence' }
  /** Ends the connection without an answer. */
  | { readonly kind: 'drop' };

export type Answerer = (request: ProviderRequest, index: number) => Reply;

/**
 * A provider of models on this machine: real HTTP, real server-sent events. `answer` decides per
 * request; a list of replies is given one after another, the last one again and again.
 */
export class ProviderServer {
  readonly requests: ProviderRequest[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #waiting = new Set<{ readonly count: number; readonly done: () => void }>();

  private constructor(answer: Answerer) {
    this.#server = createServer(async (incoming, response) => {
      let text = '';
      for await (const bytes of incoming) text += String(bytes);
      const request: ProviderRequest = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: text === '' ? undefined : JSON.parse(text),
      };
      const index = this.requests.push(request) - 1;
      for (const waiter of this.#waiting) if (this.requests.length >= waiter.count) waiter.done();
      send(answer(request, index), response);
    });
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  static async start(answer: Answerer | readonly Reply[]): Promise<ProviderServer> {
    const replies: Answerer =
      typeof answer === 'function'
        ? answer
        : (_, index) => answer[Math.min(index, answer.length - 1)] ?? { kind: 'drop' };
    const server = new ProviderServer(replies);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  /** `http://127.0.0.1:PORT`, without a path. */
  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Connections that are open now. */
  get connections(): number {
    return this.#sockets.size;
  }

  /** Resolves when that many requests have come. */
  async seen(count: number): Promise<void> {
    if (this.requests.length >= count) return;
    await new Promise<void>((resolve) => {
      const waiter = {
        count,
        done: () => {
          this.#waiting.delete(waiter);
          resolve();
        },
      };
      this.#waiting.add(waiter);
    });
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

function send(reply: Reply, response: ServerResponse): void {
  switch (reply.kind) {
    case 'silence':
      return;
    case 'drop':
      response.destroy();
      return;
    case 'body':
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
      response.end(reply.body);
      return;
    case 'stream':
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      // A cut comes after the bytes have left: `destroy` at once would throw them away.
      response.write(reply.frames.join(''), () => {
        if (reply.end === 'cut') response.destroy();
        else if (reply.end !== 'hang') response.end();
      });
  }
}

export function json(status: number, body: unknown, headers?: Readonly<Record<string, string>>): Reply {
  return { kind: 'body', status, body: JSON.stringify(body), headers };
}
