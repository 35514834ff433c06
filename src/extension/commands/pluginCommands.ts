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

type PluginParams = Omit<z.input<(typeof agentMethods)['plugin']['params']>, 'token'>;

/** `vak plugin` from the palette: what an install would add is shown and agreed to before anything changes. */
export function pluginCommands(deps: PluginCommandDeps) {
  return {
    'vak.installPlugin': () => install(deps),
    'vak.updatePlugins': async () => {
      const { text } = await call(deps, 'Updating plugins', { action: 'update' });
      void window.showInformationMessage(text);
    },
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

async function install(deps: PluginCommandDeps): Promise<void> {
  const source = await window.showInputBox({
    title: 'Install plugin',
    placeHolder: 'https://example.org/plugin.git or a folder',
    prompt: 'An address of a git repository, or the path of a folder',
    ignoreFocusOut: true,
  });
  if (!source) return;
  let preview = await call(deps, 'Looking at the plugin', { action: 'preview', source });
  let path: string | undefined;
  if (preview.choices?.length) {
    const rows = preview.choices.map((c) => ({ label: c.name, detail: c.description, description: c.path }));
    path = (await window.showQuickPick(rows, { title: 'Several plugins are there' }))?.description;
    if (path === undefined) return;
    preview = await call(deps, 'Looking at the plugin', { action: 'preview', source, path });
  }
  const choice = await window.showInformationMessage(
    'Install this plugin?',
    { modal: true, detail: preview.text },
    'Install',
  );
  if (choice !== 'Install') return;
  const { text } = await call(deps, 'Installing the plugin', { action: 'install', source, path });
  void window.showInformationMessage(text);
}

async function call(deps: PluginCommandDeps, title: string, params: PluginParams) {
  const agent = await deps.ownAgent();
  return window.withProgress({ location: ProgressLocation.Notification, title }, async (progress) => {
    const token = randomUUID();
    const stop = deps.onProgress(token, (message) => progress.report({ message }));
    try {
      return await agent.call('plugin', { ...params, token });
    } finally {
      stop();
    }
  });
}
