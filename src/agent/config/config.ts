import type { ModeId } from '../../protocol/modes.ts';
import type { PermissionRules } from './permissionRules.ts';

/** The merged configuration, defaults filled in. Lists of servers, hooks and plugins stand in the catalogue. */
export interface Config {
  /** Undefined: the first that works (L3). */
  readonly model: string | undefined;
  readonly agent: string;
  readonly mode: string | undefined;
  /** The mode that the project asks for: also a conversation that comes from another folder is bound by it. */
  readonly projectMode: ModeId | undefined;
  /** The default executor of conversations. */
  readonly executor: string;
  readonly maxTurns: number;
  readonly workers: boolean;
  readonly mcpExposure: 'meta' | 'direct' | 'auto';
  readonly mcpIdleMinutes: number;
  readonly skillsDirectory: string | undefined;
  /** Share of the context that the list of skills may fill. */
  readonly skillsBudget: number;
  /** Skills by name that are kept in place but not offered. */
  readonly skillsDisabled: readonly string[];
  readonly pluginsDisabled: readonly string[];
  /** Named by the project: counts for its own plugins only, as the user's may be guards. */
  readonly projectPluginsDisabled: readonly NamedPlugin[];
  readonly permissions: PermissionRules;
  readonly sandbox: { readonly mode: 'off' | 'auto'; readonly network: boolean };
  readonly providers: Readonly<
    Record<
      string,
      {
        readonly type?: string;
        readonly baseUrl?: string;
        readonly apiKeyEnv?: string;
        readonly models: readonly string[];
      }
    >
  >;
  readonly compactAt: number;
  readonly workerLimits: { readonly atOnce: number; readonly perTurn: number };
  readonly webFetchPrivate: boolean;
}

/** A plugin's name, and where it stands. */
export interface NamedPlugin {
  readonly name: string;
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
}

export const DEFAULT_CONFIG: Config = {
  model: undefined,
  agent: 'general',
  mode: undefined,
  projectMode: undefined,
  executor: 'local',
  maxTurns: 200,
  workers: true,
  mcpExposure: 'auto',
  mcpIdleMinutes: 10,
  skillsDirectory: undefined,
  skillsBudget: 0.02,
  skillsDisabled: [],
  pluginsDisabled: [],
  projectPluginsDisabled: [],
  permissions: { allow: [], ask: [], deny: [] },
  sandbox: { mode: 'auto', network: true },
  providers: {},
  compactAt: 0.85,
  workerLimits: { atOnce: 8, perTurn: 64 },
  webFetchPrivate: false,
};
