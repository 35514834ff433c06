import { afterEach, describe, expect, it } from 'vitest';
import { createModels } from '../../../../src/agent/model/createModels.ts';
import { Credentials } from '../../../../src/agent/model/credentials.ts';
import type { Model, ModelEvent, ModelRequest } from '../../../../src/agent/model/model.ts';
import { labelledText, systemMessage } from '../../../../src/agent/model/promptParts.ts';
import { streamModel } from '../../../../src/agent/model/streamModel.ts';
import { ExpectedError } from '../../../../src/base/errors.ts';
import { nullLog } from '../../../../src/base/log.ts';
import { ManualClock } from '../../../support/manualClock.ts';
import { anthropicMessages } from '../../../support/providers/anthropicMessages.ts';
import { googleGenerate } from '../../../support/providers/googleGenerate.ts';
import { openaiChat } from '../../../support/providers/openaiChat.ts';
import { openaiResponses } from '../../../support/providers/openaiResponses.ts';
import {
  type Answerer,
  json,
  ProviderServer,
  type Reply,
} from '../../../support/providers/providerServer.ts';
import { stream, type Wire } from '../../../support/providers/wire.ts';

const KEY = 'sk-secret-0123456789';
const OPENAI = 'https://api.openai.com';
const wires: [string, Wire][] = [
  ['OpenAI’s Responses', openaiResponses],
  ['chat completions', openaiChat],
  ['Anthropic', anthropicMessages],
  ['Google', googleGenerate],
];

const request: ModelRequest = {
  prompt: [
    systemMessage([{ label: { kind: 'system' }, text: 'You are Vakil.' }]),
    { role: 'user', content: [labelledText({ label: { kind: 'prompt' }, text: 'Hello' })] },
  ],
  tools: [
    {
      name: 'read_file',
      description: 'Reads.',
      inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    },
  ],
};

let server: ProviderServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

async function serve(answer: Answerer | readonly Reply[]): Promise<ProviderServer> {
  server = await ProviderServer.start(answer);
  return server;
}

/** Opens `any` of the wire's provider at the address. Only OpenAI's own address speaks Responses: it is brought here. */
function openModel(wire: Wire, address: string): Promise<Model> {
  const official = wire === openaiResponses;
  const variables: Record<string, string> = {
    [wire.baseVariable]: official ? OPENAI : address,
    [wire.keyVariable]: KEY,
  };
  const models = createModels({
    providers: {},
    configuredModel: undefined,
    credentials: new Credentials(),
    environment: { get: (variable) => variables[variable] },
    clock: new ManualClock(),
    log: nullLog,
    fetch: (input, init) => globalThis.fetch(String(input).replace(OPENAI, address), init),
  });
  return models.open(`${wire.provider}/any`);
}

/** Runs one call; pauses pass at once. */
async function run(wire: Wire, address: string, options: { signal?: AbortSignal; idleMs?: number } = {}) {
  const clock = new ManualClock();
  clock.onTimer = (ms) => {
    if (ms !== (options.idleMs ?? 300_000)) queueMicrotask(() => clock.advance(ms));
  };
  const events: ModelEvent[] = [];
  try {
    const model = await openModel(wire, address);
    const signal = options.signal ?? new AbortController().signal;
    for await (const event of streamModel(model, request, { ...options, clock, signal, random: () => 0 }))
      events.push(event);
    return { events, error: undefined };
  } catch (error) {
    return { events, error: error instanceof ExpectedError ? error : (error as Error) };
  }
}

function textOf(events: readonly ModelEvent[]): string {
  return events.map((event) => (event.kind === 'text' ? event.text : '')).join('');
}

function only<K extends ModelEvent['kind']>(events: readonly ModelEvent[], kind: K) {
  return events.filter((event): event is Extract<ModelEvent, { kind: K }> => event.kind === kind);
}

