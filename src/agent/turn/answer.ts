import { SerialQueue } from '../../base/abort.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import type { Clock } from '../host/host.ts';
import type { ModelEvent, ModelUsage, ProviderData } from '../model/model.ts';
import { stripControlCharacters } from '../tools/controlCharacters.ts';
import type { Tool } from '../tools/tool.ts';
import type { AskedCall } from './stages/call.ts';
import { findTool } from './stages/validate.ts';
import type { EmitTurnEvent } from './turn.ts';
import type { TurnLog } from './turnLog.ts';

/** Streamed text is written together at least this often (T1). */
const FLUSH_MS = 250;

export interface Answer {
  readonly text: string;
  readonly calls: readonly AskedCall[];
  /** `cut`: the stream ended without saying why. */
  readonly reason: Extract<ModelEvent, { kind: 'finish' }>['reason'] | 'cut';
  readonly usage: ModelUsage | undefined;
}

interface Block {
  readonly id: string;
  readonly kind: 'text' | 'thinking';
  /** Shown, and not written yet. */
  pending: string;
}

/**
 * Takes one answer of a model as it streams: shows it at once, writes it piece by piece, and logs each
 * call before it is shown. Whatever ends the stream, what came is kept.
 */
export class AnswerTaker {
  readonly #log: TurnLog;
  readonly #emit: EmitTurnEvent;
  readonly #clock: Clock;
  readonly #tools: readonly Tool[];
  readonly #cwd: string;
  readonly #answerId = crypto.randomUUID();
  readonly #writes = new SerialQueue();
  readonly #callIds = new Map<string, string>();
  readonly #announced = new Set<string>();
  #block: Block | undefined;
  #timer: Disposable | undefined;
  #failure: unknown;
  #text = '';
  readonly #calls: AskedCall[] = [];

  constructor(parts: {
    log: TurnLog;
    emit: EmitTurnEvent;
    clock: Clock;
    tools: readonly Tool[];
    cwd: string;
  }) {
    this.#log = parts.log;
    this.#emit = parts.emit;
    this.#clock = parts.clock;
    this.#tools = parts.tools;
    this.#cwd = parts.cwd;
  }

  /** Calls that were logged, also when `take` rejected: each needs a result. */
  get calls(): readonly AskedCall[] {
    return this.#calls;
  }

  get text(): string {
    return this.#text;
  }

  /** Rejects as the stream does, after what came was written. */
  async take(events: AsyncIterable<ModelEvent>): Promise<Answer> {
    try {
      let finish: Extract<ModelEvent, { kind: 'finish' }> | undefined;
      for await (const event of events) {
        if (event.kind === 'finish') finish = event;
        else await this.#take(event);
      }
      return { text: this.#text, calls: this.#calls, reason: finish?.reason ?? 'cut', usage: finish?.usage };
    } finally {
      await this.#endBlock();
      this.#closeAnnounced();
    }
  }

  /** A card whose call never came whole must not look as if it were still coming. */
  #closeAnnounced(): void {
    for (const call of this.#calls) this.#announced.delete(call.callId);
    for (const callId of this.#announced)
      this.#emit({
        kind: 'tool-call',
        callId,
        status: 'failed',
        content: [{ type: 'text', text: UNFINISHED }],
      });
  }

