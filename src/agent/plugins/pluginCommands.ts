import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { ExpectedError } from '../../base/errors.ts';
import { nearest } from '../../base/nearest.ts';
import { showUnseen } from '../../base/unseenText.ts';
import type { Diagnostic } from '../../protocol/inventory.ts';
import { configText, editConfig } from '../config/userConfig.ts';
import type { Host } from '../host/host.ts';
import type { AgentProfile, Plugin } from '../inventory/catalogue.ts';
import { changedLines } from '../trust/approval.ts';
import { type InstallRecord, readRecord } from './installRecord.ts';
import type { Offer } from './marketplace.ts';
import { type Before, PluginFolder } from './pluginFolder.ts';
import { type PluginPreview, previewPlugin, previewText } from './previewPlugin.ts';
import { readManifest } from './readManifest.ts';
import { type Staged, type StageRequest, stagePlugin } from './stagePlugin.ts';
import { treeDigest } from './treeDigest.ts';

/** What the commands need of the rest of the agent. */
export interface PluginWorld {
  /** Loads everything as the agent would, for the user's layer and the folder that the command runs in. */
  load(): Promise<{
    readonly errors: readonly Diagnostic[];
    readonly agents: readonly AgentProfile[];
    readonly plugins: readonly Plugin[];
    /** Ids of the servers that each plugin brings. */
    readonly servers: readonly { readonly plugin: string; readonly id: string }[];
  }>;
  /** Records that the person agreed to what a plugin's hooks and servers would run, as it stands now; or forgets it. */
  agreed(plugin: string, agreed: boolean): Promise<void>;
  /** When each running agent of this user began, in epoch milliseconds. */
  agentStarts(): Promise<readonly number[]>;
}

/** How a command talks with the person. */
export interface PluginDialog {
  /** Shows what would change; false changes nothing. */
  agree(text: string): Promise<boolean>;
  progress(message: string): void;
}

export type InstallOutcome =
  | { readonly kind: 'installed'; readonly name: string; readonly preview: PluginPreview }
  | { readonly kind: 'declined' }
  | { readonly kind: 'choices'; readonly offers: readonly Offer[] };

export interface UpdateOutcome {
  readonly name: string;
  readonly outcome: 'updated' | 'unchanged' | 'declined' | 'failed';
  readonly reason?: string;
}

export interface ListedPlugin {
  readonly name: string;
  readonly version: string;
  readonly enabled: boolean;
  readonly source: string;
}

/** `vak plugin …` (P2, P7–P10): each command is one change that counts whole or not at all. */
export class PluginCommands {
  readonly #host: Host;
  readonly #world: PluginWorld;
  readonly #folder: PluginFolder;

