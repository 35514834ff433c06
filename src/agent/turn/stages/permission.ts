import { CancelledError } from '../../../base/errors.ts';
import type { UpdateMeta } from '../../../protocol/vak.ts';
import type { PermissionDecision } from '../../permissions/permission.ts';
import { type Approved, type Call, fail, type PreparedCall } from './call.ts';
import { circumstances } from './circumstances.ts';
import { hookedCall, identityOf } from './identity.ts';
import type { Stage, StageContext } from './stage.ts';
import { toolContext } from './toolContext.ts';

/**
 * Decides about the call as it will run, and puts the question to the person where the decision is to
 * ask. What they answered is decided about again: much may have changed while the question stood.
 */
export const permission: Stage<'prepared'> = {
  name: 'permission',
  takes: 'prepared',
  async run(call, context) {
    let current: Call = call;
    while (current.kind === 'prepared') {
      const decision = await decide(current, context);
      if (decision.outcome === 'deny') return fail(current, `Denied: ${decision.because}`);
      const placed = decision.places ? { ...current, places: decision.places } : current;
      if (decision.outcome === 'allow' || isApproved(decision, current.approved)) return placed;
      current = await ask(placed, decision, context);
    }
    return current;
  },
};

function decide(call: PreparedCall, context: StageContext): Promise<PermissionDecision> {
  const { deps, input } = context;
  return deps.permissions.decide({
    ...circumstances(identityOf(call), context),
    subject: call.tool.subject(call.input, input.cwd),
  });
}

/** Whether the person was asked the same about the same places: another place is another question. */
function isApproved({ because, places = new Map() }: Asks, approved: Approved | undefined): boolean {
  if (!approved || approved.because !== because) return false;
  const before = approved.places ?? new Map();
  return before.size === places.size && [...places].every(([named, real]) => before.get(named) === real);
}

type Asks = Extract<PermissionDecision, { outcome: 'ask' }>;

async function ask(call: PreparedCall, decision: Asks, context: StageContext): Promise<Call> {
  const { deps, input, emit, signal } = context;
  const shown = {
    ...call.tool.present(call.input, input.cwd),
    ...(await call.tool.preview?.(call.input, toolContext(call, context))),
  };
  emit({
    kind: 'tool-call',
    callId: call.callId,
    title: shown.title,
    toolKind: shown.kind ?? call.tool.kind,
    status: 'pending',
    content: shown.content,
    locations: shown.locations,
    input: call.source,
    meta: { ...shown.meta, ask: askMeta(decision) },
  });
  const verdict = await deps.hooks?.permissionRequest?.(hookedCall(call, input.cwd), signal);
  if (verdict?.endTurn !== undefined)
    return fail(call, `Not run, a hook ended the turn: ${verdict.endTurn}`, { endTurn: verdict.endTurn });
  if (verdict?.block !== undefined) return fail(call, verdict.block);
  deps.hooks?.notify?.(`${shown.title} needs an answer.`, signal);
  const answer = await deps.permissions.approver.ask(
    {
      sessionId: input.sessionId,
      callId: call.callId,
      tool: identityOf(call).name,
      title: shown.title,
      input: identityOf(call).input,
      decision,
    },
    signal,
  );
  switch (answer.outcome) {
    case 'once':
      return { ...call, approved: decision };
    case 'always':
      if (decision.always) await deps.permissions.remember(decision.always.rules);
      return { ...call, approved: decision };
    case 'reject':
      return fail(
        call,
        answer.feedback
          ? `The person rejected this call and says: ${answer.feedback}`
          : 'The person rejected this call. Do not try the same again by another way; ask what they want instead, or go on without it.',
      );
    case 'cancelled':
      if (signal.aborted) throw new CancelledError();
      return fail(
        call,
        `Denied: it needs an answer (${decision.because}), and nobody was there to give it. A rule or another mode can allow it.`,
      );
  }
}

function askMeta(decision: Asks): NonNullable<UpdateMeta['ask']> {
  return {
    because: decision.because,
    ...(decision.part ? { part: [decision.part[0], decision.part[1]] as [number, number] } : {}),
    ...(decision.parts ? { parts: decision.parts.map(([from, to]): [number, number] => [from, to]) } : {}),
    ...(decision.rule
      ? { rule: decision.rule.text, rulePath: decision.rule.path, ruleLine: decision.rule.line }
      : {}),
  };
}
