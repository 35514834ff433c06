import type { ExpectedError } from '../../base/errors.ts';
import type { Expansion } from '../commands/expansion.ts';
import type { Host } from '../host/host.ts';
import type { InstructionSet } from '../instructions/instructionSet.ts';
import type { AgentProfile, Catalogue } from '../inventory/catalogue.ts';
import type { CatalogueStore } from '../inventory/catalogueStore.ts';
import type { McpServers } from '../mcp/mcpServers.ts';
import type { ServerPowers } from '../mcp/serverPowers.ts';
import type { AskModel, Models } from '../model/model.ts';
import type { Approver, DecidePermission } from '../permissions/permission.ts';
import type { SandboxFound } from '../sandbox/sandbox.ts';
import type { SessionStore } from '../store/sessionStore.ts';
import type { Documents, Tool, ToolState } from '../tools/tool.ts';
import type { RunTurn, TurnPermissions } from '../turn/turn.ts';
import type { WorkerPool } from '../workers/workerPool.ts';
import type { AgentHooks } from './agentHooks.ts';
import type { Builtin } from './builtins/builtin.ts';
import type { TurnScope } from './turnScope.ts';

/** The other end of the conversations of this process: an editor, or a terminal with nobody there. */
export interface Client {
  readonly approver: Approver;
  documents(sessionId: string): Documents;
  /** True where nobody can choose a model: they are not listed then. */
  readonly headless?: boolean;
  /** What it can do for MCP servers; absent: nothing. */
  serverPowers?(sessionId: string): ServerPowers;
}

/** Which conversation a part is made for. */
export interface ConversationScope {
  readonly sessionId: string;
  readonly cwd: string;
  readonly roots: readonly string[];
  /** The conversation that a worker belongs to. */
  readonly parentId?: string;
  /** What its MCP servers may ask for. */
  readonly powers: ServerPowers;
}

/** What lives as long as one conversation. */
export interface ConversationParts {
  readonly toolState: ToolState;
  /** The AGENTS.md files in its context. */
  readonly instructions: InstructionSet | undefined;
  /** Its MCP servers; a worker uses those of its conversation. */
  readonly servers?: McpServers;
  /** Resolves when nothing of it is left: no process, no connection. */
  close(): Promise<void>;
}

/** The agent's other parts as conversations use them; one set for the whole process. */
export interface AgentParts {
  readonly host: Host;
  readonly models: Models;
  /** The model that the call or the environment names: stands over agents and configuration. */
  readonly givenModel: string | undefined;
  readonly ask: AskModel;
  readonly runTurn: RunTurn;
  readonly decide: DecidePermission;
  readonly catalogues: Pick<CatalogueStore, 'get' | 'peek' | 'reload' | 'onDidChange'>;
  /** What a prompt's text becomes (C6). */
  expand(text: string, catalogue: Catalogue, profile: AgentProfile | undefined): Expansion;
  /** Tools of a turn, asked again before each model call; see `TurnDeps.tools`. */
  tools(scope: TurnScope): (signal: AbortSignal) => Promise<readonly Tool[]>;
  /** What lives as long as one conversation; its owner closes it. */
  forConversation(scope: ConversationScope): ConversationParts;
  readonly hooks: Pick<AgentHooks, 'forTurn' | 'start' | 'startWorker' | 'end' | 'runs'>;
  /** The machine's sandbox; looked for once. */
  readonly findSandbox: () => Promise<SandboxFound>;
  /** All live workers of this process. */
  readonly workers: WorkerPool;
  /** Where conversations and workers are kept. */
  readonly store: Pick<SessionStore, 'create' | 'list' | 'load'>;
  /** Commands of Vakil's own that other parts answer. */
  readonly builtins: readonly Builtin[];
  /** Stores what «always» was said to, in the user layer, and has it read: it counts when this resolves. */
  readonly remember: TurnPermissions['remember'];
}

/** How a prompt ended, for whoever sent it. */
export type PromptAnswer =
  | {
      readonly kind: 'ended';
      readonly stopReason: 'end_turn' | 'max_tokens' | 'max_turn_requests' | 'refusal' | 'cancelled';
      readonly usage?: { readonly input: number; readonly output: number };
    }
  | { readonly kind: 'failed'; readonly error: ExpectedError };
