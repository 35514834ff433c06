import path from 'node:path';
import { RE2JS } from 're2js';
import { z } from 'zod';
import type { Diagnostic } from '../../protocol/inventory.ts';
import { type CheckOptions, checkShape } from '../config/checkShape.ts';
import { RULE_FORM } from '../config/mergeConfig.ts';
import type { ValuePath } from '../config/structuredText.ts';
import type { Files } from '../host/host.ts';
import type { HookDefinition } from './catalogue.ts';
import { HOOK_EVENT_NAMES, HOOK_EVENTS, type HookEvent, hookEventNamed } from './hookEvents.ts';
import { isInside } from './listFiles.ts';

const text = z.string().min(1);

/** An entry of `[[hooks]]` (H1). */
export const TableHookSchema = z.strictObject({
  event: text,
  match: text.optional(),
  matcher: z.string().optional(),
  command: text,
  timeout_ms: z.number().positive().optional(),
  enabled: z.boolean().optional(),
  failure_mode: z.enum(['open', 'closed']).optional(),
});

/** One handler in `hooks/*.yaml` (H1, H4). */
const HandlerSchema = z.strictObject({
  type: z.literal('command'),
  command: text.optional(),
  script: text.optional(),
  args: z.array(z.string()).optional(),
  timeout: z.number().positive().optional(),
  on_failure: z.enum(['allow', 'block']).optional(),
  match: text.optional(),
  matcher: z.string().optional(),
  enabled: z.boolean().optional(),
});

const GroupSchema = z.strictObject({
  matcher: z.string().optional(),
  match: text.optional(),
  enabled: z.boolean().optional(),
  /** Handlers are checked one by one. */
  hooks: z.array(z.unknown()),
});

/** A hook as its file says it, before its name and origin are known. */
export type HookBody = Omit<HookDefinition, 'name' | 'origin' | 'source' | 'pluginRoot'>;

export interface HookReading {
  readonly event: string;
  readonly at: ValuePath;
  /** Absent where the entry is wrong; with an error among the diagnostics its script can't run. */
  readonly body?: HookBody;
  readonly diagnostics: readonly Diagnostic[];
}

/** What reading hooks needs to check a script: it must stand, begin with `#!` and be executable (H4). */
export interface HookContext extends Pick<CheckOptions, 'file' | 'source'> {
  readonly files: Files;
  readonly home: string;
  readonly windows: boolean;
  /** A plugin's folder: scripts are relative to it and stay inside. */
  readonly pluginRoot?: string;
}

/** Reads one entry of `[[hooks]]`. */
export function readTableHook(raw: unknown, at: ValuePath, context: HookContext): HookReading {
  const checked = checkShape(TableHookSchema, raw, { ...context, at });
  const diagnostics = [...checked.diagnostics];
  const entry = checked.value;
  if (!entry) return { event: eventWord(raw), at, diagnostics };
  const event = hookEventNamed(entry.event);
  if (!event) {
    diagnostics.push(problem(context, [...at, 'event'], unknownEvent(entry.event)));
    return { event: entry.event, at, diagnostics };
  }
  const body: HookBody = {
    form: 'toml',
    event,
    ...(entry.match !== undefined && { match: entry.match }),
    ...(entry.matcher !== undefined && { matcher: entry.matcher }),
    command: entry.command,
    args: [],
    timeoutMs: entry.timeout_ms ?? 10_000,
    enabled: entry.enabled ?? true,
    failure: entry.failure_mode ?? 'open',
  };
  diagnostics.push(...checkPatterns(body, at, context));
  return { event, at, diagnostics, ...(!hasError(diagnostics) && { body }) };
}

/** Reads the table `hooks: {Event: [{matcher, hooks: […]}]}` of a YAML file or a plugin's manifest. */
export async function readHookTable(
  raw: unknown,
  at: ValuePath,
  context: HookContext,
): Promise<HookReading[]> {
  const TableSchema = z.record(z.string(), z.array(z.unknown()));
  const table = checkShape(TableSchema, raw, { ...context, at });
  if (!table.value) return [{ event: '', at, diagnostics: table.diagnostics }];
  const readings: HookReading[] = [];
  for (const [name, groups] of Object.entries(table.value)) {
    const event = hookEventNamed(name);
    if (!event) {
      readings.push({
        event: name,
        at: [...at, name],
        diagnostics: [problem(context, [...at, name], unknownEvent(name), 'key')],
      });
      continue;
    }
    for (const [i, group] of groups.entries())
      readings.push(...(await readGroup(event, group, [...at, name, i], context)));
  }
  return readings;
}

async function readGroup(
  event: HookEvent,
  raw: unknown,
  at: ValuePath,
  context: HookContext,
): Promise<HookReading[]> {
  const group = checkShape(GroupSchema, raw, { ...context, at });
  const { value } = group;
  if (!value) return [{ event, at, diagnostics: group.diagnostics }];
  const readings: HookReading[] = [];
  for (const [i, handler] of value.hooks.entries()) {
    const place = [...at, 'hooks', i];
    const reading = await readHandler(event, handler, place, context, value);
    readings.push(
      i === 0 ? { ...reading, diagnostics: [...group.diagnostics, ...reading.diagnostics] } : reading,
    );
  }
  return readings;
}

