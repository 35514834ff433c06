import type {
  LanguageModelV4FinishReason,
  LanguageModelV4FunctionTool,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { childController, raceAbort, throwIfCancelled } from '../../base/abort.ts';
import { ExpectedError, isCancelled } from '../../base/errors.ts';
import { parseJson } from '../../base/json.ts';
import { nearest } from '../../base/nearest.ts';
import type { Clock } from '../host/host.ts';
import type { Model, ModelEvent, ModelRequest, ModelTool, ModelUsage, ProviderData } from './model.ts';
import { modelError } from './modelError.ts';
import {
  BadAnswerError,
  DroppedError,
  EndedEarlyError,
  type ModelFailure,
  readFailure,
} from './modelFailure.ts';

export interface StreamOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Jitter of the back-off, 0 to 1; default `Math.random`. */
  readonly random?: () => number;
  /** Silence after which an answer counts as dropped. */
  readonly idleMs?: number;
}

const IDLE_MS = 300_000;
/** Tries after the first; fewer where nobody is reachable at all, since a person then waits for a typo. */
const RETRIES = 4;
const RETRIES_OFFLINE = 2;
const BACKOFF_MS = 500;
/** A provider that wants a longer pause than this is better answered by a person. */
const LONGEST_PAUSE_MS = 60_000;

/**
 * One model call as events. A try that failed before anything was streamed is repeated with back-off,
 * and a `retry` event says so (L4). Once something was streamed it stands: a later failure is thrown,
 * and what came stays with the caller. Tool calls are handed over at the end of a complete answer
 * only, so half a call is never run. Throws `ExpectedError<ModelErrorCode>`, or `CancelledError` at once
 * when cancelled.
 */
export async function* streamModel(
  model: Model,
  request: ModelRequest,
  options: StreamOptions,
): AsyncGenerator<ModelEvent, void> {
  for (let attempt = 1; ; attempt++) {
    const progress = { streamed: false };
    let failure: ModelFailure;
    try {
      yield* oneTry(model, request, options, progress);
      return;
    } catch (error) {
      throwIfCancelled(options.signal);
      if (error instanceof ExpectedError) throw error;
      failure = readFailure(error);
    }
    const delayMs = retryDelay(failure, attempt, progress.streamed, options);
    if (delayMs === undefined) throw await finalError(failure, model, progress.streamed, options.signal);
    yield { kind: 'retry', reason: retryReason(failure, model), delayMs, attempt };
    await options.clock.sleep(delayMs, options.signal);
  }
}

/** The pause before the next try; undefined when there is none. */
function retryDelay(
  failure: ModelFailure,
  attempt: number,
  streamed: boolean,
  { random = Math.random }: StreamOptions,
): number | undefined {
  const most = failure.code === 'offline' ? RETRIES_OFFLINE : RETRIES;
  if (!failure.retryable || streamed || attempt > most) return undefined;
  const backoff = BACKOFF_MS * 2 ** (attempt - 1);
  const wanted = failure.retryAfterMs ?? backoff * (1 + random() / 4);
  return wanted > LONGEST_PAUSE_MS ? undefined : Math.round(wanted);
}

function retryReason(failure: ModelFailure, model: Model): string {
  const who = model.source?.label ?? model.info.name;
  const number = failure.status === undefined ? '' : ` (${failure.status})`;
  switch (failure.code) {
    case 'rate-limit':
      return `${who} takes no more requests for now${number}`;
    case 'offline':
      return `${who} can't be reached`;
    case 'server':
      return `${who} failed to answer${number}`;
    default:
      return `the connection to ${who} broke off`;
  }
}

async function finalError(failure: ModelFailure, model: Model, streamed: boolean, signal: AbortSignal) {
  const name = model.language.modelId;
  const cut = streamed && failure.retryable;
  const similar =
    failure.code === 'no-such-model' && model.source ? nearest(name, await model.source.names(signal)) : [];
  return modelError(cut ? { ...failure, code: 'cut' } : failure, model.source, name, similar);
}

async function* oneTry(
  model: Model,
  request: ModelRequest,
  { clock, signal, idleMs = IDLE_MS }: StreamOptions,
  progress: { streamed: boolean },
): AsyncGenerator<ModelEvent, void> {
  throwIfCancelled(signal);
  const abort = childController(signal);
  const watch = watchSilence(clock, idleMs, () => abort.abort());
  let reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | undefined;
  const release = () => void reader?.cancel().catch(() => undefined);
  abort.signal.addEventListener('abort', release, { once: true });
  try {
    const opened = model.language.doStream({
      prompt: request.prompt,
      tools: request.tools.length > 0 ? request.tools.map(functionTool) : undefined,
      reasoning: request.thinking as Parameters<typeof model.language.doStream>[0]['reasoning'],
      maxOutputTokens: request.maxOutputTokens ?? model.info.maxOutputTokens,
      abortSignal: abort.signal,
    });
    reader = (await raceAbort(Promise.resolve(opened), abort.signal)).stream.getReader();
    const answer = new Answer();
    for (;;) {
      const { value, done } = await reader.read();
      throwIfCancelled(abort.signal);
      if (done) break;
      watch.heard();
      for (const event of answer.take(value)) {
        progress.streamed ||= event.kind !== 'finish';
        yield event;
      }
      if (answer.finished) return;
    }
    throw new EndedEarlyError('the answer ended before it was complete');
  } catch (error) {
    if (watch.silent && !signal.aborted && isCancelled(error))
      throw new DroppedError(`nothing came for ${Math.round(idleMs / 1000)} s`);
    throw error;
  } finally {
    watch.dispose();
    abort.dispose();
    release();
  }
}

