import { afterEach, describe, expect, it } from 'vitest';
import type { Config } from '../../../../src/agent/config/config.ts';
import { createModels, type ModelsOptions } from '../../../../src/agent/model/createModels.ts';
import { Credentials } from '../../../../src/agent/model/credentials.ts';
import type { EditorModelPort } from '../../../../src/agent/model/editorModel.ts';
import { ollamaAddress } from '../../../../src/agent/model/modelNames.ts';
import { nullLog } from '../../../../src/base/log.ts';
import { ManualClock } from '../../../support/manualClock.ts';
import { json, ProviderServer } from '../../../support/providers/providerServer.ts';

type Providers = Config['providers'];

interface Given extends Partial<Omit<ModelsOptions, 'environment' | 'fetch'>> {
  readonly env?: Readonly<Record<string, string>>;
  /** Bodies by address; every other address is unreachable. */
  readonly web?: Readonly<Record<string, unknown>>;
}

function models({ env = {}, web = {}, ...given }: Given = {}) {
  const asked: string[] = [];
  const all = createModels({
    providers: {},
    configuredModel: undefined,
    credentials: new Credentials(),
    clock: new ManualClock(),
    log: nullLog,
    environment: { get: (name) => env[name] },
    fetch: async (input) => {
      asked.push(String(input));
      const body = web[String(input)];
      if (body === undefined) throw new TypeError('fetch failed');
      return new Response(JSON.stringify(body));
    },
    ...given,
  });
  return Object.assign(all, { asked });
}

const editor: EditorModelPort = {
  editor: 'VS Code',
  list: async () =>
    [false, true].map((tools, at) => ({
      id: `m${at}`,
      name: `Model ${at}`,
      vendor: 'copilot',
      family: 'x',
      maxInputTokens: 64_000,
      images: false,
      tools,
    })),
  chat: async () => undefined,
};
const ollama = {
  'http://127.0.0.1:11434/api/tags': { models: [{ name: 'nomic-embed' }, { name: 'qwen3:8b' }] },
};
const openrouter: Providers = {
  openrouter: { baseUrl: 'https://o.example/api/v1', apiKeyEnv: 'O', models: ['a/b'] },
};

