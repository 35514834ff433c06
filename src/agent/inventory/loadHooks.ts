import path from 'node:path';
import { z } from 'zod';
import type { Diagnostic } from '../../protocol/inventory.ts';
import { checkShape } from '../config/checkShape.ts';
import type { ConfigFile } from '../config/configFile.ts';
import { parseYaml } from '../config/yamlText.ts';
import type { HookDefinition } from './catalogue.ts';
import { type HookContext, type HookReading, readHookTable, readTableHook } from './hookEntry.ts';
import { type ListDeps, type ListedFile, listFiles } from './listFiles.ts';
import { counted, type Found, type Loaded, labelOf, lookedAt, originIn } from './loaded.ts';
import type { Root } from './roots.ts';

export type LoadHooksDeps = ListDeps & Pick<HookContext, 'home' | 'windows'>;

const HookFileSchema = z.strictObject({ hooks: z.unknown() });

/** The entries of `[[hooks]]`, in the file's order. */
export function hooksInConfig(
  root: Root,
  config: ConfigFile | undefined,
  deps: LoadHooksDeps,
): Loaded<HookDefinition> {
  const entries = config?.settings.hooks;
  if (!config || !entries)
    return {
      found: [],
      diagnostics: [],
      looked: lookedAt(root, 'hook', 'No [[hooks]] in the configuration there.'),
    };
  const context = { ...deps, file: config.path, source: config.source };
  const readings = entries.map((raw, i) => readTableHook(raw, ['hooks', i], context));
  const loaded = hooksFound(readings, root, context);
  return { ...loaded, looked: { ...loaded.looked, path: config.path } };
}

/** The hooks of a folder `hooks/`: all its YAML files, by name. */
export async function hooksInFolder(root: Root, deps: LoadHooksDeps): Promise<Loaded<HookDefinition>> {
  const listing = await listFiles(root.path, ['.yaml'], deps);
  if (!listing.present)
    return {
      found: [],
      diagnostics: listing.diagnostics,
      looked: lookedAt(root, 'hook', 'There is no such folder.'),
    };
  const all: Loaded<HookDefinition>[] = [];
  for (const file of listing.files) all.push(await hooksInFile(file, root, deps));
  const found = all.flatMap((l) => l.found);
  return {
    found,
    diagnostics: [...listing.diagnostics, ...all.flatMap((l) => l.diagnostics)],
    looked: lookedAt(root, 'hook', `${counted(found.length, 'hook')} here.`),
  };
}

async function hooksInFile(
  file: ListedFile,
  root: Root,
  deps: LoadHooksDeps,
): Promise<Loaded<HookDefinition>> {
  const source = parseYaml(file.text ?? '');
  const context = { ...deps, file: file.path, source };
  const syntax = source.problems.map(
    (p): Diagnostic => ({
      severity: 'error',
      code: 'syntax',
      message: `The file can't be read as YAML: ${p.message}`,
      path: file.path,
      line: p.line,
      column: p.column,
    }),
  );
  if (file.problem !== undefined)
    syntax.push({ severity: 'error', code: 'unreadable', message: file.problem, path: file.path });
  if (syntax.length > 0) return hooksFound([{ event: '', at: [], diagnostics: syntax }], root, context);
  const checked = checkShape(HookFileSchema, source.value ?? {}, context);
  if (!checked.value)
    return hooksFound([{ event: '', at: [], diagnostics: checked.diagnostics }], root, context);
  const readings = await readHookTable(checked.value.hooks ?? {}, ['hooks'], context);
  const loaded = hooksFound(readings, root, context);
  return { ...loaded, diagnostics: [...checked.diagnostics, ...loaded.diagnostics] };
}

/** Names the hooks of one file and makes entries of the inventory of them; used for a plugin's manifest too. */
export function hooksFound(
  readings: readonly HookReading[],
  root: Root,
  context: Pick<HookContext, 'file' | 'source' | 'pluginRoot'>,
): Loaded<HookDefinition> {
  const counts = new Map<string, number>();
  const found = readings.map((reading): Found<HookDefinition> => {
    const index = counts.get(reading.event) ?? 0;
    counts.set(reading.event, index + 1);
    const name = `${path.basename(context.file)}${reading.event === '' ? '' : `#${reading.event}[${index}]`}`;
    const origin = originIn(root, context.file, context.source.keyAt(reading.at).line);
    return hookFound(reading, name, origin, root, context.pluginRoot);
  });
  return {
    found,
    diagnostics: readings.flatMap((r) => r.diagnostics),
    looked: lookedAt(root, 'hook', `${counted(found.length, 'hook')} here.`),
  };
}

function hookFound(
  reading: HookReading,
  name: string,
  origin: HookDefinition['origin'],
  root: Root,
  pluginRoot: string | undefined,
): Found<HookDefinition> {
  const base = { kind: 'hook' as const, name, label: labelOf(root), origin };
  const { body, diagnostics } = reading;
  const value: HookDefinition | undefined = body && {
    ...body,
    name,
    source: base.label,
    origin,
    ...(pluginRoot !== undefined && { pluginRoot }),
    ...(root.plugin !== undefined && root.under === 'user' && { fromUsersPlugin: true }),
  };
  const error = diagnostics.find((d) => d.severity === 'error');
  if (!value || error) {
    const at = error?.line !== undefined ? { ...origin, line: error.line } : origin;
    const reason = error?.message ?? 'The hook is broken.';
    return { ...base, origin: at, description: '', state: 'error', reason, ...(value && { value }) };
  }
  const description = value.command ?? [value.script, ...value.args].join(' ');
  if (!value.enabled)
    return { ...base, description, state: 'disabled', reason: 'Its entry says enabled = false.', value };
  return { ...base, description, state: 'active', value };
}