  constructor(host: Host, world: PluginWorld) {
    this.#host = host;
    this.#world = world;
    this.#folder = new PluginFolder(host, path.join(host.environment.configHome, 'plugins'), () =>
      world.agentStarts(),
    );
  }

  install(request: StageRequest, dialog: PluginDialog, signal: AbortSignal): Promise<InstallOutcome> {
    return this.#folder.locked(async () => {
      const staged = await stagePlugin(request, this.#stageDeps(dialog), signal);
      if (staged.kind === 'choices') return staged;
      try {
        const { name } = staged.manifest;
        const taken = await this.#folder.nameTaken(name);
        if (taken !== undefined)
          throw new ExpectedError('name-taken', `A plugin "${taken}" is there already.`, {
            detail: `Run: vak plugin update ${taken}, or uninstall it first.`,
          });
        if (!(await dialog.agree(previewText(staged.preview)))) return { kind: 'declined' };
        await this.#putInPlace(staged, { kind: 'absent' });
        return { kind: 'installed', name, preview: staged.preview };
      } finally {
        await this.#host.files.remove(staged.folder);
      }
    }, signal);
  }

  /** Without a name: everything that `install` installed. One that fails does not keep the others back. */
  update(name: string | undefined, dialog: PluginDialog, signal: AbortSignal): Promise<UpdateOutcome[]> {
    return this.#folder.locked(async () => {
      const installed = (await this.#installed()).filter((p) => name === undefined || p.name === name);
      if (name !== undefined && installed.length === 0)
        throw await this.#unknown(name, 'was not installed by a command');
      const outcomes: UpdateOutcome[] = [];
      for (const { name: each, record } of installed) {
        try {
          outcomes.push({ name: each, outcome: await this.#updateOne(each, record, dialog, signal) });
        } catch (error) {
          if (!(error instanceof ExpectedError)) throw error;
          outcomes.push({ name: each, outcome: 'failed', reason: error.message });
        }
      }
      return outcomes;
    }, signal);
  }

  setEnabled(name: string, enabled: boolean, signal: AbortSignal): Promise<void> {
    return this.#folder.locked(async () => {
      if ((await this.#folder.stateOf(name)).kind === 'absent')
        throw await this.#unknown(name, 'is not installed');
      if (!enabled) await this.#refuseWhileNamed(name);
      await this.#changeDisabled(name, !enabled);
    }, signal);
  }

  uninstall(name: string, signal: AbortSignal): Promise<void> {
    return this.#folder.locked(async () => {
      const state = await this.#folder.stateOf(name);
      if (state.kind === 'absent') throw await this.#unknown(name, 'is not installed');
      await this.#refuseWhileNamed(name);
      const staging = await this.#folder.makeStaging();
      const before: Before =
        state.kind === 'folder' ? { kind: 'folder', keptAt: path.join(staging, name) } : state;
      await this.#world.agreed(name, false);
      await this.#checked({ plugin: { name, before } }, () => this.#folder.takeAway(name, before));
      await this.#host.files.remove(staging);
      await this.#forgetDisabled(name);
    }, signal);
  }

  /** Every plugin of the user's, broken ones too: they are what one wants to see and to disable. */
  async list(): Promise<ListedPlugin[]> {
    const { files } = this.#host;
    const { plugins } = await this.#world.load();
    const known = new Map(plugins.filter((p) => p.layer === 'user').map((p) => [p.folder, p]));
    return Promise.all(
      (await this.#names()).map(async (name) => {
        const folder = path.join(this.#folder.path, name);
        const plugin = known.get(folder);
        return {
          name: plugin?.name ?? name,
          version: plugin?.version ?? '',
          enabled: plugin?.enabled ?? true,
          source: sourceText(await readRecord(files, folder), folder),
        };
      }),
    );
  }

  #stageDeps(dialog: PluginDialog) {
    return {
      host: this.#host,
      plugins: this.#folder.path,
      progress: (message: string) => dialog.progress(message),
    };
  }

  async #putInPlace(staged: Staged, before: Before): Promise<void> {
    const { name } = staged.manifest;
    const id = `${staged.record.commit?.slice(0, 12) ?? 'copy'}-${randomUUID().slice(0, 8)}`;
    await this.#checked({ plugin: { name, before } }, () =>
      this.#folder.putInPlace(name, id, staged.plugin, staged.folder),
    );
    await this.#world.agreed(name, true);
  }

  async #updateOne(
    name: string,
    record: InstallRecord,
    dialog: PluginDialog,
    signal: AbortSignal,
  ): Promise<'updated' | 'unchanged' | 'declined'> {
    const request = { source: record.source, path: record.path, ref: record.ref, cwd: this.#folder.path };
    const staged = await stagePlugin(request, this.#stageDeps(dialog), signal);
    if (staged.kind === 'choices')
      throw new ExpectedError('no-manifest', 'The source has no plugin at its root any more.');
    try {
      if (staged.manifest.name !== name)
        throw new ExpectedError('renamed', `The source's plugin is named "${staged.manifest.name}" now.`);
      if (record.commit !== undefined && record.commit === staged.record.commit) return 'unchanged';
      const before = await this.#folder.stateOf(name);
      if (before.kind !== 'link')
        throw new ExpectedError('not-installed', `"${name}" is no link to an installed version.`);
      const old = await this.#previewOf(name);
      if (record.commit === undefined && (await this.#sameTree(name, staged.plugin))) return 'unchanged';
      if (!(await dialog.agree(updateText(old, staged.preview)))) return 'declined';
      await this.#putInPlace(staged, before);
      return 'updated';
    } finally {
      await this.#host.files.remove(staged.folder);
    }
  }

  async #previewOf(name: string): Promise<PluginPreview | undefined> {
    const { manifest } = await readManifest(this.#host.files, path.join(this.#folder.path, name));
    return manifest && previewPlugin(this.#host, manifest);
  }

  /** A folder has no commits: its files tell whether anything changed. */
  async #sameTree(name: string, staged: string): Promise<boolean> {
    const [a, b] = await Promise.all([
      treeDigest(this.#host.files, path.join(this.#folder.path, name)),
      treeDigest(this.#host.files, staged),
    ]);
    return a === b;
  }

  /** Makes a change, loads everything, and undoes the change when that brings an error that was not there before (P8). */
  async #checked(
    pending: Parameters<PluginFolder['undoable']>[0],
    act: () => Promise<unknown>,
  ): Promise<void> {
    const before = new Set((await this.#world.load()).errors.map(errorKey));
    await this.#folder.undoable(pending, async (undo) => {
      await act();
      const fresh = (await this.#world.load()).errors.filter((e) => !before.has(errorKey(e)));
      const first = fresh[0];
      if (!first) return;
      await undo();
      const place = `${first.path}:${first.line ?? 1}:${first.column ?? 1}`;
      throw new ExpectedError(
        'undone',
        `The change was undone, because it brings an error: ${place} ${first.message}`,
      );
    });
  }

  async #changeDisabled(name: string, disabled: boolean): Promise<void> {
    const { files, environment } = this.#host;
    const edit = () =>
      editConfig(files, environment.configHome, (text, editor) =>
        editor.list(text, ['plugins', 'disabled'], name, disabled),
      );
    const { path: file, text } = await configText(files, environment.configHome);
    await this.#checked({ config: { path: file, text } }, edit);
  }

  /** A name that is gone needs no entry; a configuration that can't be changed keeps a harmless one. */
  async #forgetDisabled(name: string): Promise<void> {
    try {
      await this.#changeDisabled(name, false);
    } catch (error) {
      if (!(error instanceof ExpectedError)) throw error;
    }
  }

  async #refuseWhileNamed(name: string): Promise<void> {
    const { agents, servers } = await this.#world.load();
    const own = servers.filter((s) => s.plugin === name).map((s) => s.id);
    for (const agent of agents) {
      const named = agent.mcpServers?.find((id) => own.includes(id));
      if (named !== undefined)
        throw new ExpectedError(
          'in-use',
          `The agent "${agent.name}" names this plugin's server "${named}" in its mcp_servers.`,
          {
            detail: `Take it out of ${agent.origin.path} first.`,
          },
        );
    }
  }

  async #installed(): Promise<{ name: string; record: InstallRecord }[]> {
    const found = await Promise.all(
      (await this.#names()).map(async (name) => ({
        name,
        record: await readRecord(this.#host.files, path.join(this.#folder.path, name)),
      })),
    );
    return found.flatMap(({ name, record }) => (record ? [{ name, record }] : []));
  }

  /** Folders and links that may be plugins, by name. */
  async #names(): Promise<string[]> {
    const entries = await this.#host.files.readDir(this.#folder.path).catch(() => []);
    return entries.flatMap((e) => (e.name.startsWith('.') || e.kind === 'file' ? [] : [e.name])).sort();
  }

  async #unknown(name: string, what: string): Promise<ExpectedError> {
    const near = nearest(name, await this.#names(), 1)[0];
    const hint = near !== undefined && near !== name ? ` Did you mean "${near}"?` : '';
    return new ExpectedError('not-installed', `The plugin "${name}" ${what}.${hint}`);
  }
}

