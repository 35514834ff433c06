import { randomUUID } from 'node:crypto';
import { ProgressLocation, window } from 'vscode';
import type * as z from 'zod';
import type { agentMethods } from '../../protocol/vak.ts';
import type { AgentClient } from '../acp/agentClient.ts';
import type { CommandHandlers } from './commandIds.ts';

interface PluginCommandDeps {
  ownAgent(): Promise<AgentClient>;
  /** Hears what a long request says about itself, until the result is called. */
  onProgress(token: string, listener: (message: string) => void): () => void;
}

type PluginParams = Omit<z.input<(typeof agentMethods)['plugin']['params']>, 'token'> & {
  /** Ties what is agreed to to what was shown; absent: nothing has to be agreed to. */
  readonly token?: string;
};

/** `vak plugin` from the palette: what an install would add is shown and agreed to before anything changes. */
export function pluginCommands(deps: PluginCommandDeps) {
  return {
    'vak.installPlugin': () => install(deps),
    'vak.updatePlugins': () => update(deps),
    'vak.disablePlugin': async () => {
      const { plugins } = await call(deps, 'Listing plugins', { action: 'list' });
      const rows = (plugins ?? [])
        .filter((p) => p.enabled)
        .map((p) => ({ label: p.name, description: `${p.version} ${p.source}` }));
      const chosen = await window.showQuickPick(rows, {
        title: 'Disable plugin',
        placeHolder: 'No plugin is enabled',
      });
      if (!chosen) return;
      const { text } = await call(deps, `Disabling ${chosen.label}`, {
        action: 'disable',
        name: chosen.label,
      });
      void window.showInformationMessage(text);
    },
  } satisfies Partial<CommandHandlers>;
}

async function update(deps: PluginCommandDeps): Promise<void> {
  const token = randomUUID();
  const { text: changes } = await call(deps, 'Looking for updates', { action: 'preview', token });
  if (changes !== '' && !(await agreed('Update these plugins?', changes, 'Update'))) return;
  const { text } = await call(deps, 'Updating plugins', { action: 'update', token });
  void window.showInformationMessage(text || 'No plugin was installed by “Install Plugin…”.');
}

async function install(deps: PluginCommandDeps): Promise<void> {
  // What is installed has to be what was shown: the agent compares the two by this token.
  const token = randomUUID();
  const source = await window.showInputBox({
    title: 'Install plugin',
    placeHolder: 'https://example.org/plugin.git or a folder',
    prompt: 'An address of a git repository, or the path of a folder',
    ignoreFocusOut: true,
  });
  if (!source) return;
  let preview = await call(deps, 'Looking at the plugin', { action: 'preview', source, token });
  let path: string | undefined;
  if (preview.choices?.length) {
    const rows = preview.choices.map((c) => ({ label: c.name, detail: c.description, description: c.path }));
    path = (await window.showQuickPick(rows, { title: 'Several plugins are there' }))?.description;
    if (path === undefined) return;
    preview = await call(deps, 'Looking at the plugin', { action: 'preview', source, path, token });
  }
  if (!(await agreed('Install this plugin?', preview.text, 'Install'))) return;
  const { text } = await call(deps, 'Installing the plugin', { action: 'install', source, path, token });
  void window.showInformationMessage(text);
}

async function agreed(question: string, detail: string, answer: string): Promise<boolean> {
  return (await window.showInformationMessage(question, { modal: true, detail }, answer)) === answer;
}

async function call(deps: PluginCommandDeps, title: string, params: PluginParams) {
  const agent = await deps.ownAgent();
  return window.withProgress({ location: ProgressLocation.Notification, title }, async (progress) => {
    const token = params.token ?? randomUUID();
    const stop = deps.onProgress(token, (message) => progress.report({ message }));
    try {
      return await agent.call('plugin', { ...params, token });
    } finally {
      stop();
    }
  });
}
