import path from 'node:path';
import type { Environment } from '../host/host.ts';

/**
 * The table of roots (N3): every place that extensions are read from, what each may hold, and in
 * which order. All discovery walks it; nothing else knows these paths. To add a place, add a base
 * and name it in the rows of what it holds.
 */

/** A folder that holds extensions, and the layer it belongs to. */
export type BaseName =
  | 'project'
  | 'project-agents'
  | 'project-claude'
  | 'config-home'
  | 'openvaala-home'
  | 'builtin'
  | 'data-home'
  | 'home-agents'
  | 'home-claude';

export type Layer = 'project' | 'user' | 'builtin';

export interface Base {
  /** What a person reads. */
  readonly label: string;
  readonly layer: Layer;
  /** Ours, where a mistake is an error; other tools' folders are read more leniently (S5). */
  readonly own: boolean;
  /** Which machine's files are meant: the conversation's executor, or Vakil's own (Q1). */
  readonly machine: 'executor' | 'local';
  readonly path: (places: Places) => string | undefined;
}

/** The folders that the table's paths start from. */
export interface Places {
  readonly cwd: string;
  readonly home: string;
  readonly configHome: string;
  readonly dataHome: string;
  /** Folder of the skills shipped with Vakil; undefined when this build has none. */
  readonly builtin?: string;
}

export const BASES: Readonly<Record<BaseName, Base>> = {
  project: {
    label: 'project',
    own: true,
    layer: 'project',
    machine: 'executor',
    path: (p) => path.join(p.cwd, '.vak'),
  },
  'project-agents': {
    label: '.agents',
    own: false,
    layer: 'project',
    machine: 'executor',
    path: (p) => path.join(p.cwd, '.agents'),
  },
  'project-claude': {
    label: '.claude',
    own: false,
    layer: 'project',
    machine: 'executor',
    path: (p) => path.join(p.cwd, '.claude'),
  },
  'config-home': { label: 'user', own: true, layer: 'user', machine: 'local', path: (p) => p.configHome },
  'openvaala-home': {
    label: 'openvaala',
    own: true,
    layer: 'user',
    machine: 'local',
    path: (p) => path.join(path.dirname(p.configHome), 'openvaala'),
  },
  builtin: { label: 'built-in', own: true, layer: 'builtin', machine: 'local', path: (p) => p.builtin },
  'data-home': { label: 'user data', own: true, layer: 'user', machine: 'local', path: (p) => p.dataHome },
  'home-agents': {
    label: '~/.agents',
    own: false,
    layer: 'user',
    machine: 'executor',
    path: (p) => path.join(p.home, '.agents'),
  },
  'home-claude': {
    label: '~/.claude',
    own: false,
    layer: 'user',
    machine: 'executor',
    path: (p) => path.join(p.home, '.claude'),
  },
};

/** A row: the base and what stands below it; or the enabled plugins, at this rank. */
export type RootRow =
  | {
      readonly base: BaseName;
      /** Folder below the base; `''` is the base itself. */
      readonly below: string;
      /** Part of the configuration file in the base, instead of a folder: `hooks`, `mcp.servers`. */
      readonly table?: string;
      /** A malformed skill here is the person's to repair: state `error`, not `skipped` (S7). */
      readonly strict?: boolean;
      /** The folder that the setting `skills.directory` replaces. */
      readonly replaceable?: boolean;
    }
  | { readonly plugins: true };

export type RootKind = 'config' | 'skill' | 'command' | 'agent' | 'mcp' | 'hook' | 'plugin' | 'executor';

