import type { Diagnostic } from '../../protocol/inventory.ts';
import type { ExecutorDefinition, HookDefinition, ServerDefinition } from '../inventory/catalogue.ts';
import { type CodeContent, hookContent, serverContent } from '../inventory/codeContent.ts';
import { readHookTable } from '../inventory/hookEntry.ts';
import { loadExecutors } from '../inventory/loadExecutors.ts';
import { type Found, type Loaded, lookedAt } from '../inventory/loaded.ts';
import { hooksFound, hooksInConfig, hooksInFolder, type LoadHooksDeps } from '../inventory/loadHooks.ts';
import { serversInConfig, serversInFolder } from '../inventory/loadServers.ts';
import { type Resolved, resolveClashes } from '../inventory/resolveClashes.ts';
import { type Root, rootsOf } from '../inventory/roots.ts';
import { pluginServers } from '../plugins/pluginServers.ts';
import type { Approval } from '../trust/trustStore.ts';
import { applyApprovals, type CodeItem, type RefusedItem } from './applyApprovals.ts';
import { applyTrust, type RootLoad } from './applyTrust.ts';
import { doubledRoots } from './distinctRoots.ts';
import { type BuildDeps, filesOf, type Layers } from './loadLayers.ts';
import { type PluginLayer, pluginRoot } from './pluginLayer.ts';
import { serverNotes } from './serverNotes.ts';

/** What can run code: hooks and servers, held back until trusted and approved. */
export interface CodeLayer {
  readonly hooks: Resolved<HookDefinition>;
  readonly servers: Resolved<ServerDefinition>;
  readonly executors: readonly ExecutorDefinition[];
  readonly hookLoads: readonly RootLoad<HookDefinition>[];
  /** Servers that enabled plugins bring, before files replace some. */
  readonly pluginServers: readonly Found<ServerDefinition>[];
  readonly items: readonly CodeItem[];
  readonly refused: readonly RefusedItem[];
  readonly diagnostics: readonly Diagnostic[];
}

export async function loadCode(
  deps: BuildDeps,
  layers: Layers,
  plugins: PluginLayer,
  approvals: Readonly<Record<string, Approval>>,
): Promise<CodeLayer> {
  const { executors, diagnostics } = await executorsOf(deps);
  const runnable = new Set(executors.filter((e) => e.type !== 'virtual').map((e) => e.id));
  const pluginLoads = await serversOfPlugins(deps, plugins);
  const hookLoads = await hooksOf(deps, layers, plugins);
  const serverLoads = [...(await serversOf(deps, layers, runnable)), ...pluginLoads];
  const items: CodeItem[] = [];
  const refused: RefusedItem[] = [];
  const place = { files: deps.host.files, home: deps.places.home, cwd: deps.places.cwd };
  const hooks: Loaded<HookDefinition>[] = [];
  for (const load of hookLoads)
    hooks.push(
      await approved(
        load,
        (h) => hookContent(h, place),
        () => [],
      ),
    );
  const own = new Set(
    serverLoads.filter((l) => l.root.under === 'user').flatMap((l) => l.loaded.found.map((f) => f.name)),
  );
  const notesOf = (id: string) => serverNotes(id, own, layers.config.permissions);
  const servers: Loaded<ServerDefinition>[] = [];
  for (const load of serverLoads) servers.push(await approved(load, (s) => serverContent(s, place), notesOf));
  return {
    hooks: resolveClashes('hook', hooks, { unique: false, heldBackCounts: true }),
    servers: resolveClashes('mcp', servers, { disabledTakesName: true }),
    executors,
    hookLoads,
    pluginServers: pluginLoads.flatMap((l) => l.loaded.found),
    items,
    refused,
    diagnostics: [...diagnostics, ...[...hooks, ...servers].flatMap((l) => l.diagnostics)],
  };

  async function approved<T extends HookDefinition | ServerDefinition>(
    load: RootLoad<T>,
    contentOf: (value: T) => Promise<CodeContent>,
    notesOf: (name: string) => readonly string[],
  ): Promise<Loaded<T>> {
    const trusted = applyTrust(load, deps.trusted);
    const into = { code: items, refused, notesOf };
    const found = await applyApprovals(trusted.found, load.root.under, { approvals, contentOf, ...into });
    return { ...trusted, found };
  }
}