function errorKey(error: Diagnostic): string {
  return `${error.path}\n${error.code}\n${error.message}`;
}

function sourceText(record: InstallRecord | undefined, folder: string): string {
  if (!record) return folder;
  const { source, path: inner, ref, commit } = record;
  return `${source}${inner ? `#${inner}` : ''}${ref ? ` @${ref}` : ''}${commit ? ` (${commit.slice(0, 7)})` : ''}`;
}

function updateText(old: PluginPreview | undefined, fresh: PluginPreview): string {
  const versions = showUnseen(`${fresh.name} ${old?.version ?? ''} → ${fresh.version}`);
  const changes = changedLines((old?.code ?? []).join('\n'), fresh.code.join('\n'));
  const lists = changedLines(listText(old), listText(fresh));
  const lines = [...changes, ...lists].filter((l) => l.length > 2);
  if (lines.length === 0) return `${versions}\n  Nothing changed in hooks, servers and scripts.`;
  return [versions, ...lines.map((l) => `  ${showUnseen(l)}`)].join('\n');
}

function listText(preview: PluginPreview | undefined): string {
  if (!preview) return '';
  return [
    ...preview.skills.map((s) => `skill ${s}`),
    ...preview.commands.map((c) => `command /${c}`),
    ...preview.agents.map((a) => `agent ${a}`),
  ].join('\n');
}