export const ROOTS: Readonly<Record<RootKind, readonly RootRow[]>> = {
  config: [
    { base: 'project', below: '' },
    { base: 'config-home', below: '' },
    { base: 'openvaala-home', below: '' },
  ],
  skill: [
    { base: 'project', below: 'skills' },
    { base: 'project-agents', below: 'skills' },
    { base: 'project-claude', below: 'skills' },
    { base: 'config-home', below: 'skills', strict: true, replaceable: true },
    { base: 'openvaala-home', below: 'skills', strict: true },
    { base: 'builtin', below: '', strict: true },
    { plugins: true },
    { base: 'data-home', below: 'skills' },
    { base: 'home-agents', below: 'skills' },
    { base: 'home-claude', below: 'skills' },
  ],
  command: [
    { base: 'project', below: 'commands' },
    { plugins: true },
    { base: 'config-home', below: 'commands' },
    { base: 'openvaala-home', below: 'commands' },
    { base: 'data-home', below: 'commands' },
  ],
  agent: [
    { base: 'project', below: 'agents' },
    { base: 'config-home', below: 'agents' },
    { base: 'openvaala-home', below: 'agents' },
    { plugins: true },
  ],
  mcp: [
    { base: 'project', below: '', table: 'mcp.servers' },
    { base: 'project', below: 'mcp_servers' },
    { base: 'config-home', below: 'mcp_servers' },
    { base: 'openvaala-home', below: 'mcp_servers' },
    { base: 'config-home', below: '', table: 'mcp.servers' },
    { base: 'openvaala-home', below: '', table: 'mcp.servers' },
    { plugins: true },
  ],
  hook: [
    { base: 'config-home', below: '', table: 'hooks' },
    { base: 'openvaala-home', below: '', table: 'hooks' },
    { base: 'config-home', below: 'hooks' },
    { base: 'openvaala-home', below: 'hooks' },
    { base: 'project', below: '', table: 'hooks' },
    { base: 'project', below: 'hooks' },
    { plugins: true },
  ],
  plugin: [
    { base: 'project', below: 'plugins' },
    { base: 'config-home', below: 'plugins' },
    { base: 'openvaala-home', below: 'plugins' },
  ],
  executor: [
    { base: 'project', below: 'executors' },
    { base: 'config-home', below: 'executors' },
    { base: 'openvaala-home', below: 'executors' },
  ],
};

/** A root with its path: what a loader is given. */
export interface Root {
  readonly kind: RootKind;
  readonly label: string;
  readonly layer: Layer | 'plugin';
  /** For `plugin`: the layer that the plugin itself stands in. */
  readonly under: Layer;
  readonly machine: 'executor' | 'local';
  readonly path: string;
  readonly table?: string;
  readonly strict: boolean;
  readonly own: boolean;
  readonly plugin?: string;
}

export function placesOf(environment: Environment, cwd: string, builtin: string | undefined): Places {
  return {
    cwd,
    home: environment.home,
    configHome: environment.configHome,
    dataHome: environment.dataHome,
    ...(builtin !== undefined && { builtin }),
  };
}

/**
 * The roots of one kind, in the order that counts. `pluginRoots` stand where the table says
 * `plugins`; `privateSkills` replaces the private folder of skills.
 */
export function rootsOf(
  kind: RootKind,
  places: Places,
  options: { readonly pluginRoots?: readonly Root[]; readonly privateSkills?: string } = {},
): Root[] {
  return ROOTS[kind].flatMap((row): Root[] => {
    if ('plugins' in row) return [...(options.pluginRoots ?? [])];
    const base = BASES[row.base];
    const folder = base.path(places);
    if (folder === undefined) return [];
    const replaced = row.replaceable ? options.privateSkills : undefined;
    return [
      {
        kind,
        label: base.label,
        layer: base.layer,
        under: base.layer,
        machine: base.machine,
        path: replaced ?? path.join(folder, row.below),
        ...(row.table !== undefined && { table: row.table }),
        strict: row.strict ?? false,
        own: base.own,
      },
    ];
  });
}

/** The user's configuration folder, where repairs and rules are written. */
export function userConfigFolder(places: Pick<Places, 'configHome'>): string {
  return places.configHome;
}
