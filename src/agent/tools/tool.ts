import type { PlanEntry, ToolContent } from '../../protocol/transcript.ts';
import type { UpdateMeta } from '../../protocol/vak.ts';
import type { Host } from '../host/host.ts';
import type { PermissionSubject } from '../permissions/permission.ts';
import type { Withheld } from '../permissions/withheld.ts';
import type { CommandSandbox } from '../sandbox/commandSandbox.ts';

export type ToolKind =
  | 'read'
  | 'edit'
  | 'delete'
  | 'move'
  | 'search'
  | 'execute'
  | 'think'
  | 'fetch'
  | 'switch_mode'
  | 'other';

/**
 * What a call needs for itself while it runs (W4). None declared (undefined) means unclaimed: it is
 * scheduled freely. Paths are write scopes: absolute, or relative to the working folder, globs allowed.
 */
export interface Claims {
  readonly exclusive?: boolean;
  readonly readOnly?: boolean;
  readonly paths?: readonly string[];
}

/** How a call looks on its card, before and while it runs. */
export interface ToolPresentation {
  readonly title: string;
  readonly kind?: ToolKind;
  readonly locations?: readonly { readonly path: string; readonly line?: number }[];
  readonly content?: readonly ToolContent[];
  readonly meta?: UpdateMeta;
}

/**
 * What a call came to. `text` is what the model reads and begins with the output itself (B3);
 * `content` is what the card shows and defaults to the text. A failure is a result, never an exception.
 */
export interface ToolResult {
  readonly text: string;
  readonly isError?: boolean;
  /** Images and files for the model beside the text. */
  readonly media?: readonly { readonly mimeType: string; readonly data: string }[];
  readonly content?: readonly ToolContent[];
  readonly locations?: readonly { readonly path: string; readonly line?: number }[];
  readonly title?: string;
  readonly meta?: UpdateMeta;
  /** Files that the call read or changed, absolute: deeper AGENTS.md files join because of them (I2). */
  readonly touched?: readonly string[];
  /** The plan that the call set: logged and shown. */
  readonly plan?: readonly PlanEntry[];
  /** The sandbox stopped it: it can be run again without, when the person says so. Why, as a sentence. */
  readonly stoppedBySandbox?: string;
  /** Already bounded by the tool itself: the truncate stage leaves it alone. */
  readonly bounded?: boolean;
}

/** Text of files through the editor where it has them open (E6); all paths absolute. */
export interface Documents {
  /** The editor's text of an open document, unsaved changes included; undefined when it is not open there. */
  read(path: string, signal?: AbortSignal): Promise<string | undefined>;
  /** Changes an open document through the editor; false when it is not open there. */
  write(path: string, text: string, signal?: AbortSignal): Promise<boolean>;
}

/** A file as it is and as it will be; null: not there. `path` is absolute, links resolved. */
export interface FileVersions {
  readonly path: string;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
  /** Permission bits of the present file. */
  readonly mode?: number;
}

/** What a running call may use. */
export interface ToolContext {
  readonly sessionId: string;
  readonly callId: string;
  /** Working folder: relative paths start here. */
  readonly cwd: string;
  /** All roots of the workspace, `cwd` first. */
  readonly roots: readonly string[];
  readonly host: Host;
  readonly documents: Documents;
  /** State that belongs to the conversation and outlives a call; see `toolState.ts`. */
  readonly state: ToolState;
  /** How commands run here. */
  readonly sandbox: CommandSandbox;
  readonly signal: AbortSignal;
  /** What the rules keep from this call, of what it comes upon: files below a folder, where an address redirects. */
  readonly withheld: Withheld;
  /**
   * Saves files as they are, before the turn's first change to each. Awaited by every tool before it
   * changes a file. Rejects when saving fails: the tool then changes nothing.
   */
  beforeChange(changes: readonly FileVersions[]): Promise<void>;
  /** Live output, as it comes; shown on the card, not sent to the model. */
  output(text: string): void;
  /** Changes the card while the call runs. */
  present(update: Partial<ToolPresentation>): void;
}

/** Per conversation, kept in memory; each tool owns its own key. Ended with the conversation. */
export interface ToolState {
  /** The value under the key, made on first use. A value with `end` is ended with the conversation. */
  get<T extends object>(key: string, make: () => T): T;
}

/**
 * A tool: built-in, of an MCP server, or `task`. All go through the one pipeline. `input` in the
 * methods below is what `parse` returned.
 */
export interface Tool<I = unknown> {
  readonly name: string;
  /** Other tools' names for it; rules, matchers and hooks know them (section 15). */
  readonly aliases: readonly string[];
  /** What the model reads. */
  readonly description: string;
  /** JSON Schema of the input, as the model gets it. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly kind: ToolKind;
  /** Where it comes from, for people: undefined for built-in ones. */
  readonly source?: string;
  /** Checks an input of the model's; the message says what is wrong and what is allowed. Never throws. */
  parse(
    input: unknown,
  ): { readonly ok: true; readonly input: I } | { readonly ok: false; readonly message: string };
  /**
   * This tool with what the call goes to found and fixed, before anything is decided about the call:
   * the meta-tool `mcp` finds the tool it calls. Undefined: it is ready as it is. Rejects with
   * `ExpectedError` when there is nothing to call.
   */
  bind?(input: I, signal: AbortSignal): Promise<Tool<I> | undefined>;
  present(input: I, cwd: string): ToolPresentation;
  claims(input: I, cwd: string): Claims | undefined;
  /** What the permission decision is about. */
  subject(input: I, cwd: string): PermissionSubject;
  /**
   * The name and input that rules, hooks and logs see; the meta-tool `mcp` answers with the tool it
   * calls (M8). Undefined: its own.
   */
  identity?(input: I): { readonly name: string; readonly input: unknown };
  /** With `identity`: the input of this tool after a hook rewrote what `identity` showed. It is parsed again. */
  withIdentityInput?(input: I, rewritten: unknown): unknown;
  /** What a question about the call shows beside `present`: the change as a diff. Changes nothing; undefined when there is nothing to show. */
  preview?(input: I, context: ToolContext): Promise<Partial<ToolPresentation> | undefined>;
  /** Runs. Rejects only when cancelled; everything else is a result. */
  execute(input: I, context: ToolContext): Promise<ToolResult>;
}