  async #take(event: Exclude<ModelEvent, { kind: 'finish' }>): Promise<void> {
    switch (event.kind) {
      case 'text':
        return this.#grow('text', event.text);
      case 'thinking':
        return this.#grow('thinking', event.text);
      case 'thinking-end':
        return this.#endThinking(event.providerOptions);
      case 'tool-input':
        return this.#announce(event.callId, event.tool);
      case 'tool-call':
        return this.#call(event);
      case 'retry':
        return this.#retry(event);
    }
  }

  async #grow(kind: Block['kind'], piece: string): Promise<void> {
    const text = stripControlCharacters(piece);
    if (text === '') return;
    if (this.#block?.kind !== kind) await this.#beginBlock(kind);
    const block = this.#block;
    if (!block) return;
    block.pending += text;
    if (kind === 'text') this.#text += text;
    this.#emit({ kind: kind === 'text' ? 'text' : 'thought', messageId: block.id, text });
    this.#timer ??= this.#clock.after(FLUSH_MS, () => {
      this.#timer = undefined;
      void this.#flush();
    });
  }

  async #beginBlock(kind: Block['kind']): Promise<void> {
    await this.#endBlock();
    if (kind === 'text') this.#text = '';
    this.#block = { id: crypto.randomUUID(), kind, pending: '' };
  }

  /** Writes what is shown and not written yet. A failure is kept for `#endBlock`. */
  #flush(providerOptions?: ProviderData): Promise<void> {
    const block = this.#block;
    if (!block || (block.pending === '' && !providerOptions)) return this.#writes.idle();
    const text = block.pending;
    block.pending = '';
    return this.#writes
      .run(() =>
        this.#log.record({
          type: 'assistant',
          messageId: block.id,
          kind: block.kind,
          text,
          ...(providerOptions ? { providerOptions: { ...providerOptions } } : {}),
        }),
      )
      .then(
        () => undefined,
        (error) => {
          this.#failure ??= error;
        },
      );
  }

  async #endBlock(providerOptions?: ProviderData): Promise<void> {
    this.#timer?.dispose();
    this.#timer = undefined;
    await this.#flush(providerOptions);
    this.#block = undefined;
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** A signature may come without a word of thinking: it is kept all the same. */
  async #endThinking(providerOptions: ProviderData | undefined): Promise<void> {
    if (this.#block?.kind !== 'thinking') {
      if (!providerOptions) return;
      await this.#beginBlock('thinking');
    }
    await this.#endBlock(providerOptions);
  }

  /** The card of a call whose input still streams. */
  #announce(providerId: string, name: string): void {
    const callId = this.#callId(providerId);
    if (this.#announced.has(callId)) return;
    this.#announced.add(callId);
    const tool = findTool(this.#tools, name);
    this.#emit({
      kind: 'tool-call',
      callId,
      name: tool?.name ?? name,
      title: tool?.name ?? name,
      toolKind: tool?.kind ?? 'other',
      status: 'pending',
    });
  }

  async #call(event: Extract<ModelEvent, { kind: 'tool-call' }>): Promise<void> {
    await this.#endBlock();
    const callId = this.#callId(event.callId);
    this.#callIds.delete(event.callId);
    const tool = findTool(this.#tools, event.tool);
    const name = tool?.name ?? event.tool;
    const parsed = tool && event.raw === undefined ? tool.parse(event.input) : undefined;
    const shown = tool && parsed?.ok ? tool.present(parsed.input, this.#cwd) : { title: name };
    const title = stripControlCharacters(shown.title);
    const toolKind = shown.kind ?? tool?.kind ?? 'other';
    const meta =
      shown.meta || tool?.source
        ? { ...shown.meta, ...(tool?.source ? { source: tool.source } : {}) }
        : undefined;
    await this.#log.record({
      type: 'call',
      callId,
      messageId: this.#answerId,
      tool: name,
      input: event.input ?? {},
      title,
      kind: toolKind,
      locations: [...(shown.locations ?? [])],
      ...(meta ? { meta } : {}),
      ...(event.providerOptions ? { providerOptions: { ...event.providerOptions } } : {}),
    });
    this.#calls.push({
      kind: 'asked',
      callId,
      tool: name,
      input: event.input,
      ...(event.raw === undefined ? {} : { raw: event.raw }),
    });
    this.#emit({
      kind: 'tool-call',
      callId,
      name,
      title,
      toolKind,
      status: 'pending',
      input: event.input,
      ...(shown.locations ? { locations: shown.locations } : {}),
      ...(shown.content ? { content: shown.content } : {}),
      ...(meta ? { meta } : {}),
    });
  }

  #callId(providerId: string): string {
    const known = this.#callIds.get(providerId);
    if (known !== undefined) return known;
    const callId = this.#log.uniqueCallId(providerId);
    this.#callIds.set(providerId, callId);
    return callId;
  }

  /** Says that the model is asked again; nothing was streamed before, so nothing is taken back. */
  #retry({ reason, delayMs }: Extract<ModelEvent, { kind: 'retry' }>): void {
    const seconds = Math.max(1, Math.round(delayMs / 1000));
    this.#emit({
      kind: 'notice',
      severity: 'warning',
      title: `${upperFirst(reason)}. Trying again in ${seconds} s.`,
    });
  }
}

const UNFINISHED = 'The answer broke off before this call was complete.';

function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Gives a call that did not run its result. */
export async function settleUndone(
  log: TurnLog,
  emit: EmitTurnEvent,
  callId: string,
  text: string,
): Promise<void> {
  await log.record({ type: 'result', callId, text, isError: true, media: [], content: [], locations: [] });
  emit({ kind: 'tool-call', callId, status: 'failed', content: [{ type: 'text', text }] });
}
