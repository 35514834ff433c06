import type { ResponseOf } from '../../protocol/chat.ts';
import type { AgentClient } from '../acp/agentClient.ts';

/** Resources of a conversation's MCP servers for `@`; only our own agent tells of them. Never rejects but when cancelled. */
export async function completeResource(
  conversation: { readonly id: string; readonly client: AgentClient | undefined } | undefined,
  query: string,
): Promise<ResponseOf<'mention/complete'>['items']> {
  const { client, id } = conversation ?? {};
  if (!client?.info.own || !id || query === '') return [];
  // A server that can't list them now has none to offer.
  const { resources } = await client
    .call('mcpResources', { sessionId: id, query })
    .catch(() => ({ resources: [] }));
  return resources.map(({ server, name, uri }) => ({
    label: name,
    detail: server,
    icon: 'plug',
    attachment: { kind: 'link', label: name, uri },
  }));
}
