import { errorMessage, isCancelled } from '../../base/errors.ts';
import type { HookRun } from '../../protocol/vak.ts';
import type { Host } from '../host/host.ts';
import type { HookDefinition } from '../inventory/catalogue.ts';
import { describeEnd, readAnswer } from './hookAnswer.ts';
import { changedReason, hasChanged } from './hookApproval.ts';
import { decideEffect, type HookEffect } from './hookEffect.ts';
import { toolOf } from './hookMatcher.ts';
import { hookPayload } from './hookPayload.ts';
import { type HookResult, runHookProcess } from './hookProcess.ts';
import { hookSpawn } from './hookSpawn.ts';
import type { HookEvent, HookEventName } from './hooks.ts';
import { missingProgram } from './missingProgram.ts';

export interface EngineOptions {
  /** Vakil's machine, on which scripts lie. */
  readonly home: Pick<Host, 'files' | 'environment'>;
  /** The executor on which the conversation's events happen. */
  readonly executor: Host;
  /** Ids of runs; default random. */
  readonly newId?: () => string;
}

/** Longest input that a run keeps to be shown. */
const SHOWN_INPUT = 20_000;

/** A run that took place: what it came to, and what is shown of it. */
export interface FinishedRun {
  readonly effect: HookEffect;
  readonly run: HookRun;
}

/** Runs single hooks; `vak hooks test` runs them through it too. */
export class Engine {
  readonly #options: EngineOptions;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /** What every run says of itself. */
  emptyRun(hook: string, event: HookEvent): Omit<HookRun, 'verdict'> {
    const runId = (this.#options.newId ?? (() => crypto.randomUUID()))();
    const callId = toolOf(event)?.callId;
    return { runId, hook, event: event.name, ms: 0, effects: [], ...(callId !== undefined && { callId }) };
  }

  hasChanged(hook: HookDefinition, cwd: string): Promise<boolean> {
    return hasChanged(hook, cwd, this.#options.home);
  }

  /** What comes of a hook that has changed: a guard fails closed, any other is passed over. */
  changedRun(hook: HookDefinition, event: HookEvent): FinishedRun {
    const effect = decideEffect({ failure: changedReason(hook), ignored: [] }, event, hook);
    const verdict = hook.failure === 'closed' ? effect.verdict : 'untrusted';
    const { reason, notes } = effect;
    return {
      effect,
      run: {
        ...this.emptyRun(hook.name, event),
        verdict,
        effects: [...notes],
        ...(reason !== undefined && { reason }),
      },
    };
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
