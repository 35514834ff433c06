import path from 'node:path';
import type { Diagnostic } from '../../protocol/inventory.ts';
import { checkShape } from '../config/checkShape.ts';
import { readOptional } from '../config/configFile.ts';
import type { StructuredText } from '../config/structuredText.ts';
import { parseYaml } from '../config/yamlText.ts';
import type { Files } from '../host/host.ts';
import type { Plugin } from '../inventory/catalogue.ts';
import { AgentPluginSchema, ForeignManifestSchema, NativeManifestSchema } from './manifestSchemas.ts';

export type PluginFormat = Exclude<Plugin['format'], 'none'>;

/** Where manifests stand, in the order that counts (P4, P11). */
export const MANIFESTS: readonly { readonly file: string; readonly format: PluginFormat }[] = [
  { file: '.vak-plugin/plugin.yaml', format: 'vak' },
  { file: '.openvaala-plugin/plugin.yaml', format: 'openvaala' },
  { file: '.codex-plugin/plugin.json', format: 'codex' },
  { file: '.claude-plugin/plugin.json', format: 'claude' },
  { file: 'plugin.json', format: 'agent-plugins' },
];

/** What a manifest says, paths made absolute. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly format: PluginFormat;
  readonly folder: string;
  /** The manifest's own file. */
  readonly file: string;
  readonly source: StructuredText;
  /** Folders of skills: collections, or single skills. */
  readonly skills: readonly string[];
  /** Undefined where the format has none. */
  readonly commands?: string;
  readonly agents?: string;
  readonly hooks?: unknown;
  readonly servers?: readonly unknown[];
}

