import { errorMessage, isCancelled } from '../../base/errors.ts';
import type { Call, SettledCall } from './stages/call.ts';
import { fail } from './stages/call.ts';
import { claim } from './stages/claim.ts';
import { execute } from './stages/execute.ts';
import { permission } from './stages/permission.ts';
import { postHooks } from './stages/postHooks.ts';
import { preHooks } from './stages/preHooks.ts';
import type { Stage, StageContext } from './stages/stage.ts';
import { truncate } from './stages/truncate.ts';
import { validate } from './stages/validate.ts';
import { planWaves } from './waves.ts';

/**
 * The way of every call, whatever tool it is for. The calls of one answer are prepared one after
 * another, in the model's order; then they run in waves. Each is judged again right before it runs: while
 * others were asked about or ran, the mode may have changed, or a link now stands where a folder was.
 */
export const PREPARE = [validate, preHooks, permission, claim] as const;
export const RUN = [permission, execute, postHooks, truncate] as const;
export const PIPELINE: readonly Stage[] = [...PREPARE, ...RUN].map(anyStage);

/** What a call that the person stopped is answered with: a conversation never holds a call without a result. */
export const CANCELLED_RESULT = 'Cancelled by the person before it was done.';

/**
 * Takes the calls of one answer through the pipeline. `settled` hears of each result as soon as it is
 * there; the returned list is in the model's order. Never rejects: after a cancellation the calls
 * that were not done are settled as cancelled.
 */
export async function runCalls(
  calls: readonly Call[],
  context: StageContext,
  settled: (call: SettledCall) => Promise<void>,
): Promise<readonly SettledCall[]> {
  const prepared: Call[] = [];
  let ended = false;
  for (const call of calls) {
    const next = ended ? skip(call) : await pass(call, PREPARE.map(anyStage), context);
    prepared.push(next);
    if (next.kind === 'settled' && next.endTurn !== undefined) ended = true;
  }
  const waves = planWaves(
    prepared.map((call) => (call.kind === 'prepared' ? call.claims : undefined)),
    context.input.cwd,
  );
  const results = new Map<number, SettledCall>();
  for (const indices of waves) {
    const ran = indices.map(async (index) => {
      const result = await finish(prepared[index], ended, context);
      await settled(result);
      results.set(index, result);
    });
    await Promise.all(ran);
    ended ||= [...results.values()].some((result) => result.endTurn !== undefined);
  }
  return calls.flatMap((_call, index) => results.get(index) ?? []);
}

/** Runs one prepared call. */
async function finish(call: Call | undefined, ended: boolean, context: StageContext): Promise<SettledCall> {
  if (!call) throw new Error('Bug: a wave names a call that is not there');
  const done = ended && call.kind === 'prepared' ? skip(call) : await pass(call, RUN.map(anyStage), context);
  return done.kind === 'settled'
    ? done
    : fail(done, 'Bug: the call came out of the pipeline without a result');
}

/** Takes a call through stages; each acts on the kind it takes and lets the others pass. */
async function pass(call: Call, stages: readonly Stage[], context: StageContext): Promise<Call> {
  let current = call;
  for (const stage of stages) {
    if (current.kind !== stage.takes) continue;
    try {
      current = await stage.run(current, context);
    } catch (error) {
      // A result that is there stays, and goes on to the stages that bound it.
      if (current.kind === 'settled') continue;
      const cancelled = isCancelled(error) || context.signal.aborted;
      return fail(
        current,
        cancelled ? CANCELLED_RESULT : `Not run, ${stage.name} failed: ${errorMessage(error)}`,
      );
    }
  }
  return current;
}

function skip(call: Call): SettledCall {
  return call.kind === 'settled' ? call : fail(call, 'Not run: a hook ended the turn.');
}

/** A stage of one kind as a stage of any: `pass` gives it only calls of the kind it takes. */
function anyStage(stage: Stage<'asked'> | Stage<'prepared'> | Stage<'settled'>): Stage {
  return stage as Stage;
}