describe.each(wires)('over the wire of %s', (_, wire) => {
  const shown = (address: string) => (wire === openaiResponses ? 'OpenAI' : address);

  it('streams text and counts its tokens', async () => {
    const { address, requests } = await serve([
      stream(wire, { text: ['Hel', 'lo'], usage: { input: 12, output: 3, cached: 5 } }),
    ]);
    const { events } = await run(wire, address);
    expect(textOf(events)).toBe('Hello');
    expect(events.at(-1)).toMatchObject({
      kind: 'finish',
      reason: 'stop',
      usage: { input: 12, output: 3, cachedInput: 5 },
    });
    expect(requests[0]?.path).toBe(wire.path);
  });

  it('streams thinking apart from text', async () => {
    const { address } = await serve([stream(wire, { thinking: ['hm', '!'], text: ['Hi'] })]);
    const { events } = await run(wire, address);
    expect(only(events, 'thinking').map(({ text }) => text)).toEqual(['hm', '!']);
    expect(only(events, 'thinking-end')).toHaveLength(1);
    expect(textOf(events)).toBe('Hi');
  });

  it('hands over parallel calls whole, in order', async () => {
    const calls = [
      { id: 'call_1', name: 'read_file', input: ['{"path":', '"a.md"}'] },
      { id: 'call_2', name: 'read_file', input: ['{"path":"b.md"}'] },
    ];
    const { address } = await serve([stream(wire, { text: ['Look.'], calls })]);
    const { events } = await run(wire, address);
    expect(only(events, 'tool-call').map(({ tool, input }) => [tool, input])).toEqual([
      ['read_file', { path: 'a.md' }],
      ['read_file', { path: 'b.md' }],
    ]);
    expect(new Set(only(events, 'tool-call').map(({ callId }) => callId)).size).toBe(2);
    expect(events.at(-1)).toMatchObject({ reason: 'tool-calls' });
  });

  it.each([
    ['length', 'length'],
    ['refusal', 'refusal'],
  ] as const)('tells that an answer ended for %s', async (finish, reason) => {
    const { address } = await serve([stream(wire, { text: ['a'], finish })]);
    expect((await run(wire, address)).events.at(-1)).toMatchObject({ kind: 'finish', reason });
  });

  it('says which key was refused, and never shows it', async () => {
    const { address } = await serve([json(401, wire.failure(401, `Incorrect key: ${KEY}`))]);
    const { error } = await run(wire, address);
    expect(error).toMatchObject({ code: 'wrong-key' });
    expect(error?.message).toContain(wire.keyVariable);
    expect(`${error?.message} ${(error as ExpectedError).detail}`).not.toContain(KEY);
  });

  it('names models like one that is not there', async () => {
    const { address } = await serve((incoming) => {
      if (incoming.method !== 'GET') return json(404, wire.failure(404, 'model: any'));
      const list = ['anya', 'other-model'];
      return wire.provider === 'google'
        ? json(200, { models: list.map((name) => ({ name: `models/${name}` })) })
        : json(200, { data: list.map((id) => ({ id })) });
    });
    const { error } = await run(wire, address);
    expect(error).toMatchObject({ code: 'no-such-model' });
    expect(error?.message).toContain('«any»');
    expect(error?.message).toContain('anya');
  });

  it('waits as long as a provider asks for, says so, and tries again', async () => {
    const { address } = await serve([
      json(429, wire.failure(429, 'Slow down'), { 'retry-after': '2' }),
      stream(wire, { text: ['ok'] }),
    ]);
    const { events } = await run(wire, address);
    expect(only(events, 'retry')).toEqual([
      { kind: 'retry', reason: expect.stringContaining('(429)'), delayMs: 2000, attempt: 1 },
    ]);
    expect(textOf(events)).toBe('ok');
  });

  it('tries again with back-off when the provider fails, and at last gives up', async () => {
    const { address, requests } = await serve([json(500, wire.failure(500, 'Internal error'))]);
    const { events, error } = await run(wire, address);
    expect(only(events, 'retry').map(({ delayMs }) => delayMs)).toEqual([500, 1000, 2000, 4000]);
    expect(error).toMatchObject({ code: 'server' });
    expect(requests).toHaveLength(5);
  });

  it('tries again when the connection drops before an answer', async () => {
    const { address } = await serve([{ kind: 'drop' }, stream(wire, { text: ['ok'] })]);
    const { events } = await run(wire, address);
    expect(only(events, 'retry')).toHaveLength(1);
    expect(textOf(events)).toBe('ok');
  });

  it.each(['cut', 'close'] as const)('keeps a half-sent answer when the stream ends by %s', async (end) => {
    const frames = wire.frames({ text: ['half of ', 'it'], finish: 'none' });
    const { address, requests } = await serve([{ kind: 'stream', frames, end }]);
    const { events, error } = await run(wire, address);
    expect(textOf(events)).toBe('half of it');
    expect(error).toMatchObject({ code: 'cut' });
    expect(requests).toHaveLength(1);
  });

  it('tells a prompt that is too long from other failures', async () => {
    const { address, requests } = await serve([wire.overflow]);
    expect((await run(wire, address)).error).toMatchObject({ code: 'overflow' });
    expect(requests).toHaveLength(1);
  });

  it('tells a used-up quota from a rate limit', async () => {
    const { address } = await serve([json(402, wire.failure(402, 'Payment required'))]);
    expect((await run(wire, address)).error).toMatchObject({ code: 'quota' });
  });

  it.each([
    ['a page', { kind: 'body', status: 200, body: '<html>Welcome</html>' } as Reply],
    ['broken JSON', { kind: 'stream', frames: ['data: {"oops\n\n'] } as Reply],
    [
      'JSON of another kind',
      { kind: 'stream', frames: ['data: {"hello":"world","candidates":7}\n\n'] } as Reply,
    ],
  ])('says that an answer can’t be read: %s', async (__, reply) => {
    const { address } = await serve([reply]);
    const { error } = await run(wire, address);
    expect(error).toMatchObject({ code: 'bad-answer' });
    expect(error?.message).toContain(shown(address));
  });

  it('says where nobody answers', async () => {
    const { address } = await serve([]);
    await server?.stop();
    const { error, events } = await run(wire, address);
    expect(error).toMatchObject({ code: 'offline' });
    expect(error?.message).toContain(shown(address));
    expect(only(events, 'retry')).toHaveLength(2);
  });

  it('ends at once on cancellation, and with it the connection', async () => {
    const cancel = new AbortController();
    const frames = wire.frames({ text: ['a'], finish: 'none' });
    const { address } = await serve([{ kind: 'stream', frames, end: 'hang' }]);
    const model = await openModel(wire, address);
    const options = { clock: new ManualClock(), signal: cancel.signal };
    const consume = async () => {
      for await (const event of streamModel(model, request, options))
        if (event.kind === 'text') cancel.abort();
    };
    await expect(consume()).rejects.toThrow('cancelled');
    await expect.poll(() => server?.connections).toBe(0);
  });

  it('ends at once on cancellation while nothing has come', async () => {
    const cancel = new AbortController();
    const { address } = await serve([{ kind: 'silence' }]);
    void server?.seen(1).then(() => cancel.abort());
    const { error, events } = await run(wire, address, { signal: cancel.signal });
    expect(error?.name).toBe('AbortError');
    expect(events).toEqual([]);
  });
});

