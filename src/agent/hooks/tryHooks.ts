import { ExpectedError } from '../../base/errors.ts';
import { isRecord } from '../../base/json.ts';
import { nearest } from '../../base/nearest.ts';
import type { HookRun } from '../../protocol/vak.ts';
import type { Host } from '../host/host.ts';
import type { Catalogue, HookDefinition } from '../inventory/catalogue.ts';
import { HOOK_EVENT_NAMES, hookEventNamed } from '../inventory/hookEvents.ts';
import type { PermissionSubject } from '../permissions/permission.ts';
import type { Tool } from '../tools/tool.ts';
import { changedReason } from './hookApproval.ts';
import { Engine } from './hookEngine.ts';
import { compileMatcher } from './hookMatcher.ts';
import { hookSpawn } from './hookSpawn.ts';
import type { HookEvent, HookEventName, HookTool } from './hooks.ts';
import { createMatchRule } from './matchRule.ts';

/** What to try (H13). */
export interface HookTrial {
  readonly cwd: string;
  /** In either spelling. */
  readonly event: string;
  /** Name of one hook; it runs also when it does not match. Undefined: all that match. */
  readonly hook?: string;
  /** Tool of a tool event, by its name or an alias; default `bash`. */
  readonly tool?: string;
  /** The tool's input; on other events its own fields (`prompt`, `source`). */
  readonly input?: unknown;
  /** On PostToolUse: what the call came to. */
  readonly response?: { readonly text: string; readonly isError: boolean };
}

/** One hook that was tried. */
export interface TriedHook {
  readonly hook: string;
  readonly source: string;
  readonly event: HookEventName;
  readonly matched: boolean;
  /** `allow` also for a hook without an opinion; undefined when it did not run. */
  readonly verdict?: 'allow' | 'block' | 'failed';
  readonly reason?: string;
  /** What it would have done, and what is ignored and why. */
  readonly effect: readonly string[];
  readonly exit?: string;
  readonly ms?: number;
  readonly stdin?: string;
  readonly stdout?: string;
  readonly stderr?: string;
  /** What its environment has that other children's has not, and what it lacks (null). */
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly rewrite?: HookRun['rewrite'];
}

export interface TryDeps {
  readonly catalogue: Catalogue;
  readonly host: Host;
  /** Tools whose inputs rules can be about. */
  readonly tools: readonly Pick<Tool, 'name' | 'aliases' | 'parse' | 'subject'>[];
}

/**
 * Runs hooks dry: each for itself, on an event that did not happen, with nothing coming of it but what
 * its own process does. Fails with `ExpectedError` for an event or hook that is not known, and for an
 * untrusted hook.
 */
export async function tryHooks(
  trial: HookTrial,
  deps: TryDeps,
  signal: AbortSignal,
): Promise<readonly TriedHook[]> {
  const name = hookEventNamed(trial.event);
  if (!name) throw unknown('event', trial.event, HOOK_EVENT_NAMES);
  const { host, catalogue } = deps;
  const event = eventOf(name, trial, deps);
  const chosen = choose(catalogue, name, trial.hook);
  const engine = new Engine({ home: host, executor: host });
  const matchRule = createMatchRule(host.environment.home);
  const tried: TriedHook[] = [];
  for (const hook of chosen) {
    const matched = await compileMatcher(hook, matchRule)(event);
    const base = { hook: hook.name, source: hook.source, event: name, matched };
    if (!matched && trial.hook === undefined) tried.push({ ...base, effect: [] });
    else if (await engine.hasChanged(hook, trial.cwd))
      throw new ExpectedError('untrusted', `The hook ${hook.name} is not run: ${changedReason(hook)}.`);
    else {
      const { run } = await engine.runHook(hook, event, signal);
      tried.push({ ...base, ...shown(run), environment: await environmentOf(hook, trial.cwd, host) });
    }
  }
  return tried;
}

function shown(run: HookRun): Omit<TriedHook, 'hook' | 'source' | 'event' | 'matched'> {
  const { verdict, reason, effects, exit, ms, input, stdout, stderr, rewrite } = run;
  return {
    verdict: verdict === 'block' || verdict === 'failed' ? verdict : 'allow',
    ...(reason !== undefined && { reason }),
    effect: effects,
    exit,
    ms,
    stdin: input,
    stdout,
    stderr,
    ...(rewrite && { rewrite }),
  };
}

