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
  /** The person chose to go on without a model of their own. */
  #dismissed = false;

  constructor(ports: SetupPorts) {
    this.#ports = ports;
  }

  get view(): SetupView | null {
    return this.#dismissed ? null : this.#view;
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
    this.#dismissed = way === 'rehearsal';
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
        return pick(
          (await this.#ports.editorModels()).map(({ id, name, vendor }) => ({
            label: name,
            description: vendor,
            id: `editor/${id}`,
          })),
          'Model of the editor',
        );
      case 'ollama': {
        const { ollama } = await this.#ports.models();
        if (ollama?.models.length)
          return pick(
            ollama.models.map((name) => ({ label: name, id: `ollama/${name}` })),
            'Ollama model',
          );
        void window.showInformationMessage('No Ollama with a model answered on this machine.');
        return undefined;
      }
    }
  }

  /** Asks for a provider and its key, keeps them, and lets the person choose one of its models. */
  async enterKey(): Promise<string | undefined> {
    const provider = await window.showQuickPick(PROVIDERS, { title: 'Whose key is it?' });
    if (!provider) return undefined;
    const baseUrl = provider.id === 'openai-compatible' ? await askAddress() : undefined;
    if (provider.id === 'openai-compatible' && baseUrl === undefined) return undefined;
    const apiKey = await askKey(provider.label, provider.keys, provider.id === 'openai-compatible');
    if (apiKey === undefined) return undefined;
    const name = provider.id === 'openai-compatible' ? 'openai' : provider.id;
    await this.#ports.credentials.setProvider(name, { apiKey: apiKey || 'none', baseUrl });
    await this.#ports.sendCredentials();
    const { models, current } = await this.#ports.models();
    const offered = models.filter(({ id }) => id.startsWith(`${name}/`));
    const chosen = await pick(
      offered.map(({ id, name: label }) => ({ label, description: id, id })),
      'Model',
      true,
    );
    return chosen ?? (current.startsWith(`${name}/`) ? current : undefined);
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

function askKey(label: string, placeHolder: string, optional: boolean): Promise<string | undefined> {
  const options: InputBoxOptions = {
    title: `API key of ${label}`,
    placeHolder,
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' && !optional ? 'A key is needed.' : undefined),
  };
  return Promise.resolve(window.showInputBox(options)).then((key) => key?.trim());
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
