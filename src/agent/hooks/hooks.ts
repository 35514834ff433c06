import type { HookRun } from '../../protocol/vak.ts';
import type { HookEvent as HookEventName } from '../inventory/hookEvents.ts';
import type { PermissionSubject } from '../permissions/permission.ts';

export type { HookEventName };

/** Where an event happened. */
export interface HookPlace {
  /** The conversation's id, also for what happens inside a worker. */
  readonly sessionId: string;
  /** Empty when no turn runs. */
  readonly turnId: string;
  /** Working folder of the executor on which the event happened: hooks run there. */
  readonly cwd: string;
  /** Set for every event inside a worker. */
  readonly worker?: { readonly agentId: string; readonly agentType: string };
}

/** The call that a tool event is about. Names and input are those that rules see (M8), never an alias. */
export interface HookTool {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly callId: string;
  readonly input: unknown;
  /** What `match` rules are compared with, also for an input that a hook rewrote. Must not throw. */
  subject(input: unknown): PermissionSubject;
}

/** One event with its own fields. */
export type HookEvent = HookPlace &
  (
    | { readonly name: 'SessionStart'; readonly source: 'startup' | 'resume' }
    | { readonly name: 'UserPromptSubmit'; readonly prompt: string }
    | { readonly name: 'PreToolUse' | 'PermissionRequest'; readonly tool: HookTool }
    | {
        readonly name: 'PostToolUse';
        readonly tool: HookTool;
        readonly response: { readonly text: string; readonly isError: boolean };
      }
    | {
        readonly name: 'Stop' | 'SubagentStop';
        /** True when this turn goes on because a hook asked for it. */
        readonly stopHookActive: boolean;
        readonly lastAssistantMessage: string;
      }
    | { readonly name: 'SubagentStart' }
    | { readonly name: 'PreCompact'; readonly trigger: 'manual' | 'auto' }
    | { readonly name: 'PostCompact'; readonly trigger: 'manual' | 'auto'; readonly summary: string }
    | { readonly name: 'SessionEnd'; readonly reason: string }
    | { readonly name: 'Notification'; readonly message: string }
  );

/**
 * What all hooks of one event came to, for the slot that asked. Nothing set means: go on.
 *
 * | field | UserPromptSubmit | PreToolUse | PostToolUse | Stop, SubagentStop |
 * |---|---|---|---|---|
 * | `blocked` | not sent, `refusal` | not run, failed result | reason joins the result | reason continues the turn |
 * | `stopTurn` | not sent, turn ends | not run, turn ends | turn ends | turn ends |
 */
export interface HookOutcome {
  readonly blocked?: { readonly reason: string; readonly hook: string };
  /** Ends the turn with the reason; beats everything else. */
  readonly stopTurn?: { readonly reason: string; readonly hook: string };
  /** PreToolUse: replaces the whole input; validate it again. */
  readonly updatedInput?: Readonly<Record<string, unknown>>;
  /** For the model, in order. */
  readonly context: readonly string[];
  /** `systemMessage`s, for the person only. */
  readonly messages: readonly string[];
  /** Each hook of the event, also those that did not match or are untrusted. */
  readonly runs: readonly HookRun[];
}

/** Runs the hooks of a conversation. Made anew for each catalogue; a running turn keeps its own. */
export interface Hooks {
  /**
   * Runs the hooks of the event one after another (H11, H12). `onRun` hears of each run as it ends.
   * Rejects only when cancelled; a failing hook is an outcome.
   */
  run(event: HookEvent, signal: AbortSignal, onRun?: (run: HookRun) => void): Promise<HookOutcome>;
}

export const NO_HOOKS_OUTCOME: HookOutcome = { context: [], messages: [], runs: [] };
