import path from 'node:path';
import type { Diagnostic, InventoryItem, ItemKind } from '../../protocol/inventory.ts';
import { GENERAL_AGENT } from '../agents/generalAgent.ts';
import { loadAgents } from '../agents/loadAgents.ts';
import { loadCommands } from '../commands/loadCommands.ts';
import type { PermissionRules } from '../config/permissionRules.ts';
import { decideInstructions } from '../instructions/decideInstructions.ts';
import { instructionFilesIn, instructionFolders } from '../instructions/findInstructions.ts';
import type { AgentProfile, Catalogue, Command, LookedAt, Skill } from '../inventory/catalogue.ts';
import type { ListDeps } from '../inventory/listFiles.ts';
import type { Loaded } from '../inventory/loaded.ts';
import { resolveClashes } from '../inventory/resolveClashes.ts';
import { type Root, rootsOf } from '../inventory/roots.ts';
import { loadSkills } from '../skills/loadSkills.ts';
import type { Approval } from '../trust/trustStore.ts';
import type { CodeItem, RefusedItem } from './applyApprovals.ts';
import { applyTrust, type RootLoad, UNTRUSTED } from './applyTrust.ts';
import { doubledRoots } from './distinctRoots.ts';
import { findFatal } from './findFatal.ts';
import { type CodeLayer, loadCode } from './loadCode.ts';
import { type BuildDeps, filesOf, type Layers, loadLayers } from './loadLayers.ts';
import { loadPluginLayer, type PluginLayer, pluginRoots } from './pluginLayer.ts';
import { settleSlashNames } from './slashNames.ts';

export interface Built {
  /** Without a generation: the store counts. */
  readonly catalogue: Omit<Catalogue, 'generation'>;
  /** Everything that can run code and needs the person's word, approved or not. */
  readonly code: readonly CodeItem[];
  /** What of the project nobody can agree to. */
  readonly refused: readonly RefusedItem[];
}

/**
 * Builds everything that extends the agent for one working folder, from the table of roots. This is
 * the only caller of loaders. Never throws for a user's file.
 */
export async function buildCatalogue(
  deps: BuildDeps,
  approvals: Readonly<Record<string, Approval>>,
): Promise<Built> {
  const layers = await loadLayers(deps);
  const plugins = await loadPluginLayer(deps, layers.config);
  const folders = await instructionFolders(deps.executorFiles ?? deps.host.files, deps.places.cwd);
  // What a project says stands in its repository; the folder of a skill may be a link to one elsewhere (S3).
  const bounded = { layers, plugins, project: folders[0] };
  const [skills, commands, agents, code, instructions] = await Promise.all([
    loadKind('skill', loadSkills, deps, bounded),
    loadKind('command', loadCommands, deps, bounded),
    loadKind('agent', loadAgents, deps, bounded),
    loadCode(deps, layers, plugins, approvals),
    instructionItems(deps, layers.config.permissions, folders),
  ]);
  const catalogue = assemble(deps, { layers, plugins, skills, commands, agents, code, instructions });
  return { catalogue, code: code.items, refused: code.refused };
}

interface Parts {
  readonly layers: Layers;
  readonly plugins: PluginLayer;
  readonly skills: readonly Loaded<Skill>[];
  readonly commands: readonly Loaded<Command>[];
  readonly agents: readonly Loaded<AgentProfile>[];
  readonly code: CodeLayer;
  readonly instructions: { readonly items: InventoryItem[]; readonly looked: LookedAt[] };
}

/** Settles names between the parts, finds what fails the whole, and puts the snapshot together. */
function assemble(deps: BuildDeps, parts: Parts): Built['catalogue'] {
  const { layers, plugins, code, instructions } = parts;
  const { config } = layers;
  const skills = resolveClashes(
    'skill',
    parts.skills.map((l) => withoutDisabled(l, config.skillsDisabled)),
  );
  const commands = resolveClashes('command', parts.commands);
  const agents = resolveClashes('agent', parts.agents);
  const slash = settleSlashNames(skills.winners, commands.winners);
  const { diagnostics, fatal } = diagnosticsOf(parts);
  const kinds = [code.hooks, code.servers, plugins, agents, instructions];
  const ownGeneral = agents.winners.some((a) => a.name === GENERAL_AGENT.name);
  return {
    cwd: deps.places.cwd,
    trusted: deps.trusted,
    config,
    skills: slash.skills,
    commands: commands.winners,
    agents: ownGeneral ? agents.winners : [GENERAL_AGENT, ...agents.winners],
    servers: code.servers.winners,
    hooks: code.hooks.winners,
    plugins: plugins.plugins,
    executors: code.executors,
    items: [...[...skills.items, ...commands.items].map(slash.note), ...kinds.flatMap((k) => k.items)],
    diagnostics,
    looked: [skills, commands, ...kinds].flatMap((k) => k.looked),
    ...(fatal && { fatal }),
    readable: readableFolders(slash.skills, plugins),
    ownFolders: config.skillsDirectory === undefined ? [] : [config.skillsDirectory],
  };
}

