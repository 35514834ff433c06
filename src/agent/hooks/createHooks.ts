import type { HookRun } from '../../protocol/vak.ts';
import type { HookDefinition } from '../inventory/catalogue.ts';
import { Engine, type EngineOptions, type FinishedRun } from './hookEngine.ts';
import { compileMatcher, type HookMatcher, type MatchRule } from './hookMatcher.ts';
import type { HookEvent, HookOutcome, Hooks } from './hooks.ts';
import { NO_HOOKS_OUTCOME } from './hooks.ts';

export interface HooksOptions extends EngineOptions {
  /** Active hooks and guards that changed, in the order of H12. */
  readonly definitions: readonly HookDefinition[];
  /** Hooks that are there and must not run yet, with the reason; each of their events leaves a run. */
  readonly untrusted?: readonly { readonly name: string; readonly event: string; readonly reason: string }[];
  readonly matchRule: MatchRule;
}

interface Prepared {
  readonly hook: HookDefinition;
  readonly matches: HookMatcher;
}

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
    else if (await engine.hasChanged(hook, chain.event.cwd)) {
      if (chain.apply(engine.changedRun(hook, chain.event), hook)) return;
    } else if (chain.apply(await engine.runHook(hook, chain.event, signal), hook)) return;
  }
}

function guardsBefore(rewriter: HookDefinition | undefined, hooks: readonly Prepared[]): readonly Prepared[] {
  const end = hooks.findIndex(({ hook }) => hook === rewriter);
  return hooks.slice(0, Math.max(end, 0)).filter(({ hook }) => isOfPerson(hook) || hook.fromUsersPlugin);
}

function isOfPerson({ origin }: HookDefinition): boolean {
  return origin.scope === 'user';
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
