import { type LogOutputChannel, type OutputChannel, window } from 'vscode';
import type { Disposable } from '../../base/lifecycle.ts';
import type { Log } from '../../base/log.ts';

/** The extension's log, and the protocol as it went over the wire when the person asked for it. */
export class Logs implements Disposable {
  readonly #channel: LogOutputChannel = window.createOutputChannel('Vakil', { log: true });
  #protocol: OutputChannel | undefined;
  readonly log: Log;

  constructor() {
    const line = (message: string, detail: unknown) =>
      detail === undefined ? message : `${message} ${describe(detail)}`;
    this.log = {
      debug: (message, detail) => this.#channel.debug(line(message, detail)),
      info: (message, detail) => this.#channel.info(line(message, detail)),
      warn: (message, detail) => this.#channel.warn(line(message, detail)),
      error: (message, detail) => this.#channel.error(line(message, detail)),
    };
  }

  show(): void {
    this.#channel.show(true);
  }

  /** From here on every frame is shown, keys left out. */
  showProtocol(): void {
    this.#protocol ??= window.createOutputChannel('Vakil Protocol', 'json');
    this.#protocol.show(true);
  }

  trace(direction: 'in' | 'out', message: unknown): void {
    if (!this.#protocol) return;
    const arrow = direction === 'in' ? '←' : '→';
    this.#protocol.appendLine(
      `${new Date().toISOString()} ${arrow} ${JSON.stringify(message, withoutSecrets)}`,
    );
  }

  dispose(): void {
    this.#protocol?.dispose();
    this.#channel.dispose();
  }
}

/** Keys of providers and values of secrets never reach a log. */
function withoutSecrets(key: string, value: unknown): unknown {
  return typeof value === 'string' && /^(apiKey|value)$|token|secret|password|authorization/i.test(key)
    ? '…'
    : value;
}

function describe(detail: unknown): string {
  if (detail instanceof Error) {
    const cause = detail.cause === undefined ? '' : ` (${String(detail.cause)})`;
    return `${detail.stack ?? detail.message}${cause}`;
  }
  return typeof detail === 'string' ? detail : JSON.stringify(detail);
}
