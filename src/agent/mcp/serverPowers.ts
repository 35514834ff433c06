import type { CallOverAcp } from '../../mcp/acpTransport.ts';
import type { SecretStore } from '../../mcp/secretStore.ts';
import type { CreateMessage, Elicit } from '../../mcp/serverRequests.ts';

/**
 * What a conversation can do for its servers through whoever sits in front of it. A power that is
 * absent is not declared to a server, so that it does not ask.
 */
export interface ServerPowers {
  /** Reaches servers that the client provides over the ACP connection. */
  readonly callOverAcp?: CallOverAcp;
  /** Puts a form or an address before the person (ACP elicitation). */
  readonly elicit?: Elicit;
  /** Asks the conversation's model for a server, after the person agreed to this one call (M13). */
  readonly sample?: CreateMessage;
  /** Opens an http(s) address in the person's browser after they agreed; false when it did not open. */
  readonly openUrl?: (url: string, reason: string, signal: AbortSignal) => Promise<boolean>;
  /** Where tokens of servers are kept; absent: in memory, for as long as the process lives. */
  readonly secrets?: SecretStore;
}
