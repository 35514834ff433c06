import path from 'node:path';
import type { Diagnostic, InventoryItem } from '../../protocol/inventory.ts';
import type { Config } from '../config/config.ts';
import type { LookedAt, Plugin } from '../inventory/catalogue.ts';
import { resolveClashes } from '../inventory/resolveClashes.ts';
import { type Root, rootsOf } from '../inventory/roots.ts';
import { type LoadedPlugin, loadPlugins } from '../plugins/loadPlugins.ts';
import type { Manifest } from '../plugins/readManifest.ts';
import { applyTrust, type RootLoad } from './applyTrust.ts';
import { doubledRoots } from './distinctRoots.ts';
import { type BuildDeps, filesOf } from './loadLayers.ts';

/** The plugins that were found; `enabled` are those whose parts join the catalogue, by name. */
export interface PluginLayer {
  readonly loads: readonly RootLoad<LoadedPlugin>[];
  readonly enabled: readonly LoadedPlugin[];
  /** The same, and the user's whose names a project's plugins took: a guard must not vanish unseen. */
  readonly withHooks: readonly LoadedPlugin[];
  /** Folders of a project's plugins without a manifest: only their commands count (C1). */
  readonly bare: readonly LoadedPlugin[];
  readonly plugins: readonly Plugin[];
  readonly items: readonly InventoryItem[];
  readonly diagnostics: readonly Diagnostic[];
  readonly looked: readonly LookedAt[];
  /** Real folder of each plugin, by name. */
  readonly realFolders: ReadonlyMap<string, string>;
}

export async function loadPluginLayer(deps: BuildDeps, config: Config): Promise<PluginLayer> {
  const roots = rootsOf('plugin', deps.places);
  const doubled = await doubledRoots(roots, 'plugin', (root) => filesOf(root, deps), deps.trusted);
  const loads: RootLoad<LoadedPlugin>[] = [];
  for (const [i, root] of roots.entries()) {
    const looked = doubled[i];
    const loaded = looked
      ? { found: [], diagnostics: [], looked }
      : await loadPlugins(root, {
          files: filesOf(root, deps),
          cache: deps.cache,
          disabled: [
            ...config.pluginsDisabled,
            ...(root.under === 'project' ? config.projectPluginsDisabled.map((p) => p.name) : []),
          ],
        });
    loads.push({ root, loaded });
  }
  const resolved = resolveClashes(
    'plugin',
    loads.map((l) => applyTrust(l, deps.trusted)),
  );
  const byName = (a: LoadedPlugin, b: LoadedPlugin) => (a.plugin.name < b.plugin.name ? -1 : 1);
  const enabled = [...resolved.winners].sort(byName);
  const shadowed = loads
    .filter((l) => l.root.under === 'user')
    .flatMap((l) => l.loaded.found.flatMap((f) => (f.state === 'active' && f.value ? [f.value] : [])))
    .filter((p) => enabled.some((e) => e.plugin.layer === 'project' && e.plugin.name === p.plugin.name));
  const values = loads.flatMap((l) =>
    l.loaded.found.flatMap((f) => (f.value ? [{ ...f, value: f.value, root: l.root }] : [])),
  );
  // Without a manifest, in every layer that counts: the table of commands knows project folders only.
  const bare = values
    .filter((f) => f.state === 'skipped' && f.root.under === 'project')
    .map((f) => f.value)
    .sort(byName);
  return {
    loads,
    enabled,
    withHooks: [...enabled, ...shadowed].sort(byName),
    bare,
    plugins: [
      ...enabled.map((p) => p.plugin),
      ...values.filter((f) => f.state === 'disabled').map((f) => f.value.plugin),
    ],
    items: resolved.items.map((item) =>
      shadowed.some((p) => item.state === 'shadowed' && item.origin.path === p.plugin.origin.path)
        ? { ...item, reason: `${item.reason} Its hooks run all the same.` }
        : item,
    ),
    diagnostics: [
      ...loads.map((l) => applyTrust(l, deps.trusted)).flatMap((l) => l.diagnostics),
      ...notTheProjects(config, values),
    ],
    looked: resolved.looked,
    realFolders: new Map([...bare, ...enabled].map((p) => [p.plugin.name, p.realFolder])),
  };
}

/** A project that names a plugin of the user's as disabled is told that it stays. */
function notTheProjects(
  { projectPluginsDisabled }: Config,
  found: readonly { readonly state: string; readonly value: LoadedPlugin }[],
): Diagnostic[] {
  const stays = (name: string) =>
    found.some(
      (f) => f.state === 'active' && f.value.plugin.layer === 'user' && f.value.plugin.name === name,
    );
  return projectPluginsDisabled
    .filter(({ name }) => stays(name))
    .map(({ name, ...place }) => ({
      severity: 'warning',
      code: 'project-may-not',
      message: `A project can't disable the user's plugin "${name}"; it stays.`,
      ...place,
      fix: 'Disable it in your own configuration when you want that.',
    }));
}

/** The roots that plugins add to a kind, by the plugins' names. */
export function pluginRoots(kind: 'skill' | 'command' | 'agent', layer: PluginLayer): Root[] {
  const plugins = kind === 'command' ? [...layer.enabled, ...layer.bare] : layer.enabled;
  return [...plugins]
    .sort((a, b) => (a.plugin.name < b.plugin.name ? -1 : 1))
    .flatMap((p) => foldersOf(kind, p).map((folder) => pluginRoot(kind, p.plugin, folder)));
}

function foldersOf(
  kind: 'skill' | 'command' | 'agent',
  { plugin, manifest }: LoadedPlugin,
): readonly string[] {
  if (!manifest) return kind === 'command' ? [path.join(plugin.folder, 'commands')] : [];
  return partsOf(manifest)[kind];
}

function partsOf(manifest: Manifest): Readonly<Record<'skill' | 'command' | 'agent', readonly string[]>> {
  return {
    skill: manifest.skills,
    command: manifest.commands === undefined ? [] : [manifest.commands],
    agent: manifest.agents === undefined ? [] : [manifest.agents],
  };
}

export function pluginRoot(kind: Root['kind'], plugin: Plugin, folder: string): Root {
  return {
    kind,
    label: plugin.name,
    layer: 'plugin',
    under: plugin.layer,
    machine: plugin.layer === 'project' ? 'executor' : 'local',
    path: folder,
    strict: false,
    own: false,
    plugin: plugin.name,
  };
}