async function readHandler(
  event: HookEvent,
  raw: unknown,
  at: ValuePath,
  context: HookContext,
  group: z.infer<typeof GroupSchema>,
): Promise<HookReading> {
  const checked = checkShape(HandlerSchema, raw, { ...context, at });
  const diagnostics = [...checked.diagnostics];
  const entry = checked.value;
  if (!entry) return { event, at, diagnostics };
  const fail = (key: string, message: string) => diagnostics.push(problem(context, [...at, key], message));
  if ((entry.command === undefined) === (entry.script === undefined))
    fail('command', 'A hook has exactly one of "command" and "script".');
  if (entry.args !== undefined && entry.script === undefined) fail('args', '"args" go only with a "script".');
  if (entry.on_failure !== undefined && event !== 'PreToolUse' && event !== 'UserPromptSubmit')
    fail('on_failure', '"on_failure" is allowed only on PreToolUse and UserPromptSubmit.');
  const script = entry.script === undefined ? undefined : await checkScript(entry.script, context);
  const match = entry.match ?? group.match;
  const matcher = entry.matcher ?? group.matcher;
  const body: HookBody = {
    form: 'yaml',
    event,
    ...(match !== undefined && { match }),
    ...(matcher !== undefined && { matcher }),
    ...(entry.command !== undefined && { command: entry.command }),
    ...(script && { script: script.path }),
    args: entry.args ?? [],
    timeoutMs: (entry.timeout ?? 60) * 1000,
    enabled: (entry.enabled ?? true) && (group.enabled ?? true),
    failure: entry.on_failure === 'block' ? 'closed' : 'open',
  };
  diagnostics.push(...checkPatterns(body, at, context));
  const isWhole = !hasError(diagnostics);
  if (script?.problem !== undefined) fail('script', script.problem);
  return { event, at, diagnostics, ...(isWhole && { body }) };
}

interface Script {
  readonly path: string;
  /** Why it can't run. */
  readonly problem?: string;
}

async function checkScript(script: string, context: HookContext): Promise<Script> {
  const { pluginRoot } = context;
  const file = script.startsWith('~/')
    ? path.join(context.home, script.slice(2))
    : path.resolve(pluginRoot ?? path.dirname(context.file), script);
  const broken = (problem: string): Script => ({ path: file, problem });
  if (pluginRoot !== undefined && (path.isAbsolute(script) || script.startsWith('~')))
    return broken(`The script "${script}" must be a relative path inside the plugin.`);
  try {
    const stat = await context.files.stat(file);
    if (!stat) return broken(`The script ${file} does not exist.`);
    if (stat.kind !== 'file') return broken(`The script ${file} is no file.`);
    if (
      pluginRoot !== undefined &&
      !isInside(await context.files.realPath(file), await context.files.realPath(pluginRoot))
    )
      return broken(`The script "${script}" leads out of the plugin.`);
    const start = await context.files.read(file, { start: 0, end: 2 });
    if (new TextDecoder().decode(start) !== '#!')
      return broken(`The script ${file} does not begin with "#!".`);
    if (!context.windows && (stat.mode & 0o111) === 0)
      return broken(`The script ${file} is not executable; make it so with chmod +x.`);
    return { path: file };
  } catch (error) {
    return broken(
      `The script ${file} can't be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** `matcher` is a list of names or RE2, `match` a permission rule (H3). */
function checkPatterns(body: HookBody, at: ValuePath, context: HookContext): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  if (body.matcher !== undefined && !/^[\w|*-]*$/.test(body.matcher)) {
    try {
      RE2JS.compile(body.matcher);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      diagnostics.push(
        problem(
          context,
          [...at, 'matcher'],
          `"matcher" is no regular expression in RE2's dialect: ${reason}.`,
        ),
      );
    }
  }
  if (body.match !== undefined && !RULE_FORM.test(body.match))
    diagnostics.push(
      problem(
        context,
        [...at, 'match'],
        `"match" is "${body.match}": allowed is a rule, Tool or Tool(pattern).`,
      ),
    );
  else if (body.match !== undefined && !HOOK_EVENTS[body.event].tool)
    diagnostics.push({
      ...problem(
        context,
        [...at, 'match'],
        `"match" is about tools; ${body.event} has none, so the hook always runs.`,
      ),
      severity: 'warning',
      code: 'match-without-tool',
    });
  return diagnostics;
}

function unknownEvent(name: string): string {
  return `There is no event "${name}": allowed is ${HOOK_EVENT_NAMES.join(', ')}.`;
}

function problem(
  context: HookContext,
  at: ValuePath,
  message: string,
  place: 'value' | 'key' = 'value',
): Diagnostic {
  const position = place === 'key' ? context.source.keyAt(at) : context.source.valueAt(at);
  return { severity: 'error', code: 'wrong-value', message, path: context.file, ...position };
}

function hasError(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((d) => d.severity === 'error');
}

function eventWord(raw: unknown): string {
  const event = (raw as { event?: unknown } | null)?.event;
  return typeof event === 'string' ? (hookEventNamed(event) ?? event) : '?';
}
