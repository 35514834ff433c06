import path from 'node:path';
import type { HookRun } from '../../../src/protocol/vak.ts';
import { type Sandbox, sandbox, startAgent } from '../../support/agentProcess.ts';

export const CLIENT = { _meta: { vak: { trust: true } } };

/** An agent whose user has this `config.toml`, with a conversation in mode auto. */
export async function talk(
  config: string,
  place: Sandbox = sandbox({ home: { 'config/vak/config.toml': config } }),
) {
  const peer = startAgent(place);
  await peer.request('initialize', { protocolVersion: 1, clientCapabilities: CLIENT });
  const opened = await peer.request<{ sessionId: string }>('session/new', {
    cwd: place.workspace,
    mcpServers: [],
  });
  const { sessionId } = opened;
  await peer.request('session/set_mode', { sessionId, modeId: 'auto' });
  return {
    peer,
    place,
    sessionId,
    async say(text: string): Promise<string> {
      const prompt = [{ type: 'text', text }];
      return (await peer.request<{ stopReason: string }>('session/prompt', { sessionId, prompt })).stopReason;
    },
    text: () => peer.text(sessionId),
    /** Those that ran, or wait for trust. */
    runs: () => runsIn(peer.updates(sessionId)).filter(({ verdict }) => verdict !== 'not-matched'),
    file: (name: string) => path.join(place.workspace, name),
  };
}

/** The runs of hooks that these updates tell of. */
export function runsIn(updates: readonly { readonly [key: string]: unknown }[]): HookRun[] {
  return updates.flatMap((update) => {
    const meta = update['_meta'] as { vak?: { hookRuns?: HookRun[] } } | null | undefined;
    return meta?.vak?.hookRuns ?? [];
  });
}
