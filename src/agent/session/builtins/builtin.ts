import type { Catalogue } from '../../inventory/catalogue.ts';
import type { ReloadResult } from '../../inventory/catalogueStore.ts';
import type { McpServers } from '../../mcp/mcpServers.ts';
import type { Compacted } from '../../turn/compactConversation.ts';
import type { ContextPart } from '../../turn/measureContext.ts';
import type { ConversationEvent, Talk } from '../talk.ts';

/** Something that can be typed behind a slash. */
export interface CommandInfo {
  /** Without the slash. */
  readonly name: string;
  readonly description: string;
  readonly hint?: string;
  readonly group: 'builtin' | 'command' | 'skill';
  /** Where it comes from, for people; empty for Vakil's own. */
  readonly source: string;
  /** Set when something else has its plain name: what that is. */
  readonly note?: string;
}

/** What a command of Vakil's own is called with. */
export interface BuiltinCall {
  readonly conversation: Talk;
  emit(event: ConversationEvent): void;
  /** Builds the catalogue afresh, for every conversation. */
  reload(): Promise<ReloadResult>;
  readonly catalogue: Catalogue;
  /** Puts a summary in the place of the conversation; undefined when there is nothing to summarize. */
  compact(signal: AbortSignal): Promise<Compacted | undefined>;
  /** What filled the last model call, in estimated tokens; empty before the first. */
  readonly lastContext: readonly ContextPart[];
  /** The MCP servers of the conversation. */
  readonly servers: McpServers | undefined;
  /** Everything that can be typed now. */
  readonly commands: readonly CommandInfo[];
  /** What follows the name, as typed. */
  readonly arguments: string;
}

/** A slash command that Vakil answers itself, without the model (E2). */
export interface Builtin {
  /** Without the slash. */
  readonly name: string;
  readonly description: string;
  /** What may follow the name; absent: nothing. */
  readonly hint?: string;
  /** Gives the answer as Markdown. */
  run(call: BuiltinCall, signal: AbortSignal): Promise<string>;
}
