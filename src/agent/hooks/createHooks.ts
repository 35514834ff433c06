import { errorMessage, isCancelled } from '../../base/errors.ts';
import type { HookRun } from '../../protocol/vak.ts';
import type { Host } from '../host/host.ts';
import type { HookDefinition } from '../inventory/catalogue.ts';
import { hookContent } from '../inventory/codeContent.ts';
import { describeEnd, readAnswer } from './hookAnswer.ts';
import { decideEffect, type HookEffect } from './hookEffect.ts';
import { compileMatcher, type HookMatcher, type MatchRule, toolOf } from './hookMatcher.ts';
import { hookPayload } from './hookPayload.ts';
import { type HookResult, runHookProcess } from './hookProcess.ts';
import { hookSpawn } from './hookSpawn.ts';
import type { HookEvent, HookEventName, HookOutcome, Hooks } from './hooks.ts';
import { NO_HOOKS_OUTCOME } from './hooks.ts';
import { missingProgram } from './missingProgram.ts';

export interface HooksOptions {
  /** Active hooks, in the order of H12. */
  readonly definitions: readonly HookDefinition[];
  /** Hooks that are there and must not run yet, with the reason; each of their events leaves a run. */
  readonly untrusted?: readonly { readonly name: string; readonly event: string; readonly reason: string }[];
  /** Vakil's machine, on which scripts lie. */
  readonly home: Pick<Host, 'files' | 'environment'>;
  /** The executor on which the conversation's events happen. */
  readonly executor: Host;
  readonly matchRule: MatchRule;
  /** Ids of runs; default random. */
  readonly newId?: () => string;
}

interface Prepared {
  readonly hook: HookDefinition;
  readonly matches: HookMatcher;
}

export const CHANGED = 'it changed since you agreed to it; agree to it anew';

/** Longest input that a run keeps to be shown. */
const SHOWN_INPUT = 20_000;

/** The hooks of one catalogue as an engine for the slots of a turn. */
export function createHooks(options: HooksOptions): Hooks {
  const byEvent = new Map<string, Prepared[]>();
  for (const hook of options.definitions) {
    const prepared = { hook, matches: compileMatcher(hook, options.matchRule) };
    byEvent.set(hook.event, [...(byEvent.get(hook.event) ?? []), prepared]);
  }
  const untrusted = Map.groupBy(options.untrusted ?? [], ({ event }) => event);
  const engine = new Engine(options);
  return {
    async run(event, signal, onRun) {
      const hooks = byEvent.get(event.name);
      const skipped = untrusted.get(event.name);
      if (!hooks && !skipped) return NO_HOOKS_OUTCOME;
      const chain = new Chain(event, onRun);
      for (const { name, reason } of skipped ?? [])
        chain.note({ ...engine.emptyRun(name, chain.event), verdict: 'untrusted', reason });
      await runRow(hooks ?? [], chain, engine, signal);
      // A guard of the person's, or of a plugin of theirs, has the last word on the input: those before a foreign hook that rewrote it see it anew.
      if (!chain.ended) await runRow(guardsBefore(chain.foreignRewrite, hooks ?? []), chain, engine, signal);
      return chain.outcome();
    },
  };
}

/** Runs hooks one after another, until one of them ends the row. */
async function runRow(
  hooks: readonly Prepared[],
  chain: Chain,
  engine: Engine,
  signal: AbortSignal,
): Promise<void> {
  for (const { hook, matches } of hooks) {
    const wanted = matches(chain.event);
    if (!(typeof wanted === 'boolean' ? wanted : await wanted))
      chain.note({ ...engine.emptyRun(hook.name, chain.event), verdict: 'not-matched' });
    else if (await engine.hasChanged(hook, chain.event.cwd))
      chain.note({ ...engine.emptyRun(hook.name, chain.event), verdict: 'untrusted', reason: CHANGED });
    else if (chain.apply(await engine.runHook(hook, chain.event, signal), hook)) return;
  }
}

function guardsBefore(rewriter: HookDefinition | undefined, hooks: readonly Prepared[]): readonly Prepared[] {
  const end = hooks.findIndex(({ hook }) => hook === rewriter);
  return hooks.slice(0, Math.max(end, 0)).filter(({ hook }) => isOfPerson(hook) || hook.fromUsersPlugin);
}

function isOfPerson({ origin }: HookDefinition): boolean {
  return origin.scope === 'user';
}

/** A run that took place: what it came to, and what is shown of it. */
export interface FinishedRun {
  readonly effect: HookEffect;
  readonly run: HookRun;
}

/** Runs single hooks; `vak hooks test` runs them through it too. */
export class Engine {
  readonly #options: Pick<HooksOptions, 'home' | 'executor' | 'newId'>;

  constructor(options: Pick<HooksOptions, 'home' | 'executor' | 'newId'>) {
    this.#options = options;
  }