function choose(
  catalogue: Catalogue,
  event: HookEventName,
  wanted: string | undefined,
): readonly HookDefinition[] {
  const here = catalogue.hooks.filter((hook) => hook.event === event);
  if (wanted === undefined) return here;
  const named = here.filter((hook) => goesBy(hook, wanted));
  if (named.length > 0) return named;
  const idle = catalogue.items.find(
    (item) => item.kind === 'hook' && item.name === wanted && item.state !== 'active',
  );
  if (idle?.state === 'untrusted')
    throw new ExpectedError(
      'untrusted',
      `The hook ${wanted} is not trusted yet: ${idle.reason ?? 'approve it first'}`,
    );
  if (idle)
    throw new ExpectedError(
      'no-hook',
      `The hook ${wanted} does not run: it is ${idle.state}. ${idle.reason ?? ''}`.trim(),
    );
  throw unknown(
    `hook on ${event}`,
    wanted,
    here.map((hook) => hook.name),
  );
}

/** By its name, or by its file's path and name, for two hooks of one name. */
function goesBy({ name, origin }: HookDefinition, wanted: string): boolean {
  const folder = origin.path.slice(0, Math.max(origin.path.lastIndexOf('/'), origin.path.lastIndexOf('\\')));
  return wanted === name || wanted === `${folder}/${name}`;
}

function unknown(what: string, word: string, known: readonly string[]): ExpectedError {
  const near = nearest(word, known, 1)[0];
  const hint = near
    ? ` Did you mean "${near}"?`
    : known.length > 0
      ? ` There are: ${known.join(', ')}.`
      : ' There are none.';
  return new ExpectedError('usage', `There is no ${what} "${word}".${hint}`);
}

async function environmentOf(
  hook: HookDefinition,
  cwd: string,
  host: Host,
): Promise<Readonly<Record<string, string | null>>> {
  const usual = await host.environment.forChild();
  const { env } = await hookSpawn(hook, cwd, { home: host, executor: host }).catch(() => ({ env: usual }));
  const added = Object.entries(env).filter(([name, value]) => usual[name] !== value);
  const missing = Object.keys(usual).filter((name) => !(name in env));
  return Object.fromEntries([...added, ...missing.map((name) => [name, null] as const)]);
}

/** An event as it might have happened, with the given fields in it. */
function eventOf(name: HookEventName, trial: HookTrial, deps: TryDeps): HookEvent {
  const place = { sessionId: 'hooks-test', turnId: 'hooks-test', cwd: trial.cwd };
  const given = isRecord(trial.input) ? trial.input : {};
  const text = (key: string, otherwise: string) => {
    const value = given[key];
    return typeof value === 'string' ? value : otherwise;
  };
  const worker = { agentId: text('agent_id', 'hooks-test-worker'), agentType: text('agent_type', 'general') };
  const ending = {
    stopHookActive: given['stop_hook_active'] === true,
    lastAssistantMessage: text('last_assistant_message', 'Done.'),
  };
  const trigger = given['trigger'] === 'manual' ? 'manual' : 'auto';
  switch (name) {
    case 'PreToolUse':
    case 'PermissionRequest':
      return { ...place, name, tool: toolOf(trial, deps) };
    case 'PostToolUse':
      return {
        ...place,
        name,
        tool: toolOf(trial, deps),
        response: trial.response ?? { text: 'Done.', isError: false },
      };
    case 'SessionStart':
      return { ...place, name, source: given['source'] === 'resume' ? 'resume' : 'startup' };
    case 'UserPromptSubmit':
      return {
        ...place,
        name,
        prompt: typeof trial.input === 'string' ? trial.input : text('prompt', 'Hello'),
      };
    case 'Stop':
      return { ...place, name, ...ending };
    case 'SubagentStart':
      return { ...place, name, worker };
    case 'SubagentStop':
      return { ...place, name, worker, ...ending };
    case 'PreCompact':
      return { ...place, name, trigger };
    case 'PostCompact':
      return { ...place, name, trigger, summary: text('summary', 'In short: nothing yet.') };
    case 'SessionEnd':
      return { ...place, name, reason: text('reason', 'closed') };
    case 'Notification':
      return { ...place, name, message: text('message', 'A question waits for an answer.') };
  }
}

function toolOf({ tool: wanted = 'bash', input, cwd }: HookTrial, { tools }: TryDeps): HookTool {
  const tool = tools.find(({ name, aliases }) => name === wanted || aliases.includes(wanted));
  const used = input ?? (tool?.name === 'bash' ? { command: 'echo hello' } : {});
  const base = { callId: 'hooks-test-call', input: used };
  if (!tool) {
    const subject = (asked: unknown): PermissionSubject => ({ kind: 'other', text: JSON.stringify(asked) });
    return { ...base, name: wanted, aliases: [], subject };
  }
  const subject = (asked: unknown): PermissionSubject => {
    const parsed = tool.parse(asked);
    return parsed.ok ? tool.subject(parsed.input, cwd) : { kind: 'none' };
  };
  return { ...base, name: tool.name, aliases: tool.aliases, subject };
}
