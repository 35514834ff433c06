import type { CallOverAcp } from './acpTransport.ts';
import type { ServerProcess } from './serverProcess.ts';

/** How one server is reached. */
export type ServerSpec =
  /** `spawn` starts a fresh process each time: an older server may not survive the question for its era. */
  | { readonly kind: 'stdio'; readonly spawn: () => Promise<ServerProcess> }
  /** `orSse`: the address may turn out to be of the older SSE transport (M13). */
  | {
      readonly kind: 'http';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly orSse: boolean;
    }
  | { readonly kind: 'sse'; readonly url: string; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'acp'; readonly serverId: string; readonly call: CallOverAcp };

/** `stateful`: initialize and session id (2025-11-25 and before). `stateless`: 2026-07-28. */
export type Era = 'stateful' | 'stateless';
