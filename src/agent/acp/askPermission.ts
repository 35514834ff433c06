import type {
  AgentContext,
  PermissionOption,
  RequestPermissionResponse,
} from '@agentclientprotocol/sdk/unstable';
import { methods } from '@agentclientprotocol/sdk/unstable';
import { z } from 'zod';
import type { UpdateMeta } from '../../protocol/vak.ts';
import type { ApprovalAnswer, ApprovalQuestion } from '../permissions/permission.ts';
import type { CallDescription } from './updates.ts';

const AnswerSchema = z.looseObject({
  outcome: z.discriminatedUnion('outcome', [
    z.looseObject({ outcome: z.literal('selected'), optionId: z.string() }),
    z.looseObject({ outcome: z.literal('cancelled') }),
  ]),
  _meta: z
    .looseObject({ vak: z.looseObject({ feedback: z.string().optional() }).optional() })
    .nullish()
    .catch(undefined),
});

/**
 * Asks the person whether a call may run. Always answers: a client that is gone, fails, or says
 * something that was not offered has not agreed.
 */
export async function askPermission(
  client: AgentContext,
  question: ApprovalQuestion,
  call: CallDescription,
  signal: AbortSignal,
): Promise<ApprovalAnswer> {
  if (signal.aborted) return { outcome: 'cancelled' };
  const { sessionId, callId, tool, title, input } = question;
  const options = optionsFor(question);
  const asked = client.request(
    methods.client.session.requestPermission,
    {
      sessionId,
      options,
      toolCall: {
        toolCallId: callId,
        name: tool,
        title,
        status: 'pending',
        rawInput: input,
        ...call,
        _meta: { vak: { ask: askMeta(question) } },
      },
    },
    { cancellationSignal: signal, stopWaitingOnCancel: true },
  );
  try {
    return readAnswer(await asked, options);
  } catch {
    // A client that fails to answer has not agreed; with a cancelled turn nobody waits for it.
    return signal.aborted ? { outcome: 'cancelled' } : { outcome: 'reject' };
  }
}

function optionsFor({ decision }: ApprovalQuestion): PermissionOption[] {
  const always: PermissionOption[] =
    decision.always === undefined
      ? []
      : [{ optionId: 'always', name: decision.always.label, kind: 'allow_always' }];
  return [
    { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
    ...always,
    { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
  ];
}

function askMeta({ decision, worker }: ApprovalQuestion): UpdateMeta['ask'] {
  const { because, part, parts, rule } = decision;
  return {
    because,
    part: part === undefined ? undefined : [part[0], part[1]],
    ...(parts && { parts: parts.map(([from, to]): [number, number] => [from, to]) }),
    rule: rule?.text,
    rulePath: rule?.path,
    ruleLine: rule?.line,
    worker: worker?.title,
  };
}

function readAnswer(
  response: RequestPermissionResponse,
  offered: readonly PermissionOption[],
): ApprovalAnswer {
  const answer = AnswerSchema.safeParse(response);
  if (!answer.success) return { outcome: 'reject' };
  const { outcome, _meta } = answer.data;
  if (outcome.outcome === 'cancelled') return { outcome: 'cancelled' };
  const chosen = offered.find(({ optionId }) => optionId === outcome.optionId)?.optionId;
  if (chosen === 'once' || chosen === 'always') return { outcome: chosen };
  return { outcome: 'reject', feedback: _meta?.vak?.feedback };
}
