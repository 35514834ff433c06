import path from 'node:path';
import type { z } from 'zod';
import type { Diagnostic } from '../../protocol/inventory.ts';
import { checkShape } from '../config/checkShape.ts';
import { readOptional } from '../config/configFile.ts';
import { parseYaml } from '../config/yamlText.ts';
import type { Files } from '../host/host.ts';
import type { ServerDefinition } from '../inventory/catalogue.ts';
import { type Found, labelOf, originIn } from '../inventory/loaded.ts';
import { serverFound } from '../inventory/loadServers.ts';
import type { Root } from '../inventory/roots.ts';
import { serverDefinition } from '../inventory/serverDefinition.ts';
import { pluginVariables } from '../inventory/serverEntry.ts';
import { AgentPluginServerSchema, AgentPluginServersSchema } from './manifestSchemas.ts';
import type { Manifest } from './readManifest.ts';

interface PluginServers {
  readonly found: readonly Found<ServerDefinition>[];
  readonly diagnostics: readonly Diagnostic[];
}

const NONE: ReadonlySet<string> = new Set();

/** The servers of a plugin's manifest (P3, P6), or of its `mcp.json` (P11). */
export async function pluginServers(manifest: Manifest, root: Root, files: Files): Promise<PluginServers> {
  if (manifest.format === 'agent-plugins') return openFormatServers(manifest, root, files);
  const diagnostics: Diagnostic[] = [];
  const found = (manifest.servers ?? []).map((raw, i) => {
    const at = ['mcp_servers', i];
    return serverFound(
      raw,
      {
        file: manifest.file,
        source: manifest.source,
        at,
        origin: originIn(root, manifest.file, manifest.source.valueAt(at).line),
        label: labelOf(root),
        executors: NONE,
        pluginRoot: manifest.folder,
      },
      diagnostics,
    );
  });
  return { found, diagnostics };
}

/** A broken entry spoils only itself, a broken file only the plugin's servers. */
async function openFormatServers(manifest: Manifest, root: Root, files: Files): Promise<PluginServers> {
  const file = path.join(manifest.folder, 'mcp.json');
  const diagnostics: Diagnostic[] = [];
  const raw = await readOptional(files, file, diagnostics);
  if (raw === undefined) return { found: [], diagnostics };
  const source = parseYaml(raw);
  const syntax = source.problems.map(
    (p): Diagnostic => ({
      severity: 'error',
      code: 'syntax',
      message: p.message,
      path: file,
      line: p.line,
      column: p.column,
    }),
  );
  const top = checkShape(AgentPluginServersSchema, source.value ?? {}, { file, source });
  diagnostics.push(...syntax, ...(syntax.length > 0 ? [] : top.diagnostics));
  const found = Object.entries(top.value?.mcpServers ?? {}).map(([id, entry]): Found<ServerDefinition> => {
    const at = ['mcpServers', id];
    const origin = originIn(root, file, source.keyAt(at).line);
    const read = readOpenServer(id, entry, manifest, { file, source, at, origin, label: labelOf(root) });
    diagnostics.push(...read.diagnostics);
    const base = { kind: 'mcp' as const, name: id, label: labelOf(root), origin };
    if (!read.value)
      return {
        ...base,
        description: '',
        state: 'error',
        reason: read.diagnostics[0]?.message ?? 'The entry is broken.',
      };
    const description = read.value.command ?? read.value.url ?? '';
    return { ...base, description, state: 'active', value: read.value };
  });
  return { found, diagnostics };
}

interface OpenContext {
  readonly file: string;
  readonly source: Manifest['source'];
  readonly at: readonly (string | number)[];
  readonly origin: ServerDefinition['origin'];
  readonly label: string;
}

function readOpenServer(
  id: string,
  raw: unknown,
  manifest: Manifest,
  context: OpenContext,
): { value?: ServerDefinition; diagnostics: readonly Diagnostic[] } {
  const { value: entry, diagnostics } = checkShape(AgentPluginServerSchema, raw, context);
  if (!entry) return { diagnostics };
  const problem = openProblem(id, entry, manifest.folder);
  if (problem !== undefined)
    return {
      diagnostics: [
        ...diagnostics,
        {
          severity: 'error',
          code: 'wrong-value',
          message: problem,
          path: context.file,
          ...context.source.keyAt(context.at),
        },
      ],
    };
  return { diagnostics, value: openDefinition(id, entry, manifest.folder, context) };
}

function openDefinition(
  id: string,
  entry: z.infer<typeof AgentPluginServerSchema>,
  folder: string,
  context: OpenContext,
): ServerDefinition {
  const expand = (s: string) => s.replace(/\$\{PLUGIN_ROOT\}/g, () => folder);
  const base = { id, source: context.label, origin: context.origin };
  if (entry.type !== 'stdio')
    return serverDefinition({
      ...base,
      type: entry.type === 'sse' ? 'sse' : 'http',
      url: entry.url,
      headers: entry.headers,
    });
  const env = Object.fromEntries(Object.entries(entry.env ?? {}).map(([k, v]) => [k, expand(v)]));
  return serverDefinition({
    ...base,
    type: 'stdio',
    command: entry.command.startsWith('./') ? path.join(folder, entry.command) : entry.command,
    args: entry.args?.map(expand),
    env: { ...pluginVariables(folder), PLUGIN_ROOT: folder, ...env },
    cwd: entry.cwd === undefined ? undefined : path.resolve(folder, expand(entry.cwd)),
  });
}

function openProblem(
  id: string,
  entry: { type: string; command?: string; cwd?: string; url?: string },
  folder: string,
): string | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(id) || id.includes('__'))
    return `The id "${id}" is not allowed: letters, digits, "-" and "_", and no "__".`;
  if (entry.command !== undefined && !/^(?:\.\/[^\s]+|[^\s/\\]+)$/.test(entry.command))
    return `"command" is "${entry.command}": allowed is one program's name, or a path that begins with "./".`;
  const cwd = entry.cwd?.replace('${PLUGIN_ROOT}', folder);
  if (cwd !== undefined && !path.resolve(folder, cwd).startsWith(folder))
    return `"cwd" leads out of the plugin.`;
  if (entry.url === undefined) return undefined;
  if (!URL.canParse(entry.url)) return `"url" is "${entry.url}": allowed is an address.`;
  const { protocol, hostname } = new URL(entry.url);
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && loopback))
    return `"url" must be https, or http to this machine.`;
  return undefined;
}