async function executorsOf(
  deps: BuildDeps,
): Promise<{ executors: ExecutorDefinition[]; diagnostics: Diagnostic[] }> {
  const executors = new Map<string, ExecutorDefinition>();
  const diagnostics: Diagnostic[] = [];
  for (const root of rootsOf('executor', deps.places)) {
    if (root.under === 'project' && !deps.trusted) continue;
    const loaded = await loadExecutors(root, { files: filesOf(root, deps), cache: deps.cache });
    diagnostics.push(...loaded.diagnostics);
    for (const executor of loaded.executors)
      if (!executors.has(executor.id)) executors.set(executor.id, executor);
  }
  return { executors: [...executors.values()], diagnostics };
}

/** Walks the rows of a kind that stand in folders and in tables of `config.*`. */
async function loadRows<T>(
  kind: 'mcp' | 'hook',
  deps: BuildDeps,
  load: (root: Root) => Promise<Loaded<T>> | Loaded<T>,
): Promise<RootLoad<T>[]> {
  const roots = rootsOf(kind, deps.places);
  const doubled = await doubledRoots(roots, kind, (root) => filesOf(root, deps), deps.trusted);
  const loads: RootLoad<T>[] = [];
  for (const [i, root] of roots.entries()) {
    const looked = doubled[i];
    loads.push({ root, loaded: looked ? { found: [], diagnostics: [], looked } : await load(root) });
  }
  return loads;
}

function serversOf(
  deps: BuildDeps,
  layers: Layers,
  executors: ReadonlySet<string>,
): Promise<RootLoad<ServerDefinition>[]> {
  return loadRows('mcp', deps, (root) =>
    root.table === undefined
      ? serversInFolder(root, { files: filesOf(root, deps), cache: deps.cache, executors })
      : serversInConfig(root, layers.configAt.get(root.path), executors),
  );
}

async function hooksOf(
  deps: BuildDeps,
  layers: Layers,
  plugins: PluginLayer,
): Promise<RootLoad<HookDefinition>[]> {
  const hookDeps = (root: Root): LoadHooksDeps => ({
    files: filesOf(root, deps),
    cache: deps.cache,
    home: deps.places.home,
    windows: deps.host.environment.platform === 'win32',
  });
  const own = await loadRows<HookDefinition>('hook', deps, (root) =>
    root.table === undefined
      ? hooksInFolder(root, hookDeps(root))
      : hooksInConfig(root, layers.configAt.get(root.path), hookDeps(root)),
  );
  for (const { plugin, manifest } of plugins.withHooks) {
    if (!manifest) continue;
    const root = pluginRoot('hook', plugin, plugin.folder);
    const context = {
      ...hookDeps(root),
      file: manifest.file,
      source: manifest.source,
      pluginRoot: plugin.folder,
    };
    const readings =
      manifest.hooks === undefined ? [] : await readHookTable(manifest.hooks, ['hooks'], context);
    own.push({ root, loaded: hooksFound(readings, root, context) });
  }
  return own;
}

async function serversOfPlugins(
  deps: BuildDeps,
  plugins: PluginLayer,
): Promise<RootLoad<ServerDefinition>[]> {
  const loads: RootLoad<ServerDefinition>[] = [];
  for (const { plugin, manifest } of plugins.enabled) {
    if (!manifest) continue;
    const root = pluginRoot('mcp', plugin, plugin.folder);
    const { found, diagnostics } = await pluginServers(manifest, root, filesOf(root, deps));
    const reason = `${found.length} in its manifest.`;
    loads.push({ root, loaded: { found, diagnostics, looked: lookedAt(root, 'mcp', reason) } });
  }
  return loads;
}