/** Everything that the loaders told, once each, what fails the whole first. */
function diagnosticsOf(parts: Parts): { diagnostics: readonly Diagnostic[]; fatal: Diagnostic | undefined } {
  const { layers, plugins, code } = parts;
  const told = dedupe([
    ...layers.diagnostics,
    ...plugins.diagnostics,
    ...[...parts.skills, ...parts.commands, ...parts.agents].flatMap((l) => l.diagnostics),
    ...code.diagnostics,
  ]);
  const fatal = findFatal({
    userConfigs: layers.userConfigs,
    plugins: plugins.loads,
    hooks: code.hookLoads,
    pluginServers: code.pluginServers,
    diagnostics: told,
  });
  return { diagnostics: fatal ? [fatal, ...told.filter((d) => !sameProblem(d, fatal))] : told, fatal };
}

/**
 * Loads one kind from all its roots in order, an untrusted project's without effect. `project`: the folder that
 * no file of the project's may leave.
 */
async function loadKind<T>(
  kind: 'skill' | 'command' | 'agent',
  load: (root: Root, deps: ListDeps) => Promise<Loaded<T>>,
  deps: BuildDeps,
  {
    layers,
    plugins,
    project,
  }: { readonly layers: Layers; readonly plugins: PluginLayer; readonly project?: string | undefined },
): Promise<Loaded<T>[]> {
  const own = layers.config.skillsDirectory;
  const roots = rootsOf(kind, deps.places, {
    pluginRoots: pluginRoots(kind, plugins),
    ...(own !== undefined && { privateSkills: own }),
  });
  const doubled = await doubledRoots(roots, kind, (root) => filesOf(root, deps), deps.trusted);
  const loads = await Promise.all(
    roots.map(async (root, i): Promise<RootLoad<T>> => {
      const twin = doubled[i];
      if (twin) return { root, loaded: { found: [], diagnostics: [], looked: twin } };
      const within = root.plugin === undefined ? undefined : plugins.realFolders.get(root.plugin);
      const loaded = await load(root, {
        files: filesOf(root, deps),
        cache: deps.cache,
        ...(within !== undefined && { within }),
        ...(project !== undefined && root.layer === 'project' && { project }),
      });
      return { root, loaded };
    }),
  );
  return loads.map((l) => applyTrust(l, deps.trusted));
}

function withoutDisabled(loaded: Loaded<Skill>, disabled: readonly string[]): Loaded<Skill> {
  if (disabled.length === 0) return loaded;
  return {
    ...loaded,
    found: loaded.found.map((f) =>
      f.state === 'active' && disabled.includes(f.name)
        ? { ...f, state: 'disabled', reason: 'skills.disabled names it.' }
        : f,
    ),
  };
}

/** AGENTS.md files of the chain, for the inventory; their text is read by the conversation, turn by turn. */
async function instructionItems(
  deps: BuildDeps,
  rules: PermissionRules,
  folders: readonly string[],
): Promise<{ items: InventoryItem[]; looked: LookedAt[] }> {
  const files = deps.executorFiles ?? deps.host.files;
  const { cwd } = deps.places;
  const host = { ...deps.host, files };
  const decide = decideInstructions({ host, cwd, outermost: folders[0], roots: [cwd], rules });
  const found = new Set(await instructionFilesIn(files, folders));
  const items: InventoryItem[] = [];
  const looked: LookedAt[] = [];
  for (const folder of folders) {
    const file = path.join(folder, 'AGENTS.md');
    const base = { kind: 'instructions' as ItemKind, path: file, label: 'project' };
    if (!found.has(file)) {
      looked.push({ ...base, outcome: 'absent', reason: 'There is no such file.' });
      continue;
    }
    const name = path.relative(folders[0] ?? folder, file) || 'AGENTS.md';
    const { outcome, because } = await decide(file);
    const readable = outcome === 'allow';
    const state = !deps.trusted ? 'untrusted' : readable ? 'active' : 'skipped';
    const reason = !deps.trusted
      ? UNTRUSTED
      : readable
        ? 'Deeper files count over it.'
        : `It is not read: ${because}.`;
    items.push({
      kind: 'instructions',
      name,
      label: 'project',
      description: '',
      origin: { scope: 'project', path: file },
      state,
      ...(state === 'active' ? {} : { reason }),
    });
    looked.push({ ...base, name, outcome: state === 'active' ? 'won' : state, reason });
  }
  return { items, looked };
}

/** Folders of loaded skills and plugins (R3), none inside another of them. */
function readableFolders(skills: readonly Skill[], plugins: PluginLayer): string[] {
  const ofPlugins = plugins.plugins.filter((p) => p.enabled).map((p) => p.folder);
  const ofSkills = skills.filter((s) => s.origin.plugin === undefined).map((s) => path.dirname(s.path));
  return [...new Set([...ofPlugins, ...ofSkills])];
}

function sameProblem(a: Diagnostic, b: Diagnostic): boolean {
  return a.path === b.path && a.message === b.message && a.line === b.line;
}

function dedupe(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter((d) => {
    const key = JSON.stringify(d);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
