import type { Event } from '../../base/event.ts';
import type { UnknownRecord } from '../../base/json.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import type { ServerState } from '../../protocol/vak.ts';
import type { Host } from '../host/host.ts';
import type { Catalogue } from '../inventory/catalogue.ts';
import type { Tool, ToolResult } from '../tools/tool.ts';
import type { ServerPowers } from './serverPowers.ts';

/**
 * The MCP servers of one conversation: those of the catalogue and those its client handed over.
 * Nothing starts until it is used (M3); a server that fails is a state that heals by itself (M6). A
 * worker uses its parent's, with a selection of its own.
 */
export interface McpServers extends Disposable {
  /** A state, a tool list or a prompt list differs. */
  readonly onDidChange: Event<void>;
  /** Takes a catalogue that was swapped in; servers whose definition did not change keep running. */
  setCatalogue(catalogue: ServerCatalogue): void;
  /** Replaces what the client handed over with `session/new`, `load` or `resume`; gives warnings for people. */
  setClientServers(servers: readonly ClientServer[]): readonly string[];
  /** The ACP connection is gone: the editor's servers are `gone`, their pending calls fail (M12). */
  clientGone(): void;
  /**
   * What a turn starts with: probes what it must (all at once, one budget of 10 s), waits for
   * `required` ones up to their own time limit. Rejects only when cancelled.
   */
  prepareTurn(selection: ServerSelection, signal: AbortSignal): Promise<TurnServers>;
  /** States as they are, with what the cache keeps only once it was read. */
  status(): readonly ServerState[];
  /** States as the view shows them, with what the cache keeps. */
  fullStatus(): Promise<readonly ServerState[]>;
  /** The answer to `/mcp`, as Markdown. */
  statusText(): Promise<string>;
  /** What a person asks of one server. Rejects with `ExpectedError` when there is no such server or it fails. */
  act(server: string, action: ServerAction, signal: AbortSignal): Promise<void>;
  /** Prompts of the servers known so far, as commands `mcp:<id>:<prompt>`. */
  prompts(): readonly ServerPrompt[];
  /** What a prompt command becomes; `rest` is what was typed behind it. Rejects with `ExpectedError`. */
  expandPrompt(name: string, rest: string, signal: AbortSignal): Promise<PromptExpansion>;
  /** Resources of the servers that are connected, for `@` completion. */
  resources(query: string, signal: AbortSignal): Promise<readonly ServerResource[]>;
  /** The content behind an address that `resources` gave; undefined when no server has it. */
  readResource(uri: string, signal: AbortSignal): Promise<ResourceContent | undefined>;
  /**
   * Calls one tool by the server's own name, outside a turn (`vak mcp call`). Rejects with
   * `ExpectedError` when there is no such tool; a failure of the call is a result.
   */
  call(
    server: string,
    tool: string,
    args: UnknownRecord,
    signal: AbortSignal,
    progress: (title: string) => void,
  ): Promise<ToolResult>;
  /** Starts a server and reads its catalogue, whatever its circuit says (`vak mcp probe`). Never rejects but when cancelled. */
  probe(server: string, signal: AbortSignal): Promise<ServerState>;
  /** Ends every server and resolves when their processes are gone. */
  close(): Promise<void>;
}

/** What the pool reads of the catalogue. */
export type ServerCatalogue = Pick<Catalogue, 'cwd' | 'config' | 'servers' | 'items'>;

/** A server as the client hands it over (M12). */
export type ClientServer =
  | {
      readonly kind: 'stdio';
      readonly name: string;
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'http' | 'sse';
      readonly name: string;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'acp'; readonly name: string; readonly serverId: string };

/** Which servers a turn may show. */
export interface ServerSelection {
  /** The agent's `mcp_servers`: undefined means all, empty none (W6). */
  readonly allowed?: readonly string[];
  /** In a worker the editor's servers join only when `allowed` is undefined or names them. */
  readonly worker: boolean;
  /** Ids that the capability slice leaves out of what is shown first; they can still be called (K2). */
  readonly leftOut?: ReadonlySet<string>;
}

export interface TurnServers {
  /** The tools now. Ask again before each step: those of a slow server join when it is ready (M7). */
  tools(): readonly Tool[];
  /** A tool by the name `mcp__<id>__<tool>`, listed or not; its server is connected first (M3). */
  find(name: string, signal: AbortSignal): Promise<Tool | undefined>;
  /** What the model is told of the servers (label `servers`); undefined when there is none. */
  overview(): string | undefined;
  /** Set when a required server can't be reached: the turn fails with this reason (M10). */
  readonly failedRequired?: string;
}

export type ServerAction = 'restart' | 'sign-in' | 'disable' | 'enable';

export interface ServerPrompt {
  /** `mcp:<id>:<prompt>`. */
  readonly name: string;
  readonly description: string;
  readonly argumentHint?: string;
  readonly server: string;
}

export interface PromptExpansion {
  /** The prompt's messages, joined. */
  readonly text: string;
  readonly media: readonly { readonly mimeType: string; readonly data: string }[];
}

export interface ServerResource {
  readonly server: string;
  /** `mcp://<server>/<encoded address>`: unique over all servers. */
  readonly uri: string;
  readonly name: string;
  readonly description?: string;
  readonly mimeType?: string;
}

export interface ResourceContent {
  readonly name: string;
  readonly mimeType?: string;
  readonly text?: string;
  /** Base64. */
  readonly blob?: string;
}

export interface McpServersOptions {
  readonly host: Host;
  /** Vakil's own version, which servers are told. */
  readonly version: string;
  /** All roots of the workspace, the working folder first: what `roots/list` answers. */
  readonly roots: readonly string[];
  readonly powers: ServerPowers;
  /** A server was not started because it is no longer what the person agreed to: the catalogue is out of date. */
  readonly onNotApproved?: () => void;
}
