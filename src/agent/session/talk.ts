import type { Catalogue } from '../inventory/catalogue.ts';
import type { Entry, NewEntry } from '../store/entry.ts';
import type { TurnEvent } from '../turn/events.ts';
import type { Settings } from './settings.ts';

/** What a conversation tells whoever shows it, in order. */
export type ConversationEvent =
  | TurnEvent
  | { readonly kind: 'title'; readonly title: string }
  | { readonly kind: 'settings' }
  /** Commands that can be typed differ from before. */
  | { readonly kind: 'commands' }
  /** States or tools of its MCP servers differ. */
  | { readonly kind: 'servers' };

/** Where a conversation takes place, as its client said when it opened it. */
export interface ConversationPlace {
  readonly cwd: string;
  /** All roots of the workspace, `cwd` first. */
  readonly roots: readonly string[];
  /** Servers of the client's, as they came. */
  readonly clientServers: readonly unknown[];
}

/** A conversation as those see it who answer its prompts. */
export interface Talk {
  readonly id: string;
  readonly place: ConversationPlace;
  readonly settings: Settings;
  /** The entries that count, in order. */
  readonly entries: readonly Entry[];
  catalogue(): Promise<Catalogue>;
  /** Hands an entry to the system. */
  record(entry: NewEntry): Promise<Entry>;
  /** Forgets the talk so far; the log keeps it. */
  clear(): Promise<void>;
}
