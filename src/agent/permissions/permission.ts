import type { ModeId } from '../../protocol/modes.ts';
import type { PermissionRule, PermissionRules } from '../config/permissionRules.ts';
import type { DecidedPlaces } from '../host/decidedFiles.ts';

export type { PermissionRule, PermissionRules };

/** What a tool call wants to do, in the words a rule can be about. Paths are absolute or relative to the working folder. */
export type PermissionSubject =
  /** Harmless by nature: the plan, output of a background command. */
  | { readonly kind: 'none' }
  | { readonly kind: 'read'; readonly paths: readonly string[] }
  /** `shows`: those of the paths whose present text the call shows or puts elsewhere. */
  | { readonly kind: 'write'; readonly paths: readonly string[]; readonly shows?: readonly string[] }
  | { readonly kind: 'command'; readonly line: string }
  | { readonly kind: 'url'; readonly url: string }
  /** Anything else: an MCP tool, a worker. `text` is what a rule's pattern is compared with. */
  | { readonly kind: 'other'; readonly text: string; readonly readOnly?: boolean };

export interface PermissionInput {
  /** The tool's name and aliases; an MCP tool's is `mcp__<id>__<tool>`. */
  readonly tool: string;
  readonly aliases: readonly string[];
  readonly subject: PermissionSubject;
  readonly mode: ModeId;
  readonly cwd: string;
  /** Whether the working folder is trusted (R5): without, not even `git status` may run what its repository says. */
  readonly trusted: boolean;
  /** All roots of the workspace. */
  readonly roots: readonly string[];
  /** Folders that can be read without a question: loaded skills, plugins, what Vakil put aside (R3). */
  readonly readable: readonly string[];
  /** Folders outside of the usual ones that the configuration names for what extends the agent. */
  readonly own?: readonly string[];
  readonly rules: PermissionRules;
  /** A scoped worker's write scope, globs relative to the working folder; a write outside is refused (W5). */
  readonly writeScope?: readonly string[];
}

/** The one decision about a call. `places`: where the paths led that it is about; using them holds to it. */
export type PermissionDecision =
  | { readonly outcome: 'allow'; readonly because: string; readonly places?: DecidedPlaces }
  | { readonly outcome: 'deny'; readonly because: string; readonly rule?: PermissionRule }
  | {
      readonly outcome: 'ask';
      readonly because: string;
      readonly rule?: PermissionRule;
      readonly places?: DecidedPlaces;
      /** The part of the command that asks: start and end in UTF-16 units. */
      readonly part?: readonly [number, number];
      /** All such parts in order, when there are several; `part` is the first. */
      readonly parts?: readonly (readonly [number, number])[];
      /** The narrowest rules that «always» would store, and its label; undefined when always is not offered. */
      readonly always?: { readonly rules: readonly string[]; readonly label: string };
    };

/** Decides in one place; pure but for resolving links. Never throws: what can't be resolved is denied. */
export type DecidePermission = (input: PermissionInput) => Promise<PermissionDecision>;

/** Puts a question to the person. Always answers; `cancelled` when the turn was stopped or nobody is there. */
export interface Approver {
  ask(question: ApprovalQuestion, signal: AbortSignal): Promise<ApprovalAnswer>;
}

export interface ApprovalQuestion {
  readonly sessionId: string;
  readonly callId: string;
  readonly tool: string;
  readonly title: string;
  readonly input: unknown;
  /** Set when a worker asks: the question names it and its conversation; `sessionId` is the worker's. */
  readonly worker?: { readonly parentId: string; readonly title: string };
  readonly decision: Extract<PermissionDecision, { outcome: 'ask' }>;
}

export type ApprovalAnswer =
  | { readonly outcome: 'once' }
  | { readonly outcome: 'always' }
  /** `feedback`: what the person wants instead, for the model. */
  | { readonly outcome: 'reject'; readonly feedback?: string }
  | { readonly outcome: 'cancelled' };
