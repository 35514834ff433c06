/**
 * One MCP request to a server behind the ACP connection. The outcome is MCP's own; failures of the
 * connection itself reject, with JSON-RPC's `code` where there is one.
 */
export type CallOverAcp = (
  serverId: string,
  method: string,
  params: Record<string, unknown> | undefined,
  options: {
    readonly signal: AbortSignal;
    readonly onNotification: (notification: {
      readonly method: string;
      readonly params?: Record<string, unknown> | null;
    }) => void;
  },
) => Promise<
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }
>;
