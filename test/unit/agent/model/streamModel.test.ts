import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import type { Model, ModelEvent } from '../../../../src/agent/model/model.ts';
import { labelledText } from '../../../../src/agent/model/promptParts.ts';
import { createRehearsalModel } from '../../../../src/agent/model/rehearsalModel.ts';
import { streamModel } from '../../../../src/agent/model/streamModel.ts';
import { ManualClock } from '../../../support/manualClock.ts';

const IDLE_MS = 300_000;
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

function finish(unified: 'stop' | 'interrupted' | 'error' = 'stop'): LanguageModelV4StreamPart {
  return { type: 'finish', finishReason: { unified, raw: undefined }, usage };
}

/** A model whose answers are the given parts, one list a call; it hangs after `undefined`. */
function scripted(
  ...answers: (readonly (LanguageModelV4StreamPart | undefined)[])[]
): Model & { cancelled: number } {
  const queue = [...answers];
  const counts = { cancelled: 0 };
  const language: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('not used')),
    doStream: async () => {
      const parts = [...(queue.shift() ?? [])];
      const stream = new ReadableStream<LanguageModelV4StreamPart>({
        pull(controller) {
          if (parts.length === 0) return controller.close();
          const part = parts.shift();
          if (part) return controller.enqueue(part);
          return new Promise<void>(() => undefined);
        },
        cancel: () => void counts.cancelled++,
      });
      return { stream };
    },
  };
  const info = { id: 's', name: 'Scripted', contextWindow: 1, images: false, pdfs: false, thinking: [] };
  return Object.defineProperty({ info, language, cancelled: 0 }, 'cancelled', {
    get: () => counts.cancelled,
  });
}

async function run(model: Model, prompt = 'x', clock = autoClock()) {
  const events: ModelEvent[] = [];
  const request = {
    prompt: [{ role: 'user' as const, content: [labelledText({ label: { kind: 'prompt' }, text: prompt })] }],
    tools: [],
  };
  const options = { clock, signal: new AbortController().signal, random: () => 0, idleMs: IDLE_MS };
  try {
    for await (const event of streamModel(model, request, options)) events.push(event);
    return { events, clock };
  } catch (error) {
    return { events, clock, error };
  }
}

/** Pauses pass at once, but for the watch over silence. */
function autoClock(): ManualClock {
  const clock = new ManualClock();
  clock.onTimer = (ms) => {
    if (ms !== IDLE_MS) queueMicrotask(() => clock.advance(ms));
  };
  return clock;
}

describe('streamModel', () => {
  it('tries again after silence, and ends the silent call', async () => {
    const model = scripted([undefined], [{ type: 'text-delta', id: 't', delta: 'ok' }, finish()]);
    const clock = new ManualClock();
    clock.onTimer = (ms) => setImmediate(() => clock.advance(ms));
    const { events } = await run(model, 'x', clock);
    expect(events.map(({ kind }) => kind)).toEqual(['retry', 'text', 'finish']);
    expect(model.cancelled).toBe(1);
  });

  it('leaves no timer and no stream behind', async () => {
    const model = scripted([{ type: 'text-delta', id: 't', delta: 'ok' }, finish(), undefined]);
    const { clock } = await run(model);
    expect(clock.pending).toBe(0);
    expect(model.cancelled).toBe(1);
  });

  it('ends the stream when its reader stops early', async () => {
    const model = scripted([{ type: 'text-delta', id: 't', delta: 'a' }, undefined]);
    const clock = autoClock();
    const request = { prompt: [], tools: [] };
    for await (const _ of streamModel(model, request, {
      clock,
      signal: new AbortController().signal,
      idleMs: IDLE_MS,
    }))
      break;
    expect(model.cancelled).toBe(1);
    expect(clock.pending).toBe(0);
  });

  it('gathers what a provider wants back with its thinking', async () => {
    const model = scripted([
      { type: 'reasoning-start', id: 'r', providerMetadata: { p: { a: 1 } } },
      { type: 'reasoning-delta', id: 'r', delta: 'hm' },
      { type: 'reasoning-delta', id: 'r', delta: '', providerMetadata: { p: { signature: 's' } } },
      { type: 'reasoning-end', id: 'r' },
      finish(),
    ]);
    expect((await run(model)).events.slice(0, 2)).toEqual([
      { kind: 'thinking', text: 'hm' },
      { kind: 'thinking-end', providerOptions: { p: { a: 1, signature: 's' } } },
    ]);
  });

  it('takes an empty input for an empty object', async () => {
    const model = scripted([{ type: 'tool-call', toolCallId: 'c', toolName: 't', input: '' }, finish()]);
    expect((await run(model)).events).toEqual([
      { kind: 'tool-call', callId: 'c', tool: 't', input: {} },
      { kind: 'finish', reason: 'tool-calls', usage: { input: 1, output: 1 } },
    ]);
  });

  it('leaves a call to the provider alone that the provider runs itself', async () => {
    const call = {
      type: 'tool-call',
      toolCallId: 'c',
      toolName: 't',
      input: '{}',
      providerExecuted: true,
    } as const;
    expect((await run(scripted([call, finish()]))).events.map(({ kind }) => kind)).toEqual(['finish']);
  });

  it('does not wait longer than a person would', async () => {
    const error = Object.assign(new Error('x'), {
      statusCode: 429,
      responseHeaders: { 'retry-after': '3600' },
    });
    const { events, error: thrown } = await run(scripted([{ type: 'error', error }]));
    expect(events).toEqual([]);
    expect(thrown).toMatchObject({ code: 'rate-limit' });
  });
});

describe('a rehearsed failure', () => {
  it.each([
    ['401', 'wrong-key', 0],
    ['404', 'no-such-model', 0],
    ['429', 'rate-limit', 4],
    ['500', 'server', 4],
    ['overflow', 'overflow', 0],
    ['cut', 'cut', 4],
  ])('fails with %s as a provider does', async (code, expected, retries) => {
    const { events, error } = await run(createRehearsalModel(autoClock()), `fail ${code}`);
    expect(error).toMatchObject({ name: 'ExpectedError', code: expected });
    expect(events.filter(({ kind }) => kind === 'retry')).toHaveLength(retries);
  });

  it('keeps what was said before it', async () => {
    const { events, error } = await run(createRehearsalModel(autoClock()), 'say half\nfail cut');
    expect(events).toEqual([{ kind: 'text', text: 'half' }]);
    expect(error).toMatchObject({ code: 'cut' });
  });
});
