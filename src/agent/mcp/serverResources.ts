import { isCancelled } from '../../base/errors.ts';
import { clean } from './callResult.ts';
import type { ResourceContent, ServerResource } from './mcpServers.ts';
import type { ServerSlot } from './serverSlot.ts';

/** Our own scheme, so that an address leads back to its server. */
const SCHEME = 'mcp://';
const MAX_FOUND = 50;

/** Resources of connected servers whose name or address holds the query, without regard to case. Starts nothing. */
export async function findResources(
  slots: readonly ServerSlot[],
  query: string,
  signal: AbortSignal,
): Promise<readonly ServerResource[]> {
  const wanted = query.toLowerCase();
  const lists = await Promise.all(
    slots.map(async (slot) => {
      const connection = slot.open;
      if (!connection) return [];
      try {
        const { items } = await connection.listResources(signal);
        return items.map((item) => ({
          server: slot.server.id,
          uri: `${SCHEME}${slot.server.id}/${encodeURIComponent(item.uri)}`,
          name: clean(item.title ?? (item.name || item.uri)),
          plainUri: item.uri,
          ...(item.description ? { description: clean(item.description) } : {}),
          ...(item.mimeType ? { mimeType: item.mimeType } : {}),
        }));
      } catch (error) {
        if (isCancelled(error)) throw error;
        slot.log.add(`its resources could not be listed: ${slot.describe(error).reason}`);
        return [];
      }
    }),
  );
  return lists
    .flat()
    .filter((found) => `${found.name}\n${found.plainUri}`.toLowerCase().includes(wanted))
    .slice(0, MAX_FOUND)
    .map(({ plainUri: _, ...found }) => found);
}

/** The content behind one of our addresses; undefined when it is none of ours. Rejects with `ExpectedError`, or what the server failed with. */
export async function readResource(
  slots: readonly ServerSlot[],
  uri: string,
  signal: AbortSignal,
): Promise<ResourceContent | undefined> {
  const [, id, encoded] = /^mcp:\/\/([^/]+)\/(.+)$/s.exec(uri) ?? [];
  const slot = slots.find((each) => each.server.id === id);
  if (!slot || encoded === undefined) return undefined;
  const own = decodeURIComponent(encoded);
  const { contents } = await slot.use((connection) => connection.readResource(own, signal), signal);
  const texts = contents.flatMap((part) => part.text ?? []);
  const first = contents[0];
  return {
    name: own,
    ...(first?.mimeType ? { mimeType: first.mimeType } : {}),
    ...(texts.length > 0 ? { text: slot.server.redact(clean(texts.join('\n'))) } : {}),
    ...(texts.length === 0 && first?.blob ? { blob: first.blob } : {}),
  };
}