export interface ManifestReading {
  /** Undefined: the folder has no manifest at all. */
  readonly file?: string;
  /** Undefined when there is none, or it is broken: then an error stands among the diagnostics. */
  readonly manifest?: Manifest;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a plugin's manifest: the first that is there counts. `folderName` is what a native plugin must
 * be called; undefined where no folder has the say (the root of a repository).
 */
export async function readManifest(
  files: Files,
  folder: string,
  folderName?: string,
): Promise<ManifestReading> {
  for (const { file: below, format } of MANIFESTS) {
    const file = path.join(folder, below);
    const diagnostics: Diagnostic[] = [];
    const raw = await readOptional(files, file, diagnostics);
    if (raw === undefined && diagnostics.length === 0) continue;
    const source = parseYaml(raw ?? '');
    diagnostics.push(
      ...source.problems.map(
        (p): Diagnostic => ({
          severity: 'error',
          code: 'manifest-syntax',
          message: `The manifest can't be read: ${p.message}`,
          path: file,
          line: p.line,
          column: p.column,
        }),
      ),
    );
    if (diagnostics.length > 0) return { file, diagnostics };
    // A `plugin.json` without the format's schema is some other program's file.
    if (format === 'agent-plugins' && !isAgentPlugin(source.value)) continue;
    const read = readFormat(format, { folder, file, source });
    diagnostics.push(...read.diagnostics);
    if (read.manifest) diagnostics.push(...(await checkManifest(read.manifest, folderName, files)));
    const broken = !read.manifest || diagnostics.some((d) => d.severity === 'error');
    return { file, diagnostics, ...(!broken && read.manifest && { manifest: read.manifest }) };
  }
  return { diagnostics: [] };
}

function isAgentPlugin(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '$schema' in value;
}

interface Place {
  readonly folder: string;
  readonly file: string;
  readonly source: StructuredText;
}

function readFormat(
  format: PluginFormat,
  place: Place,
): { manifest?: Manifest; diagnostics: readonly Diagnostic[] } {
  const { folder, file, source } = place;
  const base = { format, folder, file, source };
  const inside = (below: string) => path.resolve(folder, below);
  const options = { file, source };
  switch (format) {
    case 'vak':
    case 'openvaala': {
      const { value, diagnostics } = checkShape(NativeManifestSchema, source.value ?? {}, options);
      if (!value) return { diagnostics };
      const manifest: Manifest = {
        ...base,
        name: value.name,
        version: value.version ?? '',
        description: value.description ?? '',
        skills: [inside(value.skills ?? 'skills')],
        commands: inside(value.commands ?? 'commands'),
        agents: inside(value.agents ?? 'agents'),
        hooks: value.hooks,
        servers: value.mcp_servers,
      };
      return { manifest, diagnostics };
    }
    case 'codex':
    case 'claude': {
      const { value, diagnostics } = checkShape(ForeignManifestSchema, source.value ?? {}, options);
      if (!value) return { diagnostics };
      const more = typeof value.skills === 'string' ? [value.skills] : (value.skills ?? []);
      const skills = [...new Set([inside('skills'), ...more.map(inside)])];
      const { name, version = '', description = '' } = value;
      return { manifest: { ...base, name, version, description, skills }, diagnostics };
    }
    case 'agent-plugins': {
      const { value, diagnostics } = checkShape(AgentPluginSchema, source.value ?? {}, options);
      if (!value) return { diagnostics };
      const { name, version = '', description = '' } = value;
      return { manifest: { ...base, name, version, description, skills: [inside('skills')] }, diagnostics };
    }
  }
}

/** What schemas can't say: the name's form and the folder's, and that no path leaves the plugin (P3, P10). */
async function checkManifest(
  manifest: Manifest,
  folderName: string | undefined,
  files: Files,
): Promise<Diagnostic[]> {
  const problems: Diagnostic[] = [];
  const report = (key: string, severity: 'error' | 'warning', code: string, message: string) =>
    problems.push({ severity, code, message, path: manifest.file, ...manifest.source.valueAt([key]) });
  const native = manifest.format === 'vak' || manifest.format === 'openvaala';
  const bad = pluginNameProblem(manifest.name, manifest.format === 'agent-plugins');
  if (bad !== undefined) report('name', 'error', 'name-invalid', bad);
  else if (folderName !== undefined && folderName !== manifest.name) {
    if (native)
      report(
        'name',
        'error',
        'name-unlike-folder',
        `The name "${manifest.name}" must equal the folder's, "${folderName}".`,
      );
    else
      report(
        'name',
        'warning',
        'name-unlike-folder',
        `The name "${manifest.name}" is unlike the folder "${folderName}"; the name counts.`,
      );
  }
  const root = await files.realPath(manifest.folder);
  for (const [key, target] of pathsOf(manifest))
    if (!(await staysInside(files, root, manifest.folder, target)))
      report(key, 'error', 'leaves-plugin', `"${key}" names a path outside the plugin.`);
  return problems;
}

function pathsOf(manifest: Manifest): [string, string][] {
  return [
    ...manifest.skills.map((p): [string, string] => ['skills', p]),
    ...(manifest.commands !== undefined ? [['commands', manifest.commands] as [string, string]] : []),
    ...(manifest.agents !== undefined ? [['agents', manifest.agents] as [string, string]] : []),
  ];
}

/** By words and, where it exists, by its real path. */
async function staysInside(files: Files, realRoot: string, folder: string, target: string): Promise<boolean> {
  const within = (p: string, root: string) => p === root || p.startsWith(root + path.sep);
  if (!within(target, folder)) return false;
  try {
    return (await files.stat(target)) === undefined || within(await files.realPath(target), realRoot);
  } catch {
    // What can't be resolved counts as outside.
    return false;
  }
}

const RESERVED = new Set([
  'skill',
  'con',
  'prn',
  'aux',
  'nul',
  'com1',
  'com2',
  'com3',
  'lpt1',
  'lpt2',
  'lpt3',
]);

/** Why a name can't be a plugin's, or undefined (P3). */
export function pluginNameProblem(name: string, dots = false): string | undefined {
  const form = dots ? /^[a-z0-9]+(?:[.-][a-z0-9]+)*$/ : /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
  if (name.length > 64 || !form.test(name))
    return `The name "${name}" is not allowed: lower-case letters, digits and single hyphens, at most 64 characters.`;
  if (RESERVED.has(name)) return `The name "${name}" is reserved.`;
  return undefined;
}
