import { raceAbort } from '../../base/abort.ts';
import { ExpectedError, errorMessage, isCancelled } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { EditorModel } from '../../protocol/vak.ts';
import type { Config } from '../config/config.ts';
import type { Clock, Environment } from '../host/host.ts';
import type { Credentials } from './credentials.ts';
import { createEditorModel, EDITOR_PROVIDER, type EditorModelPort, editorModelInfo } from './editorModel.ts';
import { modelInfo } from './knownModels.ts';
import type { Model, ModelErrorCode, ModelInfo, Models } from './model.ts';
import { findOllama, ollamaAddress, providerNames } from './modelNames.ts';
import { openProvider } from './openProvider.ts';
import { BUILT_IN_IDS, findProvider, type Provider, requireKey, unknownProvider } from './providers.ts';
import { createRehearsalModel, REHEARSAL_ID, REHEARSAL_INFO } from './rehearsalModel.ts';

export interface ModelsOptions {
  /** `[providers.NAME]` of the user's configuration. */
  readonly providers: Config['providers'];
  /** `model` in the configuration, `VAK_MODEL` or `--model`: whichever counts; undefined when none is set. */
  readonly configuredModel: string | undefined;
  readonly credentials: Credentials;
  readonly environment: Pick<Environment, 'get'>;
  readonly clock: Clock;
  readonly log: Log;
  /** The editor's own models, when the client has them. */
  readonly editor?: EditorModelPort;
  readonly fetch?: typeof globalThis.fetch;
}

/** Models as the agent sees them, and what the set-up wants to know besides. */
export interface AgentModels extends Models {
  /** An Ollama of this machine that answers now. */
  ollama(
    signal?: AbortSignal,
  ): Promise<{ readonly address: string; readonly models: readonly string[] } | undefined>;
}

const OLLAMA = 'ollama';
/** How long a list of names, or an answer of Ollama's, counts: a picker asks often. */
const CACHE_MS = 10_000;

/** All models of this user: their providers, the editor's, an Ollama, and the rehearsal model. */
export function createModels(options: ModelsOptions): AgentModels {
  return new AllModels(options);
}

class AllModels implements AgentModels {
  readonly #options: ModelsOptions;
  readonly #fetch: typeof globalThis.fetch;
  readonly #cached: ReturnType<typeof createCache>;
  readonly #rehearsal: Model;

  constructor(options: ModelsOptions) {
    this.#options = options;
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
    this.#cached = createCache(options.clock);
    this.#rehearsal = createRehearsalModel(options.clock);
  }