function functionTool({ name, description, inputSchema }: ModelTool): LanguageModelV4FunctionTool {
  return { type: 'function', name, description, inputSchema };
}

/** Calls `act` after `idleMs` without `heard`. One timer runs at a time, whatever the number of chunks. */
function watchSilence(clock: Clock, idleMs: number, act: () => void) {
  let last = clock.ticks();
  let silent = false;
  const check = () => {
    const left = last + idleMs - clock.ticks();
    if (left > 0) timer = clock.after(left, check);
    else {
      silent = true;
      act();
    }
  };
  let timer = clock.after(idleMs, check);
  return {
    heard: () => {
      last = clock.ticks();
    },
    get silent() {
      return silent;
    },
    dispose: () => timer.dispose(),
  };
}

/** Turns the parts of one answer into events, and keeps its tool calls back until the answer is complete. */
class Answer {
  finished = false;
  readonly #calls: ModelEvent[] = [];
  /** Names of the calls whose input is streaming, by id. */
  readonly #tools = new Map<string, string>();
  readonly #thinking = new Map<string, ProviderData>();

  take(part: LanguageModelV4StreamPart): readonly ModelEvent[] {
    switch (part.type) {
      case 'text-delta':
        return part.delta === '' ? [] : [{ kind: 'text', text: part.delta }];
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end':
        return this.#think(part);
      case 'tool-input-start':
        this.#tools.set(part.id, part.toolName);
        return [{ kind: 'tool-input', callId: part.id, tool: part.toolName, delta: '' }];
      case 'tool-input-delta': {
        const tool = this.#tools.get(part.id);
        return tool === undefined ? [] : [{ kind: 'tool-input', callId: part.id, tool, delta: part.delta }];
      }
      case 'tool-call':
        if (!part.providerExecuted) this.#calls.push(toolCall(part));
        return [];
      case 'error':
        throw part.error;
      case 'finish':
        return this.#finish(part.finishReason, part.usage);
      default:
        return [];
    }
  }

  /** What a provider wants back with its thinking may come with any part of the block. */
  #think(
    part: Extract<
      LanguageModelV4StreamPart,
      { type: 'reasoning-start' | 'reasoning-delta' | 'reasoning-end' }
    >,
  ): ModelEvent[] {
    const data = mergeData(this.#thinking.get(part.id), part.providerMetadata);
    if (part.type === 'reasoning-end') {
      this.#thinking.delete(part.id);
      return [{ kind: 'thinking-end', ...(data && { providerOptions: data }) }];
    }
    if (data) this.#thinking.set(part.id, data);
    return part.type === 'reasoning-delta' && part.delta !== ''
      ? [{ kind: 'thinking', text: part.delta }]
      : [];
  }

  #finish(reason: LanguageModelV4FinishReason, usage: LanguageModelV4Usage): ModelEvent[] {
    if (reason.unified === 'interrupted' || (reason.unified === 'error' && reason.raw === undefined))
      throw new EndedEarlyError('the answer ended before it was complete');
    if (reason.unified === 'error') throw new BadAnswerError(`the answer ended with «${reason.raw}»`);
    this.finished = true;
    return [...this.#calls, { kind: 'finish', reason: this.#reason(reason), usage: usageOf(usage) }];
  }

  #reason({ unified }: LanguageModelV4FinishReason): Extract<ModelEvent, { kind: 'finish' }>['reason'] {
    if (unified === 'length') return 'length';
    if (unified === 'content-filter') return 'refusal';
    if (this.#calls.length > 0) return 'tool-calls';
    return unified === 'stop' ? 'stop' : 'other';
  }
}

function toolCall(part: Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>): ModelEvent {
  const parsed = parseJson(part.input.trim() === '' ? '{}' : part.input);
  return {
    kind: 'tool-call',
    callId: part.toolCallId,
    tool: part.toolName,
    ...(parsed.ok ? { input: parsed.value } : { input: undefined, raw: part.input }),
    ...(part.providerMetadata && { providerOptions: part.providerMetadata }),
  };
}

function mergeData(a: ProviderData | undefined, b: ProviderData | undefined): ProviderData | undefined {
  if (!a || !b) return a ?? b;
  const merged: Record<string, Readonly<Record<string, unknown>>> = { ...a };
  for (const [provider, data] of Object.entries(b)) merged[provider] = { ...merged[provider], ...data };
  return merged;
}

function usageOf({ inputTokens, outputTokens }: LanguageModelV4Usage): ModelUsage {
  return {
    input: inputTokens.total ?? 0,
    output: outputTokens.total ?? 0,
    ...(inputTokens.cacheRead !== undefined && { cachedInput: inputTokens.cacheRead }),
    ...(outputTokens.reasoning !== undefined && { thinking: outputTokens.reasoning }),
  };
}
