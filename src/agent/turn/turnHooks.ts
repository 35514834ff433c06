import type { PermissionSubject } from '../permissions/permission.ts';
import type { ToolResult } from '../tools/tool.ts';

/**
 * What all hooks of one event came to, merged (H7, H8): the first block, a wish to end the turn,
 * context for the model, and on PreToolUse the rewritten input. Nothing set means no opinion.
 */
export interface HookVerdict {
  /** The reason of the first block. */
  readonly block?: string;
  /** `continue: false`: ends the turn with this reason and beats everything else. */
  readonly endTurn?: string;
  /** Extra context for the model, in the order of the hooks. */
  readonly context?: readonly string[];
  /** The whole input that replaces the model's; it is validated again. */
  readonly rewrite?: { readonly input: unknown };
}

/** A call as hooks see it: names and input are those that rules and logs see (M8). */
export interface HookedCall {
  readonly callId: string;
  readonly tool: string;
  readonly aliases: readonly string[];
  readonly input: unknown;
  /** What `match` rules are compared with, also for an input that a hook rewrote. Must not throw. */
  subject(input: unknown): PermissionSubject;
}

/** A compaction that is about to happen, or has happened. */
export interface CompactionMoment {
  readonly trigger: 'manual' | 'auto';
  /** Set when it has happened. */
  readonly summary?: string;
}

/**
 * The hooks of one conversation (or worker), as a turn needs them. Who runs them, shows each run and
 * leaves a trace is not the turn's business. Rejects only when cancelled: a hook that fails is a
 * verdict.
 */
export interface TurnHooks {
  userPromptSubmit(prompt: { messageId: string; text: string }, signal: AbortSignal): Promise<HookVerdict>;
  preToolUse(call: HookedCall, signal: AbortSignal): Promise<HookVerdict>;
  postToolUse(call: HookedCall & { result: ToolResult }, signal: AbortSignal): Promise<HookVerdict>;
  /** Stop, and SubagentStop in a worker. `active`: a hook has already kept this turn going. */
  stop(end: { lastMessage: string; active: boolean }, signal: AbortSignal): Promise<HookVerdict>;
  /** Before a person is asked about a call: a block refuses it. */
  permissionRequest?(call: HookedCall, signal: AbortSignal): Promise<HookVerdict>;
  /** Something waits for a person. Nobody waits for it. */
  notify?(message: string, signal: AbortSignal): void;
  /** PreCompact, and PostCompact with the summary. */
  compaction?(moment: CompactionMoment, signal: AbortSignal): Promise<HookVerdict>;
}
