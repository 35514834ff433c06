import type { PlanEntry, ToolContent } from '../../protocol/transcript.ts';
import type { HookRun, UpdateMeta } from '../../protocol/vak.ts';
import type { ToolKind } from '../tools/tool.ts';

export type ToolStatus = 'pending' | 'in_progress' | 'completed' | 'failed';

/**
 * What happens in a turn, for whoever shows it. Shaped like ACP v2: messages and calls are upserts by
 * id, text comes as pieces of a message. Emitted after the matching log entry was handed to the
 * system (T1), so what was shown is never lost.
 */
export type TurnEvent =
  | {
      readonly kind: 'user-message';
      readonly messageId: string;
      readonly content: readonly UserContent[];
      readonly meta?: UpdateMeta;
    }
  | { readonly kind: 'text'; readonly messageId: string; readonly text: string; readonly meta?: UpdateMeta }
  | { readonly kind: 'thought'; readonly messageId: string; readonly text: string }
  /** Absent means unchanged; the first event of a call carries title, kind and status. */
  | {
      readonly kind: 'tool-call';
      readonly callId: string;
      readonly name?: string;
      readonly title?: string;
      readonly toolKind?: ToolKind;
      readonly status?: ToolStatus;
      readonly content?: readonly ToolContent[];
      readonly locations?: readonly { readonly path: string; readonly line?: number }[];
      readonly input?: unknown;
      readonly meta?: UpdateMeta;
    }
  /** Live output of a command, not repeated in `content` until the call ends. */
  | { readonly kind: 'tool-output'; readonly callId: string; readonly text: string }
  | { readonly kind: 'plan'; readonly entries: readonly PlanEntry[] }
  | {
      readonly kind: 'usage';
      readonly used: number;
      readonly size: number;
      readonly cost?: { readonly amount: number; readonly currency: string };
    }
  | {
      readonly kind: 'notice';
      readonly severity: 'info' | 'warning' | 'error';
      readonly title: string;
      readonly description?: string;
    }
  | { readonly kind: 'hook-run'; readonly run: HookRun }
  | {
      readonly kind: 'compaction';
      readonly compactionId: string;
      readonly status: 'in_progress' | 'completed' | 'failed' | 'cancelled';
      readonly summary?: string;
      readonly error?: string;
    }
  /** Something inside a worker; `sessionId` is the child's. */
  | { readonly kind: 'worker'; readonly sessionId: string; readonly event: TurnEvent | WorkerState };

export interface WorkerState {
  readonly kind: 'worker-state';
  readonly title: string;
  readonly callId: string;
  readonly state: 'running' | 'idle' | 'waiting';
  readonly stopReason?: StopReason;
  readonly now?: string;
}

/** A part of the person's message as it came over the wire. */
export type UserContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mimeType: string; readonly data: string }
  | { readonly type: 'resource-link'; readonly uri: string; readonly name: string }
  | {
      readonly type: 'resource';
      readonly uri: string;
      readonly text?: string;
      readonly blob?: string;
      readonly mimeType?: string;
    };

/** ACP's words for how a turn ended. A model's failure is an `ExpectedError`, not a stop reason. */
export type StopReason = 'end_turn' | 'max_tokens' | 'max_turn_requests' | 'refusal' | 'cancelled';
