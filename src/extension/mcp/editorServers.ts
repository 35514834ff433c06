import type { ClientApp, ClientContext, McpServer } from '@agentclientprotocol/sdk/unstable';
import type { Event } from '../../base/event.ts';
import type { Disposable } from '../../base/lifecycle.ts';
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
  /** The servers differ; running conversations are told. */
  readonly onDidChange: Event<void>;
}
