import path from 'node:path';
import { errorMessage } from '../../base/errors.ts';
import type { Diagnostic } from '../../protocol/inventory.ts';
import type { DirEntry } from '../host/host.ts';
import type { Plugin } from '../inventory/catalogue.ts';
import type { ListDeps } from '../inventory/listFiles.ts';
import { counted, type Found, type Loaded, labelOf, lookedAt, originIn } from '../inventory/loaded.ts';
import type { Root } from '../inventory/roots.ts';
import { type Manifest, readManifest } from './readManifest.ts';

/** A plugin that was found, with its manifest when that could be read. */
export interface LoadedPlugin {
  readonly plugin: Plugin;
  /** Undefined: without a manifest; only a project's commands count then (C1). */
  readonly manifest?: Manifest;
  /** The folder with links resolved: nothing of the plugin may lead out of it. */
  readonly realFolder: string;
}

export interface LoadPluginsDeps extends Omit<ListDeps, 'within'> {
  readonly disabled: readonly string[];
}

/** All plugins of one folder `plugins/` (P1, P5), by name. */
export async function loadPlugins(root: Root, deps: LoadPluginsDeps): Promise<Loaded<LoadedPlugin>> {
  const names = await pluginFolders(root, deps);
  if (!names)
    return { found: [], diagnostics: [], looked: lookedAt(root, 'plugin', 'There is no such folder.') };
  const diagnostics: Diagnostic[] = [];
  const found: Found<LoadedPlugin>[] = [];
  for (const name of names) found.push(await loadOne(name, root, deps, diagnostics));
  return { found, diagnostics, looked: lookedAt(root, 'plugin', `${counted(found.length, 'plugin')} here.`) };
}

async function pluginFolders(root: Root, deps: LoadPluginsDeps): Promise<string[] | undefined> {
  let entries: DirEntry[];
  try {
    entries = await deps.files.readDir(root.path);
  } catch {
    // Not there, or no folder: nothing is installed.
    return undefined;
  }
  const names: string[] = [];
  for (const entry of entries) {
    // What begins with a dot is no plugin: staging, kept versions, other programs' folders.
    if (entry.name.startsWith('.')) continue;
    const isFolder =
      entry.kind === 'folder' ||
      (entry.kind === 'link' && (await deps.files.stat(path.join(root.path, entry.name)))?.kind === 'folder');
    if (isFolder) names.push(entry.name);
  }
  return names.sort();
}

async function loadOne(
  name: string,
  root: Root,
  deps: LoadPluginsDeps,
  diagnostics: Diagnostic[],
): Promise<Found<LoadedPlugin>> {
  const folder = path.join(root.path, name);
  const layer = root.layer === 'project' ? 'project' : 'user';
  const base = { kind: 'plugin' as const, label: labelOf(root) };
  try {
    const realFolder = await deps.files.realPath(folder);
    const reading = await readManifest(deps.files, folder, name);
    const manifest = reading.manifest;
    const pluginName = manifest?.name ?? name;
    const enabled = !deps.disabled.includes(pluginName) && !deps.disabled.includes(name);
    const own = enabled ? reading.diagnostics : reading.diagnostics.map(asWarning);
    diagnostics.push(...own);
    const error = reading.diagnostics.find((d) => d.severity === 'error');
    const origin = originIn(root, reading.file ?? folder, error?.line);
    const plugin: Plugin = {
      name: pluginName,
      version: manifest?.version ?? '',
      description: manifest?.description ?? '',
      folder,
      format: manifest?.format ?? 'none',
      layer,
      enabled,
      origin,
    };
    const entry = { ...base, name: pluginName, description: plugin.description, origin };
    const value: LoadedPlugin = { plugin, realFolder, ...(manifest && { manifest }) };
    if (!enabled) return { ...entry, state: 'disabled', reason: 'plugins.disabled names it.', value };
    if (error) return { ...entry, state: 'error', reason: error.message };
    if (!reading.file) return { ...entry, state: 'skipped', reason: 'The folder has no manifest.', value };
    return { ...entry, state: 'active', value };
  } catch (error) {
    const message = `The plugin can't be read: ${errorMessage(error)}`;
    diagnostics.push({ severity: 'error', code: 'unreadable', message, path: folder });
    return {
      ...base,
      name,
      description: '',
      origin: originIn(root, folder),
      state: 'error',
      reason: message,
    };
  }
}

/** A disabled plugin's mistakes are told, and hinder nothing. */
function asWarning(diagnostic: Diagnostic): Diagnostic {
  return diagnostic.severity === 'error' ? { ...diagnostic, severity: 'warning' } : diagnostic;
}
