import type { Reply } from './providerServer.ts';

/** An answer of a model, whatever the wire. Inputs of calls are JSON texts in pieces. */
export interface WireAnswer {
  readonly thinking?: readonly string[];
  readonly text?: readonly string[];
  readonly calls?: readonly {
    readonly id: string;
    readonly name: string;
    readonly input: readonly string[];
  }[];
  readonly usage?: { readonly input: number; readonly output: number; readonly cached?: number };
  /** Default: stop, or tool calls when there are any. */
  readonly finish?: 'stop' | 'length' | 'refusal' | 'none';
}

/** A wire format of a provider: how it streams, and how it says no. */
export interface Wire {
  /** The id under which Vakil knows the provider. */
  readonly provider: string;
  /** Variables that point it at an address and give it a key. */
  readonly baseVariable: string;
  readonly keyVariable: string;
  /** Path of the request for a model `any`. */
  readonly path: string;
  /** The events of an answer, one frame each. */
  frames(answer: WireAnswer): readonly string[];
  /** The body of a failure. */
  failure(status: number, message: string): unknown;
  /** How this provider says that the prompt is too long. */
  readonly overflow: Reply;
}

export function stream(wire: Wire, answer: WireAnswer): Reply {
  return { kind: 'stream', frames: wire.frames(answer) };
}

/** A server-sent event. */
export function sse(data: unknown, event?: string): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return `${event ? `event: ${event}\n` : ''}data: ${text}\n\n`;
}
