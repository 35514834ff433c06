import type { Diagnostic } from '../../protocol/inventory.ts';
import type { ConfigFile } from '../config/configFile.ts';
import { parseYaml } from '../config/yamlText.ts';
import type { ServerDefinition } from './catalogue.ts';
import { type ListDeps, type ListedFile, listFiles } from './listFiles.ts';
import { counted, type Found, type Loaded, labelOf, lookedAt, originIn } from './loaded.ts';
import type { Root } from './roots.ts';
import { readServer, type ServerContext } from './serverEntry.ts';

export interface LoadServersDeps extends ListDeps {
  /** Executors that a server may name besides `local`. */
  readonly executors: ReadonlySet<string>;
}

/** The servers of a `[mcp.servers]` table, in the file's order. */
export function serversInConfig(
  root: Root,
  config: ConfigFile | undefined,
  executors: ReadonlySet<string>,
): Loaded<ServerDefinition> {
  const table = config?.settings.mcp?.servers;
  if (!config || !table)
    return {
      found: [],
      diagnostics: [],
      looked: lookedAt(root, 'mcp', 'No [mcp.servers] in the configuration there.'),
    };
  const diagnostics: Diagnostic[] = [];
  const found = Object.entries(table).map(([id, raw]) => {
    const at = ['mcp', 'servers', id];
    const origin = originIn(root, config.path, config.source.keyAt(at).line);
    const context = {
      id,
      file: config.path,
      source: config.source,
      at,
      origin,
      label: labelOf(root),
      executors,
    };
    return serverFound(raw, context, diagnostics);
  });
  return {
    found,
    diagnostics,
    looked: { ...lookedAt(root, 'mcp', `${counted(found.length, 'server')} here.`), path: config.path },
  };
}

/** The servers of a folder `mcp_servers/`, a file each. */
export async function serversInFolder(root: Root, deps: LoadServersDeps): Promise<Loaded<ServerDefinition>> {
  const listing = await listFiles(root.path, ['.yaml'], deps);
  const diagnostics: Diagnostic[] = [...listing.diagnostics];
  if (!listing.present)
    return { found: [], diagnostics, looked: lookedAt(root, 'mcp', 'There is no such folder.') };
  const found = listing.files.map((file) => serverInFile(file, root, deps.executors, diagnostics));
  return { found, diagnostics, looked: lookedAt(root, 'mcp', `${counted(found.length, 'server')} here.`) };
}

function serverInFile(
  file: ListedFile,
  root: Root,
  executors: ReadonlySet<string>,
  diagnostics: Diagnostic[],
): Found<ServerDefinition> {
  const source = parseYaml(file.text ?? '');
  const label = labelOf(root);
  const problem = file.problem ?? source.problems[0]?.message;
  if (problem !== undefined) {
    const at = source.problems[0] ?? { line: 1, column: 1 };
    const message = file.problem ?? `The file can't be read as YAML: ${problem}`;
    diagnostics.push({
      severity: 'error',
      code: 'syntax',
      message,
      path: file.path,
      line: at.line,
      column: at.column,
    });
    const origin = originIn(root, file.path, at.line);
    return { kind: 'mcp', name: file.stem, label, description: '', origin, state: 'error', reason: message };
  }
  const raw = source.value ?? {};
  const context = {
    id: file.stem,
    file: file.path,
    source,
    origin: originIn(root, file.path),
    label,
    executors,
  };
  if (typeof raw === 'object' && !('id' in raw))
    diagnostics.push({
      severity: 'warning',
      code: 'id-missing',
      message: `The key "id" is missing; the file's name "${file.stem}" stands for it.`,
      path: file.path,
      line: 1,
      column: 1,
      fix: `Add: id: ${file.stem}`,
    });
  return serverFound(raw, context, diagnostics);
}

/** One server as an entry of the inventory; used for a plugin's list too. */
export function serverFound(
  raw: unknown,
  context: ServerContext,
  diagnostics: Diagnostic[],
): Found<ServerDefinition> {
  const read = readServer(raw, context);
  diagnostics.push(...read.diagnostics);
  const base = { kind: 'mcp' as const, name: read.id, label: context.label };
  const error = read.diagnostics.find((d) => d.severity === 'error');
  if (!read.value)
    return {
      ...base,
      description: '',
      origin: { ...context.origin, ...(error?.line && { line: error.line }) },
      state: 'error',
      reason: error?.message ?? 'The definition is broken.',
    };
  const { value } = read;
  const description =
    value.type === 'stdio' ? [value.command, ...value.args].join(' ') : `${value.type} ${value.url ?? ''}`;
  if (value.disabled)
    return {
      ...base,
      description,
      origin: value.origin,
      state: 'disabled',
      reason: 'Its definition says disabled.',
      value,
    };
  return { ...base, description, origin: value.origin, state: 'active', value };
}
