import type { ServerState } from '../../protocol/vak.ts';

/** What stands behind a server's name: its source, its state, and what comes next. */
export function serverDescription(server: ServerState, now: number = Date.now()): string {
  const parts = [server.source, server.state];
  if (server.state === 'ready')
    parts[1] = server.tools.length === 1 ? '1 tool' : `${server.tools.length} tools`;
  if (server.reason && server.state !== 'ready') parts.push(server.reason);
  if (server.retryAt !== undefined && server.retryAt > now)
    parts.push(`next attempt in ${Math.ceil((server.retryAt - now) / 1000)} s`);
  return parts.join(' · ');
}