describe('half a call', () => {
  const half = [{ id: 'call_1', name: 'write_file', input: ['{"path":"a', '.md","conte'] }];

  it.each([
    ['openai', openaiChat],
    ['anthropic', anthropicMessages],
  ] as const)('is never handed over when the stream of %s is cut in it', async (_, wire) => {
    const frames = wire.frames({ text: ['Writing.'], calls: half, finish: 'none' });
    const open = wire === anthropicMessages ? frames.slice(0, -1) : frames;
    const { address } = await serve([{ kind: 'stream', frames: open, end: 'cut' }]);
    const { events, error } = await run(wire, address);
    expect(only(events, 'tool-call')).toEqual([]);
    expect(error).toMatchObject({ code: 'cut' });
  });

  it.each([
    ['openai', openaiChat],
    ['anthropic', anthropicMessages],
  ] as const)('comes without an input when %s ends an answer in it', async (_, wire) => {
    const { address } = await serve([stream(wire, { calls: half, finish: 'length' })]);
    const { events } = await run(wire, address);
    expect(only(events, 'tool-call')).toMatchObject([{ input: undefined, raw: '{"path":"a.md","conte' }]);
    expect(events.at(-1)).toMatchObject({ reason: 'length' });
  });

  it('is not handed over though it was complete before the cut', async () => {
    const whole = [{ id: 'call_1', name: 'read_file', input: ['{"path":"a.md"}'] }];
    const frames = anthropicMessages.frames({ calls: whole, finish: 'none' });
    const { address } = await serve([{ kind: 'stream', frames, end: 'cut' }]);
    const { events, error } = await run(anthropicMessages, address);
    expect(only(events, 'tool-call')).toEqual([]);
    expect(error).toMatchObject({ code: 'cut' });
  });
});
