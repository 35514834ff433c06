import type { ClientApp, ClientContext, McpServer } from '@agentclientprotocol/sdk/unstable';
import type { Event } from '../../base/event.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import type { ServerState } from '../../protocol/vak.ts';
import type { AgentInfo } from '../acp/agentInfo.ts';

/** The editor's servers as one conversation is offered them; disposed when it closes. */
export interface DeclaredServers extends Disposable {
  readonly servers: readonly McpServer[];
}

/** The MCP servers that the editor brings into conversations (E9). */
export interface EditorServers extends Disposable {
  /** Adds the handlers for messages of forwarded servers, before the app connects. */
  register(app: ClientApp): void;
  /** Declarations for one conversation, in a form that this agent can take. Never rejects: what can't be offered is left out and said. */
  declare(session: { cwd: string; agent: AgentInfo; context: ClientContext }): Promise<DeclaredServers>;
  /** Servers that the last declaration left out, with the reason: the view shows them beside the agent's own. */
  notOffered(): readonly ServerState[];
  /** Lets servers of the workspace run that wait for an approval: one, or all of them. */
  allow(name?: string): Promise<void>;
  /** Signs in to a server that asked for it. Rejects with `ExpectedError` when it did not work. */
  signIn(name: string): Promise<void>;
  /**
   * Ends a server, which starts afresh at its next use. Inputs that were left without an answer are
   * asked for then; with `forget` all of them.
   */
  restart(name: string, forget: boolean): Promise<void>;
  /** The servers differ; running conversations are told. */
  readonly onDidChange: Event<void>;
  /** Ends every server; resolves when their processes are gone. */
  end(): Promise<void>;
}
