import { showUnseen } from '../../base/unseenText.ts';
import type { ServerState } from '../../protocol/vak.ts';
import type { ServerCatalogue } from './mcpServers.ts';
import type { ServerOffer } from './offeredTools.ts';
import { reasonOf } from './serverTexts.ts';

/** Lines of a log that the view shows. */
const LOG_LINES = 50;

/** A server of the pool as the view shows it (M11). */
export function slotStatus({ slot, tools, quarantined, missing }: ServerOffer): ServerState {
  const { server, state, lastError, log } = slot;
  const notes = [
    ...(slot.catalogue?.notes ?? []),
    ...quarantined.map(({ name, reason }) => `the tool "${showUnseen(name)}" can't be used: ${reason}`),
    ...missing.map((name) => `\`tools\` names "${name}", which the server does not have`),
  ];
  return {
    id: server.id,
    ...(server.transport === 'acp' ? { clientName: server.target } : {}),
    source: server.source,
    transport: slot.open?.via ?? server.transport,
    state: state.kind,
    ...reasonOf(state),
    tools: tools.map(({ own, tool }) => ({ name: own.name, description: tool.description })),
    ...(lastError ? { lastError } : {}),
    log: [...notes, ...log.last(LOG_LINES)],
  };
}

/** Servers that are configured and can't run: meant for another executor, not trusted yet, disabled, or with an error in their file. */
export function unusableStatus(catalogue: ServerCatalogue | undefined): readonly ServerState[] {
  const elsewhere = (catalogue?.servers ?? []).map(
    ({ id, source, type, executors }): ServerState => ({
      id,
      source,
      transport: type,
      state: 'disabled',
      reason: `it runs on ${executors.join(', ')}, which this conversation does not use`,
      tools: [],
      log: [],
    }),
  );
  return [...elsewhere, ...unusableItems(catalogue)];
}

function unusableItems(catalogue: ServerCatalogue | undefined): readonly ServerState[] {
  return (catalogue?.items ?? []).flatMap((item): ServerState[] => {
    if (item.kind !== 'mcp') return [];
    const base = { id: item.name, source: item.label, transport: '', tools: [], log: [] };
    switch (item.state) {
      case 'untrusted':
        return [
          {
            ...base,
            state: 'untrusted',
            reason: item.reason ?? 'it is not approved',
            remedy: 'Approve it in the view or with `vak trust`.',
          },
        ];
      case 'disabled':
        return [{ ...base, state: 'disabled', ...(item.reason ? { reason: item.reason } : {}) }];
      case 'error':
        return [{ ...base, state: 'failed', reason: item.reason ?? 'its definition has an error' }];
      default:
        return [];
    }
  });
}
