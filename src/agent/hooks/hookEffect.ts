import type { HookDefinition } from '../inventory/catalogue.ts';
import type { HookAnswer } from './hookAnswer.ts';
import type { HookEvent, HookEventName } from './hooks.ts';

/** What one hook's answer comes to on its event. */
export interface HookEffect {
  readonly verdict: 'allow' | 'block' | 'failed' | 'no-opinion';
  /** The reason of a block; where nothing is to be blocked it joins the result or continues the turn (H9). */
  readonly block?: string;
  readonly stopTurn?: string;
  readonly updatedInput?: Readonly<Record<string, unknown>>;
  readonly context?: string;
  readonly systemMessage?: string;
  /** The reason shown with the run. */
  readonly reason?: string;
  /** For a person: what was decided, then what was ignored and why. */
  readonly notes: readonly string[];
}

type Hook = Pick<HookDefinition, 'name' | 'form' | 'failure'>;

/** Events on which `decision: block` counts; in `[[hooks]]` on PreToolUse too (H7). */
const DECISION_COUNTS: readonly HookEventName[] = ['UserPromptSubmit', 'PostToolUse', 'Stop', 'SubagentStop'];
const PERMISSION_COUNTS: readonly HookEventName[] = ['PreToolUse', 'PermissionRequest'];
/** Nothing goes to a model because of these. */
const NO_CONTEXT: readonly HookEventName[] = ['SessionEnd', 'Notification', 'PermissionRequest'];
/** No turn runs that could end. */
const NO_TURN: readonly HookEventName[] = ['SessionEnd', 'Notification'];

/** The table of H4 and H7 to H9: what counts on which event, in which form, in which failure mode. Pure. */
export function decideEffect(answer: HookAnswer, event: HookEvent, hook: Hook): HookEffect {
  const ignored = [...answer.ignored];
  const decided =
    stopEffect(answer, event.name, hook, ignored) ?? blockEffect(answer, event.name, hook, ignored);
  const agrees = isAgreement(answer, event.name);
  const failed = answer.failure !== undefined && !decided && !agrees;
  const outcome = decided ?? (failed ? failureEffect(answer.failure ?? '', event, hook) : {});
  const extras = {
    ...inputEffect(answer, event.name, outcome, ignored),
    ...contextEffect(answer, event.name, ignored),
    ...(answer.systemMessage && { systemMessage: answer.systemMessage }),
  };
  const reason = outcome.stopTurn ?? outcome.block ?? answer.failure ?? reasonGiven(answer);
  return {
    ...outcome,
    ...extras,
    ...(reason !== undefined && { reason }),
    verdict: failed ? 'failed' : decided ? 'block' : agrees ? 'allow' : 'no-opinion',
    notes: [
      ...(answer.failure === undefined ? [] : [`failed: ${answer.failure}`]),
      ...describe({ ...outcome, ...extras }, event.name),
      ...ignored.map((what) => `ignored: ${what}`),
    ],
  };
}

/** `allow` states no objection: it overrides no rule, and no failure but the hook's own (H8). */
function isAgreement({ decision, permission }: HookAnswer, event: HookEventName): boolean {
  return decision?.kind === 'approve' || (permission?.kind === 'allow' && PERMISSION_COUNTS.includes(event));
}

type Outcome = Pick<HookEffect, 'block' | 'stopTurn'>;

/** `continue: false` beats everything. */
function stopEffect(
  { stop }: HookAnswer,
  event: HookEventName,
  hook: Hook,
  ignored: string[],
): Outcome | undefined {
  if (!stop) return undefined;
  if (!NO_TURN.includes(event)) return { stopTurn: stop.reason ?? `The hook ${hook.name} ended the turn.` };
  ignored.push(`continue: false, since no turn runs at ${event}`);
  return undefined;
}

function blockEffect(
  { exitBlock, decision, permission }: HookAnswer,
  event: HookEventName,
  hook: Hook,
  ignored: string[],
): Outcome | undefined {
  const withReason = (reason: string | undefined) => ({
    block: reason ?? `The hook ${hook.name} blocked this without a reason.`,
  });
  if (exitBlock) return withReason(exitBlock.reason);
  if (permission && !PERMISSION_COUNTS.includes(event))
    ignored.push('permissionDecision, which counts on PreToolUse only');
  else if (permission?.kind === 'deny') return withReason(permission.reason);
  if (decision?.kind !== 'block') return undefined;
  if (DECISION_COUNTS.includes(event) || (PERMISSION_COUNTS.includes(event) && hook.form === 'toml'))
    return withReason(decision.reason);
  ignored.push(
    event === 'PreToolUse'
      ? 'decision: block, which counts on PreToolUse in [[hooks]] only; here permissionDecision does'
      : `decision: block, for which ${event} has no use`,
  );
  return undefined;
}

/** What a failed hook does in `failure_mode = "closed"` or `on_failure: block`; in the other mode nothing. */
function failureEffect(failure: string, event: HookEvent, { name, failure: mode }: Hook): Outcome {
  if (mode === 'open') return {};
  const reason = `The hook ${name} failed: ${failure}`;
  switch (event.name) {
    case 'UserPromptSubmit':
    case 'PreToolUse':
    case 'PermissionRequest':
    case 'PostToolUse':
      return { block: reason };
    case 'Stop':
    case 'SubagentStop':
      return event.stopHookActive ? {} : { block: reason };
    case 'SessionStart':
    case 'SubagentStart':
    case 'PreCompact':
    case 'PostCompact':
      return { stopTurn: reason };
    case 'SessionEnd':
    case 'Notification':
      return {};
  }
}

function inputEffect(
  { updatedInput }: HookAnswer,
  event: HookEventName,
  outcome: Outcome,
  ignored: string[],
): Pick<HookEffect, 'updatedInput'> {
  if (!updatedInput) return {};
  if (event !== 'PreToolUse') ignored.push('updatedInput, which counts on PreToolUse only');
  else if (outcome.block !== undefined || outcome.stopTurn !== undefined)
    ignored.push('updatedInput, since the call does not run');
  else return { updatedInput };
  return {};
}

function contextEffect(
  { context }: HookAnswer,
  event: HookEventName,
  ignored: string[],
): Pick<HookEffect, 'context'> {
  if (context === undefined) return {};
  if (!NO_CONTEXT.includes(event)) return { context };
  ignored.push(`additionalContext, since nothing goes to a model at ${event}`);
  return {};
}

function reasonGiven({ decision, permission }: HookAnswer): string | undefined {
  return decision?.reason ?? permission?.reason;
}

function describe(effect: Omit<HookEffect, 'verdict' | 'notes'>, event: HookEventName): string[] {
  const notes: string[] = [];
  if (effect.stopTurn !== undefined) notes.push('ended the turn');
  if (effect.block !== undefined) notes.push(BLOCKED[event] ?? 'blocked');
  if (effect.updatedInput) notes.push('replaced the input');
  if (effect.context !== undefined) notes.push(`added ${effect.context.length} characters of context`);
  if (effect.systemMessage) notes.push('showed a message');
  return notes;
}

const BLOCKED: Partial<Record<HookEventName, string>> = {
  UserPromptSubmit: 'kept the prompt from being sent',
  PreToolUse: 'kept the call from running',
  PermissionRequest: 'refused the permission',
  PostToolUse: 'added its reason to the result',
  Stop: 'made the turn go on',
  SubagentStop: 'made the worker go on',
};