  /** What every run says of itself. */
  emptyRun(hook: string, event: HookEvent): Omit<HookRun, 'verdict'> {
    const runId = (this.#options.newId ?? (() => crypto.randomUUID()))();
    const callId = toolOf(event)?.callId;
    return { runId, hook, event: event.name, ms: 0, effects: [], ...(callId !== undefined && { callId }) };
  }

  /** Whether what would run is no longer what the person agreed to: a script written anew since then. */
  async hasChanged(hook: HookDefinition, cwd: string): Promise<boolean> {
    if (hook.approvedContent === undefined) return false;
    const { files, environment } = this.#options.home;
    const now = await hookContent(hook, { files, home: environment.home, cwd });
    return now.text !== hook.approvedContent;
  }

  /** Rejects only when cancelled. */
  async runHook(hook: HookDefinition, event: HookEvent, signal: AbortSignal): Promise<FinishedRun> {
    const input = JSON.stringify(hookPayload(event));
    const result = await this.#process(hook, event, input, signal);
    const answer = readAnswer(result, event.name as HookEventName, hook.form);
    const effect = decideEffect(answer, event, hook);
    const before = toolOf(event)?.input;
    const run: HookRun = {
      ...this.emptyRun(hook.name, event),
      verdict: effect.verdict,
      ms: Math.round(result.ms),
      input:
        input.length > SHOWN_INPUT ? `${input.slice(0, SHOWN_INPUT)}… (${input.length} characters)` : input,
      stdout: shown(result.stdout),
      stderr: shown(result.stderr),
      exit: describeEnd(result.end),
      effects: [...effect.notes],
      ...(effect.reason !== undefined && { reason: effect.reason }),
      ...(effect.updatedInput && { rewrite: { before, after: effect.updatedInput } }),
      ...(effect.systemMessage && { systemMessage: effect.systemMessage }),
    };
    return { effect, run };
  }

  async #process(
    hook: HookDefinition,
    event: HookEvent,
    input: string,
    signal: AbortSignal,
  ): Promise<HookResult> {
    const { executor, home } = this.#options;
    const start = executor.clock.ticks();
    try {
      const spec = await hookSpawn(hook, event.cwd, { home, executor });
      const result = await runHookProcess(spec, input, hook.timeoutMs, executor, signal);
      const end = (await neverRan(result, hook, event.cwd, executor)) ?? result.end;
      return { ...result, end, ms: executor.clock.ticks() - start };
    } catch (error) {
      if (isCancelled(error)) throw error;
      const nothing = { text: '', cut: false };
      const end = { kind: 'no-start' as const, reason: errorMessage(error) };
      return { end, stdout: nothing, stderr: nothing, ms: executor.clock.ticks() - start };
    }
  }
}

/** Exit 2 of an interpreter that did not find its script is no block. */
async function neverRan(
  { end, stderr }: HookResult,
  { command }: HookDefinition,
  cwd: string,
  { files, environment }: Host,
): Promise<HookResult['end'] | undefined> {
  if (end.kind !== 'exit' || end.code !== 2 || command === undefined) return undefined;
  const missing = await missingProgram(
    command,
    { cwd, stderr: stderr.text },
    { files, home: environment.home },
  );
  return missing === undefined ? undefined : { kind: 'no-start', reason: `${missing} is not there` };
}

function shown({ text, cut }: HookResult['stdout']): string {
  return cut ? `${text}\n… (cut at 64 KB)` : text;
}

/** What the hooks of one event came to so far; each sees what those before it changed. */
class Chain {
  event: HookEvent;
  readonly #onRun: ((run: HookRun) => void) | undefined;
  readonly #runs: HookRun[] = [];
  readonly #context: string[] = [];
  readonly #messages: string[] = [];
  #end: Pick<HookOutcome, 'blocked' | 'stopTurn'> = {};
  #updatedInput: HookOutcome['updatedInput'];
  #foreignRewrite: HookDefinition | undefined;

  constructor(event: HookEvent, onRun: ((run: HookRun) => void) | undefined) {
    this.event = event;
    this.#onRun = onRun;
  }

  /** A hook blocked or ended the turn. */
  get ended(): boolean {
    return this.#end.blocked !== undefined || this.#end.stopTurn !== undefined;
  }

  /** The last hook of a project or a plugin that rewrote the input. */
  get foreignRewrite(): HookDefinition | undefined {
    return this.#foreignRewrite;
  }

  note(run: HookRun): void {
    this.#runs.push(run);
    this.#onRun?.(run);
  }

  /** True when the chain ends: the first block wins. */
  apply({ effect, run }: FinishedRun, definition: HookDefinition): boolean {
    const { name: hook } = definition;
    this.note(run);
    // A hook that runs twice says the same once.
    addOnce(this.#context, effect.context);
    addOnce(this.#messages, effect.systemMessage);
    if (effect.updatedInput) {
      if (!isOfPerson(definition)) this.#foreignRewrite = definition;
      this.#updatedInput = effect.updatedInput;
      if (this.event.name === 'PreToolUse')
        this.event = { ...this.event, tool: { ...this.event.tool, input: effect.updatedInput } };
    }
    if (effect.block !== undefined) this.#end = { blocked: { reason: effect.block, hook } };
    if (effect.stopTurn !== undefined) this.#end = { stopTurn: { reason: effect.stopTurn, hook } };
    return this.ended;
  }

  outcome(): HookOutcome {
    return {
      ...this.#end,
      ...(this.#updatedInput &&
        !this.#end.blocked &&
        !this.#end.stopTurn && { updatedInput: this.#updatedInput }),
      context: this.#context,
      messages: this.#messages,
      runs: this.#runs,
    };
  }
}

function addOnce(texts: string[], text: string | undefined): void {
  if (text !== undefined && !texts.includes(text)) texts.push(text);
}