  async list(signal?: AbortSignal): Promise<readonly ModelInfo[]> {
    const ofProviders = this.#ready().map(async (provider) => {
      const offered = provider.models.length > 0 ? provider.models : await this.#names(provider, signal);
      return offered.map((name) => modelInfo(provider.id, name));
    });
    const ofEditor = this.#editorModels(signal).then((models) => models.map(editorModelInfo));
    const ofOllama = this.ollama(signal).then(
      (found) => found?.models.map((name) => modelInfo(OLLAMA, name)) ?? [],
    );
    const found = (await Promise.all([...ofProviders, ofEditor, ofOllama])).flat();
    return withConfigured([...found, REHEARSAL_INFO], this.#options.configuredModel);
  }

  async open(id: string, signal?: AbortSignal): Promise<Model> {
    const { editor } = this.#options;
    if (id === REHEARSAL_ID) return this.#rehearsal;
    const name = id.slice(id.indexOf('/') + 1);
    if (editor && id.startsWith(`${EDITOR_PROVIDER}/`)) return openEditor(editor, name, signal);
    const provider = this.#find(id.split('/', 1)[0] ?? '');
    if (!provider || !id.includes('/')) throw await this.#unknown(id, signal);
    requireKey(provider);
    return {
      info: modelInfo(provider.id, name),
      language: await openProvider(provider, name, this.#fetch),
      source: {
        label: provider.label,
        keyVariable: provider.keyVariable,
        address: provider.official ? undefined : provider.baseUrl,
        secrets: provider.apiKey ? [provider.apiKey] : [],
        names: (listSignal) => this.#names(provider, listSignal),
      },
    };
  }

  async defaultId(signal?: AbortSignal): Promise<string> {
    const { configuredModel } = this.#options;
    if (configuredModel) return configuredModel;
    for (const provider of this.#ready()) {
      const name = provider.models[0] ?? (await this.#names(provider, signal))[0];
      if (name) return `${provider.id}/${name}`;
    }
    const ofEditor = await this.#editorModels(signal);
    const editorModel = ofEditor.find((model) => model.tools) ?? ofEditor[0];
    if (editorModel) return editorModelInfo(editorModel).id;
    const local = (await this.ollama(signal))?.models[0];
    return local ? `${OLLAMA}/${local}` : REHEARSAL_ID;
  }

  ollama(signal?: AbortSignal) {
    const { clock } = this.#options;
    return raceAbort(
      this.#cached(OLLAMA, () => findOllama(this.#ollamaAddress(), this.#fetch, clock)),
      signal,
    );
  }

  /** None when the editor has none, or does not answer. */
  async #editorModels(signal?: AbortSignal): Promise<readonly EditorModel[]> {
    try {
      return (await this.#options.editor?.list(signal)) ?? [];
    } catch (error) {
      if (isCancelled(error)) throw error;
      this.#options.log.warn(`the editor's models are left out: ${errorMessage(error)}`);
      return [];
    }
  }

  /** Providers that can be asked: configured ones first, then those with a key (L3). */
  #ready(): Provider[] {
    const ids = new Set([...Object.keys(this.#options.providers), ...BUILT_IN_IDS]);
    return [...ids].flatMap((id) => {
      try {
        const provider = findProvider(id, this.#options);
        if (!provider || (!provider.apiKey && BUILT_IN_IDS.includes(id))) return [];
        requireKey(provider);
        return [provider];
      } catch (error) {
        this.#options.log.warn(`provider ${id} is left out: ${errorMessage(error)}`);
        return [];
      }
    });
  }

  #find(id: string): Provider | undefined {
    const provider = findProvider(id, this.#options);
    if (provider || id !== OLLAMA) return provider;
    return {
      id: OLLAMA,
      type: 'openai-compatible',
      label: 'Ollama',
      baseUrl: `${this.#ollamaAddress()}/v1`,
      official: false,
      apiKey: undefined,
      keyVariable: undefined,
      models: [],
    };
  }

  #names(provider: Provider, signal?: AbortSignal): Promise<readonly string[]> {
    const { clock } = this.#options;
    const key = `${provider.baseUrl} ${provider.apiKey ?? ''}`;
    return raceAbort(
      this.#cached(key, () => providerNames(provider, this.#fetch, clock)),
      signal,
    );
  }

  #ollamaAddress(): string {
    return ollamaAddress(this.#options.environment.get('OLLAMA_HOST'));
  }

  /** An id without a known provider: perhaps the name of a model that is offered, written without one. */
  async #unknown(id: string, signal?: AbortSignal): Promise<ExpectedError<ModelErrorCode>> {
    const like = (await this.list(signal)).find((info) => info.id.endsWith(`/${id}`));
    if (like) return new ExpectedError('no-such-model', `No model «${id}». Did you mean ${like.id}?`);
    const own = Object.keys(this.#options.providers);
    const known = [...BUILT_IN_IDS, ...own, OLLAMA, EDITOR_PROVIDER, REHEARSAL_ID];
    return unknownProvider(id, [...new Set(known)]);
  }
}

async function openEditor(port: EditorModelPort, id: string, signal?: AbortSignal): Promise<Model> {
  const models = await port.list(signal);
  const model = models.find((each) => each.id === id);
  if (model) return createEditorModel(port, model);
  throw new ExpectedError<ModelErrorCode>(
    'no-such-model',
    `${port.editor} offers no model «${id}». It offers ${models.map((each) => each.id).join(', ') || 'none'}.`,
  );
}

/** The configured model stands in the list also when nobody lists it: any name is passed on. */
function withConfigured(list: readonly ModelInfo[], id: string | undefined): readonly ModelInfo[] {
  if (!id?.includes('/') || list.some((info) => info.id === id)) return list;
  const slash = id.indexOf('/');
  return [modelInfo(id.slice(0, slash), id.slice(slash + 1)), ...list];
}

/** Keeps what was asked for a short while. Callers share an answer, so none of them can cancel it. */
function createCache(clock: Clock) {
  const entries = new Map<string, { readonly until: number; readonly value: Promise<unknown> }>();
  return <T>(key: string, make: () => Promise<T>): Promise<T> => {
    const kept = entries.get(key);
    if (kept && kept.until > clock.ticks()) return kept.value as Promise<T>;
    const value = make();
    entries.set(key, { until: clock.ticks() + CACHE_MS, value });
    return value;
  };
}
