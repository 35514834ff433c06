import type { Diagnostic, ExplainStep, InventoryItem, ItemKind, Origin } from '../../protocol/inventory.ts';
import type { Config } from '../config/config.ts';
import type { HookEvent } from './hookEvents.ts';

/** A skill that can be used: winners only, as the session sees them. */
export interface Skill {
  /** `<name>`, or `<plugin>:<name>`. */
  readonly name: string;
  readonly description: string;
  /** Absolute path of SKILL.md. */
  readonly path: string;
  readonly origin: Origin;
  /** SHA-256 of the file. */
  readonly hash: string;
  readonly serves: readonly string[];
  /** Short word for where it comes from: `project`, `.agents`, `plugin:review`. */
  readonly source: string;
  /** What `allowed-tools` says: advice, never a permission (S6). */
  readonly allowedTools?: string;
  /** What `/name` means instead, when something else has the plain name (C6). */
  readonly plainNameTaken?: string;
}

/** A custom command that can be used. */
export interface Command {
  readonly name: string;
  readonly description: string;
  readonly argumentHint?: string;
  readonly template: string;
  readonly source: string;
  readonly origin: Origin;
}

/** An agent: who answers, with what (W6). Undefined lists mean all, empty ones none. */
export interface AgentProfile {
  readonly name: string;
  readonly description: string;
  readonly model?: string;
  readonly instructions: string;
  readonly tools?: readonly string[];
  readonly skills?: readonly string[];
  readonly mcpServers?: readonly string[];
  readonly maxTurns?: number;
  readonly origin: Origin;
}

/** A server's definition as the pool takes it; values stand as written (M2). */
export interface ServerDefinition {
  readonly id: string;
  readonly type: 'stdio' | 'http' | 'sse';
  /** True when the file named no type: an http server may then fall back to SSE (M13). */
  readonly typeAssumed: boolean;
  readonly command?: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Where it starts, when not in the working folder: inside a plugin. */
  readonly cwd?: string;
  readonly url?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly executors: readonly string[];
  readonly tools?: readonly string[];
  readonly required: boolean;
  readonly disabled: boolean;
  readonly startupTimeoutMs: number;
  readonly toolTimeoutMs: number;
  readonly serves?: readonly string[];
  /** Short word for people: `project`, `user`, `plugin:review`, `from the editor`. */
  readonly source: string;
  readonly origin: Origin;
  /** What the person agreed to, as `serverContent` gives it: what differs by now is not started (R5). Undefined: nobody needed to agree. */
  readonly approvedContent?: string;
}

/** One hook, of either form, normalized (H1). Times in milliseconds. */
export interface HookDefinition {
  /** `<file>#<Event>[i]`. */
  readonly name: string;
  /** `toml` is the form of `[[hooks]]`, in whichever file it stands; `yaml` that of `hooks/*.yaml`. */
  readonly form: 'toml' | 'yaml';
  /** As `HOOK_EVENTS` spells it: `PreToolUse`. */
  readonly event: HookEvent;
  readonly match?: string;
  readonly matcher?: string;
  readonly command?: string;
  /** Absolute path on Vakil's machine. */
  readonly script?: string;
  readonly args: readonly string[];
  readonly timeoutMs: number;
  readonly enabled: boolean;
  /** `closed`/`block` blocks when the hook itself fails. */
  readonly failure: 'open' | 'closed';
  readonly source: string;
  readonly origin: Origin;
  /** A plugin's folder: in the hook's environment as `VAK_PLUGIN_ROOT`. */
  readonly pluginRoot?: string;
  /** A plugin of the user's brings it: a guard like their own hooks. */
  readonly fromUsersPlugin?: boolean;
  /** What the person agreed to, as `hookContent` gives it: what differs by now does not run (R5). Undefined: nobody needed to agree. */
  readonly approvedContent?: string;
}

/** A machine that tools, hooks and servers can run on (Q1), as its file defines it. `local` has none. */
export interface ExecutorDefinition {
  readonly id: string;
  readonly type: 'ssh' | 'virtual';
  readonly host?: string;
  readonly user?: string;
  readonly port?: number;
  readonly identityFile?: string;
  /** The working folder there. */
  readonly cwd?: string;
  readonly origin: Origin;
}

export interface Plugin {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly folder: string;
  readonly format: 'vak' | 'openvaala' | 'codex' | 'claude' | 'agent-plugins' | 'none';
  readonly layer: 'project' | 'user';
  readonly enabled: boolean;
  readonly origin: Origin;
}

/**
 * Everything that extends the agent for one working folder: built, validated, then swapped whole,
 * and never changed. Sessions, completion, the tree view, the language server and the command line
 * all read it: there is one answer to «what is there and why». Items in other states than `active`
 * stand only in `items`; `looked` is what the loaders recorded while they looked.
 */
export interface Catalogue {
  readonly cwd: string;
  /** Grows with each swap. */
  readonly generation: number;
  readonly trusted: boolean;
  readonly config: Config;
  readonly skills: readonly Skill[];
  readonly commands: readonly Command[];
  readonly agents: readonly AgentProfile[];
  readonly servers: readonly ServerDefinition[];
  /** In the order of H12; also guards that changed since they were approved, which fail closed. */
  readonly hooks: readonly HookDefinition[];
  readonly plugins: readonly Plugin[];
  readonly executors: readonly ExecutorDefinition[];
  readonly items: readonly InventoryItem[];
  readonly diagnostics: readonly Diagnostic[];
  readonly looked: readonly LookedAt[];
  /** Set when the configuration fails as a whole (N7): sessions cannot open, repair commands work. */
  readonly fatal?: Diagnostic;
  /** Folders that can be read without a question: those of loaded skills and plugins. */
  readonly readable: readonly string[];
  /** Folders outside of the usual ones that the configuration names for what extends the agent. */
  readonly ownFolders: readonly string[];
}

/** A place that was looked at, in order, for all kinds. */
export interface LookedAt extends ExplainStep {
  readonly kind: ItemKind;
  /** The name found there; undefined for the place itself. */
  readonly name?: string;
}
