import type { Client, McpSubscription } from '@modelcontextprotocol/client';
import { errorMessage } from '../base/errors.ts';
import { isRecord } from '../base/json.ts';
import { type Disposable, toDisposable } from '../base/lifecycle.ts';
import type { OpenedServer } from './openServer.ts';
import type { ServerLog } from './serverLog.ts';

/** A list that may differ now. */
export type ListKind = 'tools' | 'prompts' | 'resources';

/** Several changes in a row are one. */
const DEBOUNCE_MS = 50;
/** After a subscription ended by itself. */
const RELISTEN_MS = 2_000;

/**
 * Hears of changed lists in either era, whether or not the server declared that it would say so, and
 * keeps log messages. In 2026-07-28 that takes a subscription, which is opened again when it ends.
 */
export function watchLists(
  opened: OpenedServer,
  changed: (kind: ListKind) => void,
  log: ServerLog,
): Disposable {
  const { client } = opened;
  const timers = new Map<ListKind, NodeJS.Timeout>();
  const soon = (kind: ListKind) => {
    clearTimeout(timers.get(kind));
    timers.set(
      kind,
      setTimeout(() => changed(kind), DEBOUNCE_MS),
    );
  };
  client.setNotificationHandler('notifications/tools/list_changed', () => soon('tools'));
  client.setNotificationHandler('notifications/prompts/list_changed', () => soon('prompts'));
  client.setNotificationHandler('notifications/resources/list_changed', () => soon('resources'));
  client.setNotificationHandler('notifications/message', ({ params }) => {
    log.add(
      `${params.level}: ${typeof params.data === 'string' ? params.data : JSON.stringify(params.data)}`,
    );
  });
  const subscription =
    opened.era === 'stateless'
      ? subscribe(client, log, () => (['tools', 'prompts', 'resources'] as const).forEach(soon))
      : undefined;
  if (opened.era === 'stateful') askForLogs(client, log);
  return toDisposable(() => {
    for (const timer of timers.values()) clearTimeout(timer);
    subscription?.dispose();
  });
}

/** `missed` is called when changes may have been missed in between. */
function subscribe(client: Client, log: ServerLog, missed: () => void): Disposable {
  const capabilities = client.getServerCapabilities();
  const filter = {
    ...(capabilities?.tools?.listChanged ? { toolsListChanged: true } : {}),
    ...(capabilities?.prompts?.listChanged ? { promptsListChanged: true } : {}),
    ...(capabilities?.resources?.listChanged ? { resourcesListChanged: true } : {}),
  };
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  let current: McpSubscription | undefined;
  const listen = async (first: boolean) => {
    try {
      current = await client.listen(filter);
      if (ended) return void (await current.close());
      if (!first) missed();
      if ((await current.closed) === 'local') return;
    } catch (error) {
      if (ended) return;
      log.add(`subscription: ${errorMessage(error)}`);
      // A server that refuses the subscription as such is not asked again.
      if (typeof (error as { code?: unknown }).code === 'number') return;
    }
    if (!ended) timer = setTimeout(() => void listen(false), RELISTEN_MS);
  };
  if (Object.keys(filter).length > 0) void listen(true);
  return toDisposable(() => {
    ended = true;
    clearTimeout(timer);
    void current?.close().catch((error: unknown) => log.add(`subscription: ${errorMessage(error)}`));
  });
}

/** Asks for log messages of interest; a server that can't says so, and that is all right. */
function askForLogs(client: Client, log: ServerLog): void {
  if (!isRecord(client.getServerCapabilities()?.logging)) return;
  client.setLoggingLevel('info').catch((error: unknown) => log.add(`logging: ${errorMessage(error)}`));
}