describe('the model of a new conversation', () => {
  it.each<[string, Given, string]>([
    ['the configured one', { configuredModel: 'x/y', env: { OPENAI_API_KEY: 'k' } }, 'x/y'],
    [
      'one of a configured provider',
      { providers: openrouter, env: { O: 'k', OPENAI_API_KEY: 'k' } },
      'openrouter/a/b',
    ],
    [
      'Anthropic’s with its key',
      { env: { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k' } },
      'anthropic/claude-sonnet-5-5',
    ],
    ['OpenAI’s with its key', { env: { OPENAI_API_KEY: 'k' }, editor }, 'openai/gpt-6-astra'],
    ['Google’s with its key', { env: { GEMINI_API_KEY: 'k' } }, 'google/gemini-4-argon'],
    [
      'the first of a compatible server',
      {
        env: { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://h.example' },
        web: { 'http://h.example/v1/models': { data: [{ id: 'local-1' }] } },
      },
      'openai/local-1',
    ],
    ['the editor’s that takes tools', { editor, web: ollama }, 'editor/m1'],
    ['an Ollama’s that can talk', { web: ollama }, 'ollama/qwen3:8b'],
    ['the rehearsal model', {}, 'rehearsal'],
    ['the rehearsal model for a provider without its key', { providers: openrouter }, 'rehearsal'],
  ])('is %s', async (_, given, expected) => {
    expect(await models(given).defaultId()).toBe(expected);
  });

  it('follows a key that the editor hands over later', async () => {
    const credentials = new Credentials();
    const all = models({ credentials });
    expect(await all.defaultId()).toBe('rehearsal');
    credentials.set({ google: { apiKey: 'k' } });
    expect(await all.defaultId()).toBe('google/gemini-4-argon');
  });

  it('passes an editor over that does not answer', async () => {
    const gone = { ...editor, list: () => Promise.reject(new Error('gone')) };
    expect(await models({ editor: gone }).defaultId()).toBe('rehearsal');
  });
});

describe('the list of models', () => {
  it('holds every source once, and the configured model', async () => {
    const all = models({
      providers: openrouter,
      env: { O: 'k' },
      editor,
      web: ollama,
      configuredModel: 'openai/any',
    });
    expect((await all.list()).map(({ id }) => id)).toEqual([
      'openai/any',
      'openrouter/a/b',
      'editor/m0',
      'editor/m1',
      'ollama/qwen3:8b',
      'rehearsal',
    ]);
  });

  it('asks an Ollama once for a while', async () => {
    const all = models({ web: ollama });
    await all.list();
    await all.list();
    expect(all.asked).toEqual(['http://127.0.0.1:11434/api/tags']);
  });
});

describe('opening a model', () => {
  it.each([
    [
      'anthropic/claude-opus-5-5',
      'There is no key for Anthropic. Set ANTHROPIC_API_KEY, or enter a key in the chat',
    ],
    ['openai/any', 'There is no key for OpenAI. Set OPENAI_API_KEY'],
    [
      'openai/tiny-1',
      'stays there: `vak` elsewhere needs it in the environment (another address than OpenAI',
    ],
    ['openrouter/a/b', 'There is no key for openrouter. Set O,'],
  ])('says what is missing for %s', async (id, message) => {
    await expect(models({ providers: openrouter }).open(id)).rejects.toMatchObject({
      code: 'no-key',
      message: expect.stringContaining(message),
    });
  });

  it.each([
    ['antropic/claude', 'Did you mean anthropic?'],
    ['zzz', 'There are anthropic, openai, google, ollama, editor, rehearsal.'],
    ['gpt-6-astra', 'Did you mean openai/gpt-6-astra?'],
  ])('names near providers for %s', async (id, hint) => {
    await expect(models({ env: { OPENAI_API_KEY: 'k' } }).open(id)).rejects.toMatchObject({
      code: 'no-such-model',
      message: expect.stringContaining(hint),
    });
  });

  it('passes any name on', async () => {
    const { info } = await models({ env: { OPENAI_API_KEY: 'k' } }).open('openai/some/future-model');
    expect(info).toMatchObject({ id: 'openai/some/future-model', contextWindow: 128_000 });
  });

  it('names the provider whose address is missing', async () => {
    const providers = { mine: { models: [] } };
    await expect(models({ providers }).open('mine/x')).rejects.toThrow('[providers.mine] has no base_url');
  });

  it('names the nearest type for one that is not known', async () => {
    const providers = { mine: { type: 'antropic', baseUrl: 'http://x', models: [] } };
    await expect(models({ providers }).open('mine/x')).rejects.toThrow('«anthropic» is the nearest');
  });
});

describe('a server on this machine', () => {
  let server: ProviderServer | undefined;
  afterEach(() => server?.stop());

  it('needs no key', async () => {
    server = await ProviderServer.start([json(200, { data: [] })]);
    const all = models({ providers: { local: { baseUrl: server.address, models: ['m'] } } });
    expect((await all.open('local/m')).source).toMatchObject({
      address: `${server.address}/v1`,
      secrets: [],
    });
  });
});

describe('ollamaAddress', () => {
  it.each([
    [undefined, 'http://127.0.0.1:11434'],
    ['0.0.0.0', 'http://127.0.0.1:11434'],
    ['10.0.0.5', 'http://10.0.0.5:11434'],
    ['10.0.0.5:9000', 'http://10.0.0.5:9000'],
    [':9000', 'http://127.0.0.1:9000'],
    ['http://box:9000/', 'http://box:9000'],
    ['https://box', 'https://box'],
    ['::bad::', 'http://127.0.0.1:11434'],
  ])('reads OLLAMA_HOST=%s', (host, expected) => {
    expect(ollamaAddress(host)).toBe(expected);
  });
});
