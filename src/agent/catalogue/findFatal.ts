import type { Diagnostic, InventoryItem } from '../../protocol/inventory.ts';
import type { ConfigFile } from '../config/configFile.ts';
import type { HookDefinition, ServerDefinition } from '../inventory/catalogue.ts';
import type { Found } from '../inventory/loaded.ts';
import type { LoadedPlugin } from '../plugins/loadPlugins.ts';
import type { RootLoad } from './applyTrust.ts';

export interface FatalInput {
  readonly userConfigs: readonly ConfigFile[];
  readonly plugins: readonly RootLoad<LoadedPlugin>[];
  readonly hooks: readonly RootLoad<HookDefinition>[];
  readonly pluginServers: readonly Found<ServerDefinition>[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The errors that fail the configuration as a whole (N7), first found first; undefined when there is
 * none. Each says what repairs it.
 */
export function findFatal(input: FatalInput): Diagnostic | undefined {
  return brokenPlugin(input) ?? brokenHook(input) ?? doubleServer(input.pluginServers);
}

function brokenPlugin({ plugins, diagnostics }: FatalInput): Diagnostic | undefined {
  for (const { root, loaded } of plugins) {
    const broken = root.under === 'user' ? loaded.found.find((f) => f.state === 'error') : undefined;
    if (!broken) continue;
    const fix = `Repair the manifest, or run: vak plugin disable ${broken.name}`;
    return { ...errorFor(broken, diagnostics, 'broken-plugin'), fix };
  }
  return undefined;
}

/** A guard must not vanish unseen: neither one hook, nor the file that may hold some. */
function brokenHook({ userConfigs, hooks, diagnostics }: FatalInput): Diagnostic | undefined {
  for (const file of userConfigs) {
    const error = file.diagnostics.find(
      (d) => d.severity === 'error' && (file.source.problems.length > 0 || /^"hooks[".]/.test(d.message)),
    );
    if (error) return { ...error, fix: error.fix ?? 'Repair the file; its hooks can’t be known before.' };
  }
  for (const { root, loaded } of hooks) {
    const broken = root.under === 'user' ? loaded.found.find((f) => f.state === 'error') : undefined;
    if (broken)
      return {
        ...errorFor(broken, diagnostics, 'broken-hook'),
        fix: 'Repair the hook, or remove its entry.',
      };
  }
  return undefined;
}

function doubleServer(servers: readonly Found<ServerDefinition>[]): Diagnostic | undefined {
  const seen = new Map<string, Found<ServerDefinition>>();
  for (const server of servers) {
    const first = seen.get(server.name);
    if (first && first.origin.plugin !== server.origin.plugin)
      return {
        severity: 'error',
        code: 'double-server',
        message: `The plugins "${first.origin.plugin}" and "${server.origin.plugin}" both bring a server "${server.name}".`,
        path: server.origin.path,
        ...(server.origin.line !== undefined && { line: server.origin.line }),
        fix: `Run: vak plugin disable ${server.origin.plugin}`,
      };
    if (!first) seen.set(server.name, server);
  }
  return undefined;
}

function errorFor(
  item: Pick<InventoryItem, 'origin' | 'reason' | 'name'>,
  diagnostics: readonly Diagnostic[],
  code: string,
): Diagnostic {
  const told = diagnostics.find(
    (d) =>
      d.severity === 'error' &&
      d.path === item.origin.path &&
      (d.line === item.origin.line || d.message === item.reason),
  );
  return (
    told ?? {
      severity: 'error',
      code,
      message: item.reason ?? `"${item.name}" is broken.`,
      path: item.origin.path,
      ...(item.origin.line !== undefined && { line: item.origin.line }),
    }
  );
}
