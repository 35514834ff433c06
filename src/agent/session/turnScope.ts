import type { AgentProfile, Catalogue } from '../inventory/catalogue.ts';
import type { Entry, NewEntry } from '../store/entry.ts';
import type { CapabilitySlice } from '../turn/slice.ts';
import type { EmitTurnEvent } from '../turn/turn.ts';
import type { Settings } from './settings.ts';

/** What a part needs to know of the turn it serves. */
export interface TurnScope {
  readonly sessionId: string;
  readonly turnId: string;
  readonly cwd: string;
  readonly roots: readonly string[];
  /** Taken once, at the start of the turn. */
  readonly catalogue: Catalogue;
  readonly profile: AgentProfile | undefined;
  readonly settings: Settings;
  /** Servers that came with the session from the client, as they came. */
  readonly clientServers: readonly unknown[];
  readonly history: readonly Entry[];
  /** Servers that the turn leaves out of what the model is shown first (K2). */
  readonly slice: CapabilitySlice;
  readonly emit: EmitTurnEvent;
  record(entry: NewEntry): Promise<Entry>;
  /** Set in a worker: whose it is, and which agent it runs as. */
  readonly worker?: { readonly parentId: string; readonly agentType: string };
}
