import { showUnseen } from '../../base/unseenText.ts';
import type { Diagnostic } from '../../protocol/inventory.ts';
import { loadAgents } from '../agents/loadAgents.ts';
import { loadCommands } from '../commands/loadCommands.ts';
import type { Host } from '../host/host.ts';
import type { HookDefinition, ServerDefinition } from '../inventory/catalogue.ts';
import { hookContent, serverContent } from '../inventory/codeContent.ts';
import { FileCache } from '../inventory/fileCache.ts';
import { readHookTable } from '../inventory/hookEntry.ts';
import type { Found } from '../inventory/loaded.ts';
import { hooksFound } from '../inventory/loadHooks.ts';
import type { Root, RootKind } from '../inventory/roots.ts';
import { loadSkills } from '../skills/loadSkills.ts';
import { pluginServers } from './pluginServers.ts';
import type { Manifest } from './readManifest.ts';

/** What a plugin would add, for the person to agree to. */
export interface PluginPreview {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly format: Manifest['format'];
  readonly skills: readonly string[];
  readonly commands: readonly string[];
  readonly agents: readonly string[];
  /** What can run code, a block of lines each: the first names it. The plugin's folder reads `<plugin>`. */
  readonly code: readonly string[];
  readonly problems: readonly Diagnostic[];
}

/** Looks into a plugin's folder as the catalogue would. */
export async function previewPlugin(host: Host, manifest: Manifest): Promise<PluginPreview> {
  const { files } = host;
  const within = await files.realPath(manifest.folder);
  const deps = { files, cache: new FileCache(), within };
  const root = (kind: RootKind, folder: string): Root => ({
    kind,
    label: manifest.name,
    layer: 'plugin',
    under: 'user',
    machine: 'local',
    path: folder,
    strict: false,
    own: false,
    plugin: manifest.name,
  });
  const skills = await Promise.all(manifest.skills.map((folder) => loadSkills(root('skill', folder), deps)));
  const commands = manifest.commands ? [await loadCommands(root('command', manifest.commands), deps)] : [];
  const agents = manifest.agents ? [await loadAgents(root('agent', manifest.agents), deps)] : [];
  const servers = await pluginServers(manifest, root('mcp', manifest.folder), files);
  const context = {
    files,
    home: host.environment.home,
    windows: host.environment.platform === 'win32',
    file: manifest.file,
    source: manifest.source,
    pluginRoot: manifest.folder,
  };
  const readings =
    manifest.hooks === undefined ? [] : await readHookTable(manifest.hooks, ['hooks'], context);
  const hooks = hooksFound(readings, root('hook', manifest.folder), context);
  const all = [...skills, ...commands, ...agents];
  return {
    name: manifest.name,
    version: manifest.version,
    description: manifest.description,
    format: manifest.format,
    skills: usable(skills.flatMap((l) => l.found)),
    commands: usable(commands.flatMap((l) => l.found)),
    agents: usable(agents.flatMap((l) => l.found)),
    code: await codeLines(host, manifest.folder, hooks.found, servers.found),
    problems: [...all.flatMap((l) => l.diagnostics), ...hooks.diagnostics, ...servers.diagnostics],
  };
}

function usable(found: readonly Found<unknown>[]): string[] {
  return found.filter((f) => f.state === 'active').map((f) => f.name);
}

async function codeLines(
  { files, environment }: Host,
  folder: string,
  hooks: readonly Found<HookDefinition>[],
  servers: readonly Found<ServerDefinition>[],
): Promise<string[]> {
  const blocks: string[] = [];
  const place = { files, home: environment.home, cwd: folder };
  for (const { name, value, state } of hooks)
    if (value && state !== 'error') blocks.push(`hook ${name}\n${(await hookContent(value, place)).text}`);
  for (const { name, value } of servers)
    if (value) blocks.push(`server ${name}\n${(await serverContent(value, place)).text}`);
  return blocks.map((block) => block.replaceAll(folder, '<plugin>'));
}

/** The preview as lines for a person, who sees all of them as they are. */
export function previewText(preview: PluginPreview): string {
  const lines = [
    `${preview.name} ${preview.version}`.trim() + (preview.description ? ` — ${preview.description}` : ''),
  ];
  const list = (word: string, names: readonly string[]) => {
    if (names.length > 0) lines.push(`  ${word}: ${names.join(', ')}`);
  };
  list('skills', preview.skills);
  list(
    'commands',
    preview.commands.map((c) => `/${c}`),
  );
  list('agents', preview.agents);
  for (const block of preview.code)
    lines.push(...block.split('\n').map((l, i) => (i === 0 ? `  ${l}` : `      ${l}`)));
  if (preview.code.length === 0) lines.push('  Nothing in it runs by itself.');
  for (const { severity, path, line, message } of preview.problems)
    if (severity !== 'info') lines.push(`  ${severity}: ${path}${line ? `:${line}` : ''} ${message}`);
  return lines.map(showUnseen).join('\n');
}
