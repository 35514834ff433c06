import type { Server } from '@modelcontextprotocol/server';
import type { Event } from '../../base/event.ts';
import type { ListKind } from '../../mcp/watchLists.ts';

/** Where a forwarded server's answers come from. */
export interface ServerSource {
  /** Starts what stands behind it. Rejects with a sentence for people when that fails. */
  ready(signal: AbortSignal): Promise<unknown>;
  /** A fresh server object that answers one asker. */
  open(signal: AbortSignal): Promise<Server>;
  readonly onListChanged: Event<ListKind>;
}
