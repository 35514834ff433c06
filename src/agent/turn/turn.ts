import type { ExpectedError } from '../../base/errors.ts';
import type { ModeId } from '../../protocol/modes.ts';
import type { UpdateMeta } from '../../protocol/vak.ts';
import type { Host } from '../host/host.ts';
import type { InstructionSet } from '../instructions/instructionSet.ts';
import type { Skill } from '../inventory/catalogue.ts';
import type { AskModel, Model } from '../model/model.ts';
import type { PromptSection } from '../model/promptParts.ts';
import type { Approver, DecidePermission, PermissionRules } from '../permissions/permission.ts';
import type { CommandSandbox } from '../sandbox/commandSandbox.ts';
import type { Entry, NewEntry } from '../store/entry.ts';
import type { Documents, FileVersions, Tool, ToolState } from '../tools/tool.ts';
import type { StopReason, TurnEvent, UserContent } from './events.ts';
import type { CapabilitySlice } from './slice.ts';
import type { TurnHooks } from './turnHooks.ts';

/**
 * Who wrote the words that a model reads. The content of a message is the person's in the first three; in
 * `command` and `server` they chose a text, which a custom command or an MCP server wrote.
 */
export type PromptSource = 'person' | 'command' | 'server' | 'model' | 'hook';

/** What starts a turn, or joins a running one. */
export interface TurnPrompt {
  /** Decides which `@path` in the words is read. */
  readonly from: PromptSource;
  /** The message's id for everyone; made here when absent. */
  readonly messageId?: string;
  /** As it was sent. */
  readonly content: readonly UserContent[];
  /** What the model reads instead of the text blocks: a command expanded, the request behind a skill. */
  readonly text?: string;
  /** Skills attached to the message, each with the text of its file. */
  readonly skills?: readonly { readonly name: string; readonly path: string; readonly text: string }[];
  /** Further context that goes along, labelled: a hook's on SessionStart, what a client sent. */
  readonly context?: readonly PromptSection[];
  readonly meta?: UpdateMeta;
}

export interface TurnInput {
  readonly sessionId: string;
  readonly turnId: string;
  readonly cwd: string;
  /** All roots of the workspace, `cwd` first. */
  readonly roots: readonly string[];
  /** Every entry of the conversation before this turn, in the order of the log. */
  readonly history: readonly Entry[];
  readonly prompt: TurnPrompt;
  /** What was left out of what the model is shown first; logged with the turn (K3). */
  readonly slice?: CapabilitySlice;
}

/** Everything a permission decision needs besides the call. Read anew for each call: a mode or a rule changed in a running turn counts. */
export interface TurnPermissions {
  readonly decide: DecidePermission;
  mode(): ModeId;
  rules(): PermissionRules;
  /** Whether the working folder is trusted (R5). */
  trusted(): boolean;
  /** Folders that can be read without a question (R3). */
  readable(): readonly string[];
  /** Folders outside of the usual ones that the configuration names for what extends the agent (R3a). */
  own?(): readonly string[];
  /** A scoped worker's write scope (W5). */
  readonly writeScope?: readonly string[];
  readonly approver: Approver;
  /** Stores what «always» was said to, in the user layer; it counts from then on. */
  remember(rules: readonly string[]): Promise<void>;
}

export interface TurnDeps {
  readonly host: Host;
  readonly documents: Documents;
  readonly toolState: ToolState;
  readonly model: Model;
  readonly ask: AskModel;
  /** One of the model's `thinking` levels. */
  readonly thinking?: string;
  /**
   * The tools on offer, asked before each model call: servers that connect meanwhile join the next
   * step. Fails with `ExpectedError` when a required server is not there; that ends the turn (M10).
   */
  tools(signal: AbortSignal): Promise<readonly Tool[]>;
  /**
   * A tool that is not on offer but can be called by its name: `mcp__<id>__<tool>` of a server that is
   * not connected yet, or that the slice left out (M3, K2). Undefined when there is none.
   */
  findTool?(name: string, signal: AbortSignal): Promise<Tool | undefined>;
  readonly permissions: TurnPermissions;
  /** How `bash` runs commands (R4). */
  readonly sandbox: CommandSandbox;
  readonly hooks?: TurnHooks;
  /** The AGENTS.md files of the conversation. */
  readonly instructions?: InstructionSet;
  /** Skills the agent may use; the model is shown name, description and path. */
  readonly skills: readonly Skill[];
  /** Share of the context that the list of skills may fill. */
  readonly skillsBudget: number;
  /** What joins the system prompt behind our own text: the agent's instructions, servers, the slice. */
  system(): readonly PromptSection[];
  /** Hands an entry to the system; resolves when it has the bytes. */
  record(entry: NewEntry): Promise<Entry>;
  /** Messages that came in since the last call; each joins before the next model call. */
  takeSteering(): readonly TurnPrompt[];
  /**
   * Saves files as they are before the turn's first change to each (T4); `messageId` is the turn's
   * prompt. Rejects when that fails: nothing is changed then.
   */
  beforeChange?(changes: readonly FileVersions[], messageId: string): Promise<void>;
  /** Model calls in one turn (T7). */
  readonly maxTurns: number;
  /** Share of the context from which on the conversation is compacted. */
  readonly compactAt: number;
}

/** How a turn ended. A model's failure is `failed`, not a stop reason; what it sent before is kept. */
export type TurnOutcome = {
  /** The last text of the model's; a worker's result. */
  readonly lastMessage: string;
  /** Tokens of all model calls of the turn. */
  readonly usage: { readonly input: number; readonly output: number };
} & (
  | { readonly kind: 'ended'; readonly stopReason: StopReason }
  | { readonly kind: 'failed'; readonly error: ExpectedError }
);

/** Shows what happened; see `TurnEvent`. Must not throw. */
export type EmitTurnEvent = (event: TurnEvent) => void;

/**
 * One turn, from a prompt to the model's last word. Ends with an outcome whatever happens: rejects
 * only for a bug. Every call that was logged has a result when it returns.
 */
export type RunTurn = (
  input: TurnInput,
  deps: TurnDeps,
  emit: EmitTurnEvent,
  signal: AbortSignal,
) => Promise<TurnOutcome>;
