import { type InputBoxOptions, type QuickPickItem, window } from 'vscode';
import type { Log } from '../../base/log.ts';
import type { SetupView } from '../../protocol/chat.ts';
import type { Credentials } from './credentials.ts';
import { type ModelsState, setupView } from './setupView.ts';

interface SetupPorts {
  readonly credentials: Credentials;
  models(): Promise<{
    current: string;
    configured: boolean;
    models: { id: string; name: string }[];
    ollama?: ModelsState['ollama'];
  }>;
  editorModels(): Promise<{ id: string; name: string; vendor: string }[]>;
  /** Hands the stored keys to the agent. */
  sendCredentials(): Promise<void>;
  /** Makes the model the default, and takes it in the shown conversation. */
  use(model: string): Promise<void>;
  changed(): void;
  readonly log: Log;
}

const PROVIDERS = [
  { id: 'anthropic', label: 'Anthropic', keys: 'sk-ant-…' },
  { id: 'openai', label: 'OpenAI', keys: 'sk-…' },
  { id: 'google', label: 'Google', keys: 'AIza…' },
  { id: 'openai-compatible', label: 'Another address that speaks OpenAI’s API', keys: 'any' },
] as const;

/** Brings a person from nothing to a first answer. */
export class Setup {
  readonly #ports: SetupPorts;
  #view: SetupView | null = null;
  /** The person chose in this window: whatever it was, it is set up. */
  #chosen = false;

  constructor(ports: SetupPorts) {
    this.#ports = ports;
  }

  get view(): SetupView | null {
    return this.#chosen ? null : this.#view;
  }

  /** Looks again, without anybody waiting for it. */
  lookAgain(): void {
    this.refresh().catch((error) => this.#ports.log.warn('the models could not be listed', error));
  }

  /** Looks again what there is. */
  async refresh(): Promise<void> {
    const [models, editor] = await Promise.all([this.#ports.models(), this.#ports.editorModels()]);
    this.#view = setupView({ ...models, editorModels: editor.length });
    this.#ports.changed();
  }

  async choose(way: 'key' | 'editor' | 'ollama' | 'rehearsal'): Promise<void> {
    const model = await this.#pick(way);
    if (model === undefined) {
      await this.refresh();
      return;
    }
    await this.#ports.use(model);
    this.#chosen = true;
    await this.refresh();
  }

  /** The chosen model's id, or undefined when the person stopped half-way. */
  async #pick(way: 'key' | 'editor' | 'ollama' | 'rehearsal'): Promise<string | undefined> {
    switch (way) {
      case 'rehearsal':
        return 'rehearsal';
      case 'key':
        return this.enterKey();
      case 'editor':
        return this.#pickOf('editor', 'Model of the editor', 'VS Code offers no models to extensions now.');
      case 'ollama':
        return this.#pickOf('ollama', 'Ollama model', 'No Ollama with a model answered on this machine.');
    }
  }

  async #pickOf(provider: string, title: string, none: string): Promise<string | undefined> {
    const items = await this.#offered(provider);
    if (items.length > 0) return pick(items, title);
    void window.showInformationMessage(none);
    return undefined;
  }

  async #offered(provider: string): Promise<(QuickPickItem & { id: string })[]> {
    const { models } = await this.#ports.models();
    return models
      .filter(({ id }) => id.startsWith(`${provider}/`))
      .map(({ id, name }) => ({ label: name, description: id, id }));
  }

  /** Asks for a provider and its key, keeps them, and lets the person choose one of its models. */
  async enterKey(): Promise<string | undefined> {
    const provider = await window.showQuickPick(PROVIDERS, { title: 'Whose key is it?' });
    if (!provider) return undefined;
    const baseUrl = provider.id === 'openai-compatible' ? await askAddress() : undefined;
    if (provider.id === 'openai-compatible' && baseUrl === undefined) return undefined;
    const apiKey = await askKey(provider, baseUrl);
    if (apiKey === undefined) return undefined;
    const name = provider.id === 'openai-compatible' ? 'openai' : provider.id;
    await this.#ports.credentials.setProvider(name, { apiKey: apiKey || 'none', baseUrl });
    await this.#ports.sendCredentials();
    const offered = await this.#offered(name);
    return offered.length > 0 ? pick(offered, 'Model', true) : askModel(name);
  }
}

async function pick(
  items: (QuickPickItem & { id: string })[],
  title: string,
  alwaysAsk = false,
): Promise<string | undefined> {
  const [only] = items;
  if (items.length === 1 && only && !alwaysAsk) return only.id;
  return (await window.showQuickPick(items, { title, matchOnDescription: true }))?.id;
}

/** `address`: the server is the person's own, which may want no key. */
function askKey(
  { label, keys }: (typeof PROVIDERS)[number],
  address: string | undefined,
): Promise<string | undefined> {
  const optional = address !== undefined;
  const options: InputBoxOptions = {
    title: optional ? `API key for ${address} (empty when it wants none)` : `API key of ${label}`,
    placeHolder: keys,
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' && !optional ? 'A key is needed.' : undefined),
  };
  return Promise.resolve(window.showInputBox(options)).then((key) => key?.trim());
}

/** For a provider that lists no models: any name is passed on. */
function askModel(provider: string): Promise<string | undefined> {
  const options: InputBoxOptions = {
    title: 'Name of the model',
    prompt: 'The provider lists no models (is the key right?); any name is passed on as it stands.',
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? 'A name is needed.' : undefined),
  };
  return Promise.resolve(window.showInputBox(options)).then((name) => name && `${provider}/${name.trim()}`);
}

function askAddress(): Promise<string | undefined> {
  const options: InputBoxOptions = {
    title: 'Address of the server',
    placeHolder: 'http://localhost:1234/v1',
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^https?:\/\/\S+$/.test(text.trim()) ? undefined : 'An http or https address is needed.',
  };
  return Promise.resolve(window.showInputBox(options)).then((address) => address?.trim());
}
