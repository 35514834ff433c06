import { isCancelled } from '../../base/errors.ts';
import type { McpServers } from '../mcp/mcpServers.ts';
import type { UserContent } from '../turn/events.ts';
import type { TurnPrompt } from '../turn/turn.ts';

/**
 * A prompt that begins with `/mcp:<id>:<prompt>` of a known server, as that server writes it out; `typed`
 * is the prompt as one text. Rejects with `ExpectedError` when the server can't.
 */
export async function withServerPrompt(
  servers: McpServers | undefined,
  prompt: TurnPrompt,
  typed: string,
  signal: AbortSignal,
): Promise<TurnPrompt> {
  const [, name, rest = ''] = /^\/(mcp:\S+)\s*([\s\S]*)$/.exec(typed.trimStart()) ?? [];
  if (name === undefined || !servers?.prompts().some((known) => known.name === name)) return prompt;
  const { text, media } = await servers.expandPrompt(name, rest, signal);
  const images = media.map(({ mimeType, data }) => ({ type: 'image' as const, mimeType, data }));
  return { ...prompt, from: 'server', content: [...prompt.content, ...images], text };
}

/** The prompt with what stands behind its links to resources of servers; a link that can't be read stays one. */
export async function withServerResources(
  servers: McpServers | undefined,
  prompt: TurnPrompt,
  signal: AbortSignal,
): Promise<TurnPrompt> {
  if (!servers) return prompt;
  const content = await Promise.all(prompt.content.map((part) => readLink(servers, part, signal)));
  return { ...prompt, content };
}

async function readLink(servers: McpServers, part: UserContent, signal: AbortSignal): Promise<UserContent> {
  if (part.type !== 'resource-link' || !part.uri.startsWith('mcp://')) return part;
  try {
    const found = await servers.readResource(part.uri, signal);
    if (found?.text === undefined) return part;
    return { type: 'resource', uri: found.name, text: found.text, mimeType: found.mimeType };
  } catch (error) {
    if (isCancelled(error)) throw error;
    return part;
  }
}
