import { ExpectedError } from '../base/errors.ts';
import type { VakHandlers } from './acp/vakMethods.ts';
import { createPluginWorld } from './catalogue/pluginWorld.ts';
import type { Host } from './host/host.ts';
import type { CatalogueStore } from './inventory/catalogueStore.ts';
import { PluginCommands, type PluginDialog } from './plugins/pluginCommands.ts';

type PluginHandler = NonNullable<VakHandlers['plugin']>;
type PluginParams = Parameters<PluginHandler>[0];
type PluginAnswer = Awaited<ReturnType<PluginHandler>>;

export interface PluginHandlerOptions {
  readonly host: Host;
  readonly catalogues: Pick<CatalogueStore, 'reload'>;
  readonly progress: (token: string, message: string) => void;
}

/** `vak plugin …` for a view. */
export function pluginHandler(options: PluginHandlerOptions): PluginHandler {
  const answers = new PluginAnswers(options);
  return (params, signal) => answers.answer(params, signal);
}

/**
 * `preview` shows what an install (with a source) or an update (with or without a name) would change;
 * `install` and `update` with the same token then agree to exactly that text and to nothing else.
 */
class PluginAnswers {
  readonly #options: PluginHandlerOptions;
  readonly #commands: PluginCommands;
  /** A view gives absolute folders; a relative one would start here. */
  readonly #home: string;
  /** What each token has seen. */
  readonly #shown = new Map<string, readonly string[]>();

  constructor(options: PluginHandlerOptions) {
    this.#options = options;
    this.#home = options.host.environment.home;
    this.#commands = new PluginCommands(options.host, createPluginWorld(options.host, this.#home));
  }

  async answer(params: PluginParams, signal: AbortSignal): Promise<PluginAnswer> {
    if (params.action === 'preview') return this.#preview(params, signal);
    const text = await this.#act(params, signal);
    if (params.action !== 'list') {
      this.#shown.delete(params.token);
      await this.#options.catalogues.reload();
    }
    return typeof text === 'string' ? { text, plugins: await this.#commands.list() } : text;
  }

  async #act(params: PluginParams, signal: AbortSignal): Promise<string | PluginAnswer> {
    const { action, name, token } = params;
    const agreed = this.#shown.get(token) ?? [];
    const dialog = this.#dialog(token, async (text) => agreed.includes(text));
    switch (action) {
      case 'install': {
        const outcome = await this.#commands.install(this.#request(params), dialog, signal);
        if (outcome.kind === 'choices') return { text: '', choices: choicesOf(outcome.offers) };
        if (outcome.kind === 'declined') throw notAgreed();
        return `${outcome.name} is installed.`;
      }
      case 'update': {
        const outcomes = await this.#commands.update(name, dialog, signal);
        const failed = outcomes.find((o) => o.outcome === 'failed');
        if (failed)
          throw new ExpectedError('not-updated', `${failed.name}: ${failed.reason ?? 'not updated'}`);
        if (outcomes.some((o) => o.outcome === 'declined')) throw notAgreed();
        return outcomes.map((o) => `${o.name}: ${o.outcome}`).join('\n');
      }
      case 'enable':
      case 'disable':
        await this.#commands.setEnabled(nameOf(params), action === 'enable', signal);
        return `${name} is ${action}d.`;
      case 'uninstall':
        await this.#commands.uninstall(nameOf(params), signal);
        return `${name} is uninstalled.`;
      default:
        return '';
    }
  }

  async #preview(params: PluginParams, signal: AbortSignal): Promise<PluginAnswer> {
    const seen: string[] = [];
    const dialog = this.#dialog(params.token, async (text) => {
      seen.push(text);
      return false;
    });
    this.#shown.set(params.token, seen);
    if (params.source === undefined) {
      const outcomes = await this.#commands.update(params.name, dialog, signal);
      const rest = outcomes
        .filter((o) => o.outcome !== 'declined')
        .map((o) => `${o.name}: ${o.reason ?? o.outcome}`);
      return { text: [...seen, ...rest].join('\n\n') };
    }
    const outcome = await this.#commands.install(this.#request(params), dialog, signal);
    if (outcome.kind === 'choices') return { text: '', choices: choicesOf(outcome.offers) };
    return { text: seen.join('\n\n') };
  }

  #dialog(token: string, agree: PluginDialog['agree']): PluginDialog {
    return { agree, progress: (message) => this.#options.progress(token, message) };
  }

  #request({ source = '', path, ref }: PluginParams) {
    return { source, path, ref, cwd: this.#home };
  }
}

function choicesOf(offers: readonly { name: string; description: string; path?: string }[]) {
  return offers.map(({ name, path, description }) => ({ name, path: path ?? name, description }));
}

function nameOf({ name, action }: PluginParams): string {
  if (name === undefined) throw new ExpectedError('usage', `Say which plugin to ${action}.`);
  return name;
}

function notAgreed(): ExpectedError {
  return new ExpectedError('not-agreed', 'What it brings was not shown like this before; look at it again.');
}
