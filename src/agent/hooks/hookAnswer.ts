import { z } from 'zod';
import { parseJson } from '../../base/json.ts';
import type { HookDefinition } from '../inventory/catalogue.ts';
import { kebabEvent } from '../inventory/hookEvents.ts';
import type { HookResult } from './hookProcess.ts';
import type { HookEventName } from './hooks.ts';

/** What a hook said, before the event decides what of it counts. */
export interface HookAnswer {
  /** Set when the hook failed (H7); what else stands here counts all the same. */
  readonly failure?: string;
  /** It ended with exit 2: stderr is the reason. */
  readonly exitBlock?: { readonly reason?: string };
  readonly decision?: { readonly kind: 'block' | 'approve'; readonly reason?: string };
  readonly permission?: { readonly kind: 'allow' | 'deny'; readonly reason?: string };
  readonly stop?: { readonly reason?: string };
  readonly updatedInput?: Readonly<Record<string, unknown>>;
  readonly context?: string;
  readonly systemMessage?: string;
  /** What was said and does not count, and why. */
  readonly ignored: readonly string[];
}

/** Other tools' hooks may say more: unknown keys are passed over, known ones must be right. */
const AnswerSchema = z.looseObject({
  decision: z.enum(['block', 'approve']).optional(),
  reason: z.string().optional(),
  continue: z.boolean().optional(),
  stopReason: z.string().optional(),
  systemMessage: z.string().optional(),
  hookSpecificOutput: z
    .looseObject({
      hookEventName: z.string().optional(),
      permissionDecision: z.enum(['allow', 'deny']).optional(),
      permissionDecisionReason: z.string().optional(),
      updatedInput: z.record(z.string(), z.unknown()).optional(),
      additionalContext: z.string().optional(),
    })
    .optional(),
});

/** Plain text on stdout is context for the model here, and nothing elsewhere (H7). */
const TEXT_IS_CONTEXT: readonly HookEventName[] = ['SessionStart', 'SubagentStart', 'UserPromptSubmit'];
/** Nothing is about to happen at these, or it can't be kept from happening: exit 2 is a failure there. */
export const CANNOT_BLOCK: readonly HookEventName[] = [
  'SessionStart',
  'SubagentStart',
  'PreCompact',
  'PostCompact',
  'SessionEnd',
  'Notification',
];

/** Reads a hook's exit and output as an answer (H7). */
export function readAnswer(
  { end, stdout, stderr }: HookResult,
  event: HookEventName,
  form: HookDefinition['form'],
): HookAnswer {
  if (end.kind === 'exit' && end.code === 0) return readOutput(stdout, event);
  if (end.kind === 'exit' && end.code === 2 && !CANNOT_BLOCK.includes(event)) {
    const reason = stderr.text.trim();
    const ignored = stdout.text.trim() === '' ? [] : ['its output, since it ended with exit 2'];
    return { exitBlock: reason ? { reason } : {}, ignored };
  }
  const failure = describeFailure(end, event, stderr.text);
  if (form !== 'toml') return { failure, ignored: [] };
  const said = readOutput(stdout, event);
  const decided = said.decision ?? said.permission ?? said.stop;
  return decided && said.failure === undefined ? { ...said, failure } : { failure, ignored: [] };
}

/** How a run ended, in a few words. */
export function describeEnd(end: HookResult['end']): string {
  switch (end.kind) {
    case 'exit':
      return `exit ${end.code}`;
    case 'signal':
      return `ended by ${end.signal}`;
    case 'timeout':
      return `timed out after ${end.afterMs / 1000} s`;
    case 'no-start':
      return `could not start: ${end.reason}`;
  }
}

function describeFailure(end: HookResult['end'], event: HookEventName, stderr: string): string {
  const last = stderr.trim().split('\n').at(-1) ?? '';
  const blocks = end.kind === 'exit' && end.code === 2 ? `, and ${event} can't be blocked` : '';
  return `${describeEnd(end)}${blocks}${last === '' ? '' : `: ${last.slice(0, 300)}`}`;
}

function readOutput(stdout: HookResult['stdout'], event: HookEventName): HookAnswer {
  const text = stdout.text.replace(/^\uFEFF/, '').trim();
  if (text === '') return { ignored: [] };
  if (!text.startsWith('{')) return readText(text, stdout.cut, event);
  if (stdout.cut) return { failure: 'its JSON is longer than 64 KB', ignored: [] };
  const parsed = parseJson(text);
  if (!parsed.ok) return { failure: `its output is no JSON: ${parsed.reason}`, ignored: [] };
  const answer = AnswerSchema.safeParse(parsed.value);
  if (!answer.success) return { failure: describeIssue(answer.error), ignored: [] };
  return fromJson(answer.data, event);
}

function readText(text: string, cut: boolean, event: HookEventName): HookAnswer {
  const ignored = cut ? ['what it printed behind the first 64 KB'] : [];
  if (/^\{.*\}$/m.test(text))
    ignored.push('a JSON answer behind other output: it must stand alone on stdout');
  if (TEXT_IS_CONTEXT.includes(event)) return { context: text, ignored };
  return { ignored: [...ignored, `plain text on stdout, which says nothing on ${event}`] };
}

function fromJson(said: z.infer<typeof AnswerSchema>, event: HookEventName): HookAnswer {
  const own = said.hookSpecificOutput ?? {};
  const named = own.hookEventName;
  if (named !== undefined && named !== event && named !== kebabEvent(event))
    return { failure: `its answer is for ${named}, but ${event} runs`, ignored: [] };
  return {
    ...(said.decision && { decision: withReason(said.decision, said.reason) }),
    ...(own.permissionDecision && {
      permission: withReason(own.permissionDecision, own.permissionDecisionReason ?? said.reason),
    }),
    ...(said.continue === false && { stop: said.stopReason ? { reason: said.stopReason } : {} }),
    ...(own.updatedInput && { updatedInput: own.updatedInput }),
    ...(own.additionalContext && { context: own.additionalContext }),
    ...(said.systemMessage && { systemMessage: said.systemMessage }),
    ignored: [],
  };
}

function withReason<K extends string>(kind: K, reason: string | undefined): { kind: K; reason?: string } {
  return reason ? { kind, reason } : { kind };
}

function describeIssue({ issues: [issue] }: z.ZodError): string {
  const place = issue?.path.join('.') ?? '';
  if (place === 'hookSpecificOutput.permissionDecision')
    return `its ${place} is none of allow and deny, the only ones that a hook can give`;
  return `its answer is wrong at «${place}»: ${issue?.message ?? 'not understood'}`;
}
