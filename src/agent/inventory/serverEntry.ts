import { z } from 'zod';
import type { Diagnostic, Origin } from '../../protocol/inventory.ts';
import { type CheckOptions, checkShape } from '../config/checkShape.ts';
import type { ServerDefinition } from './catalogue.ts';
import { serverDefinition } from './serverDefinition.ts';

const text = z.string().min(1);
const seconds = z.number().positive();
const texts = z.record(z.string(), z.string());

/** The fields of one MCP server, in a file, a table or a plugin (M2). */
export const ServerEntrySchema = z.strictObject({
  id: text.optional(),
  type: z.enum(['stdio', 'http', 'sse']).optional(),
  command: text.optional(),
  args: z.array(z.string()).optional(),
  env: texts.optional(),
  url: z.string().refine(isWebAddress, 'allowed is an http or https address').optional(),
  headers: texts.optional(),
  executors: z.array(text).optional(),
  tools: z.array(text).optional(),
  required: z.boolean().optional(),
  disabled: z.boolean().optional(),
  startup_timeout_seconds: seconds.optional(),
  tool_timeout_seconds: seconds.optional(),
  serves: z.union([z.array(z.string()), z.string().transform((s) => s.split(','))]).optional(),
});
type ServerEntry = z.infer<typeof ServerEntrySchema>;

function isWebAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  return ['http:', 'https:'].includes(new URL(address).protocol);
}

export interface ServerContext extends CheckOptions {
  /** What the id must be: a file's name, a table's key; undefined for a plugin's list. */
  readonly id?: string;
  readonly source: CheckOptions['source'];
  readonly origin: Origin;
  /** Short word for people. */
  readonly label: string;
  /** Executors that a server may name besides `local`. */
  readonly executors: ReadonlySet<string>;
  /** A plugin's absolute folder: stands for the plugin root in values (P6). */
  readonly pluginRoot?: string;
}

/** Reads one server's definition: the value, unless an error is among the diagnostics. */
export function readServer(
  raw: unknown,
  context: ServerContext,
): { id: string; value?: ServerDefinition; diagnostics: Diagnostic[] } {
  const checked = checkShape(ServerEntrySchema, raw, context);
  const diagnostics = [...checked.diagnostics];
  const entry = checked.value;
  const id = context.id ?? entry?.id ?? '';
  if (!entry) return { id, diagnostics };
  const type = entry.type ?? (entry.command !== undefined ? 'stdio' : 'http');
  for (const [key, message, severity] of rulesBroken(entry, type, id, context))
    diagnostics.push({
      severity,
      code: severity === 'error' ? 'wrong-value' : 'suspect-value',
      message,
      path: context.file,
      ...context.source.keyAt([...(context.at ?? []), key]),
    });
  if (diagnostics.some((d) => d.severity === 'error')) return { id, diagnostics };
  return { id, value: definition(entry, type, id, context), diagnostics };
}

type Broken = readonly [key: string, message: string, severity: 'error' | 'warning'];

function* rulesBroken(
  entry: ServerEntry,
  type: ServerDefinition['type'],
  id: string,
  context: ServerContext,
): Generator<Broken> {
  if (!/^[A-Za-z0-9_-]+$/.test(id) || id.includes('__'))
    yield ['id', `The id "${id}" is not allowed: letters, digits, "-" and "_", and no "__".`, 'error'];
  if (context.id !== undefined && entry.id !== undefined && entry.id !== context.id)
    yield ['id', `"id" is "${entry.id}": it must be "${context.id}", as the file is named.`, 'error'];
  if (type === 'stdio') {
    if (entry.command === undefined) yield ['type', 'A stdio server needs a "command".', 'error'];
    for (const key of ['url', 'headers'] as const)
      if (entry[key] !== undefined) yield [key, `A stdio server takes no "${key}".`, 'error'];
  } else {
    if (entry.url === undefined)
      yield [
        'type',
        entry.type ? `A server of type ${type} needs a "url".` : 'A server needs a "command" or a "url".',
        'error',
      ];
    for (const key of ['command', 'args', 'env'] as const)
      if (entry[key] !== undefined) yield [key, `A server of type ${type} takes no "${key}".`, 'error'];
  }
  if (context.pluginRoot !== undefined && entry.executors !== undefined)
    yield ['executors', 'A plugin\u2019s server runs on "local"; "executors" is not allowed here.', 'error'];
  for (const executor of entry.executors ?? [])
    if (executor !== 'local' && !context.executors.has(executor))
      yield [
        'executors',
        `There is no executor "${executor}" that can run a server: allowed is ${['local', ...context.executors].join(', ')}.`,
        'error',
      ];
  yield* suspectValues(entry, context.pluginRoot !== undefined);
}

/** Values stand as written: a `${…}` or a line end in a token is most likely a mistake. */
function* suspectValues(entry: ServerEntry, inPlugin: boolean): Generator<Broken> {
  for (const key of ['env', 'headers'] as const)
    for (const [name, value] of Object.entries(entry[key] ?? {})) {
      if (/\$\{/.test(value) && !(inPlugin && PLUGIN_ROOT.test(value)))
        yield [
          key,
          `"${name}" has a \${…} in it: values are used as written, nothing is expanded.`,
          'warning',
        ];
      if (value !== value.trim())
        yield [key, `"${name}" begins or ends with a blank or a line end.`, 'warning'];
      if (key === 'env' && RISKY_VARIABLES.has(name))
        yield [key, `"${name}" makes programs load code before their own.`, 'warning'];
    }
}

const RISKY_VARIABLES = new Set([
  'LD_PRELOAD',
  'NODE_OPTIONS',
  'BASH_ENV',
  'PYTHONSTARTUP',
  'DYLD_INSERT_LIBRARIES',
]);
const PLUGIN_ROOT = /\$\{(?:VAK|OPENVAALA)_PLUGIN_ROOT\}/;

/** The variables that tell a plugin's processes where it stands (P6). */
export function pluginVariables(root: string): Record<string, string> {
  return { VAK_PLUGIN_ROOT: root, OPENVAALA_PLUGIN_ROOT: root };
}

function definition(
  entry: ServerEntry,
  type: ServerDefinition['type'],
  id: string,
  context: ServerContext,
): ServerDefinition {
  const root = context.pluginRoot;
  const expand = (value: string) =>
    root === undefined ? value : value.replace(new RegExp(PLUGIN_ROOT, 'g'), () => root);
  const env = Object.fromEntries(Object.entries(entry.env ?? {}).map(([k, v]) => [k, expand(v)]));
  const serves = entry.serves?.map((s) => s.trim().toLowerCase()).filter((s) => s !== '');
  return serverDefinition({
    id,
    type,
    typeAssumed: entry.type === undefined,
    command: entry.command === undefined ? undefined : expand(entry.command),
    args: entry.args?.map(expand),
    env: root !== undefined && type === 'stdio' ? { ...pluginVariables(root), ...env } : env,
    url: entry.url,
    headers: entry.headers,
    executors: entry.executors,
    tools: entry.tools,
    required: entry.required,
    disabled: entry.disabled,
    startupTimeoutMs: inMilliseconds(entry.startup_timeout_seconds),
    toolTimeoutMs: inMilliseconds(entry.tool_timeout_seconds),
    serves: serves?.length === 0 ? undefined : serves,
    source: context.label,
    origin: context.origin,
  });
}

function inMilliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}
