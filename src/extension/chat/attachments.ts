import { pathToFileURL } from 'node:url';
import type { ContentBlock } from '@agentclientprotocol/sdk/unstable';
import { unreachable } from '../../base/errors.ts';
import type { Attachment } from '../../protocol/chat.ts';
import type { Chip } from '../../protocol/transcript.ts';

/** What the agent takes besides text and links. */
export interface PromptPowers {
  readonly images: boolean;
  readonly embed: boolean;
}

/** Text of a file as the editor has it, unsaved changes included. */
export type ReadText = (path: string) => Promise<string>;

/**
 * A message as ACP's content blocks: the text first, so that a slash command stands at the start.
 * What the agent does not take goes in the nearest form it does: a link for embedded text, a
 * sentence for an image.
 */
export async function promptBlocks(
  text: string,
  attachments: readonly Attachment[],
  powers: PromptPowers,
  readText: ReadText,
): Promise<ContentBlock[]> {
  const rest = await Promise.all(attachments.map((attachment) => block(attachment, powers, readText)));
  return [{ type: 'text', text }, ...rest];
}

async function block(
  attachment: Attachment,
  powers: PromptPowers,
  readText: ReadText,
): Promise<ContentBlock> {
  switch (attachment.kind) {
    case 'file':
      return { type: 'resource_link', uri: pathToFileURL(attachment.path).href, name: attachment.label };
    case 'link':
      return { type: 'resource_link', uri: attachment.uri, name: attachment.label };
    case 'range': {
      const { path, start, end, label } = attachment;
      const uri = `${pathToFileURL(path).href}#L${start}-L${end}`;
      if (!powers.embed) return { type: 'resource_link', uri, name: label };
      return { type: 'resource', resource: { uri, text: lines(await readText(path), start, end) } };
    }
    case 'text':
      if (!powers.embed) return { type: 'text', text: `${attachment.label}:\n\n${attachment.text}` };
      return { type: 'resource', resource: { uri: attachment.uri, text: attachment.text } };
    case 'image':
      if (!powers.images)
        return { type: 'text', text: `(An image, ${attachment.label}, which this agent can not see.)` };
      return { type: 'image', mimeType: attachment.mimeType, data: attachment.data };
    default:
      return unreachable(attachment);
  }
}

/** Lines `start` to `end`, 1-based, both included. */
function lines(text: string, start: number, end: number): string {
  return text
    .split(/(?<=\n)/)
    .slice(Math.max(0, start - 1), end)
    .join('');
}

export function chipsOf(attachments: readonly Attachment[]): Chip[] {
  return attachments
    .filter((attachment) => attachment.kind !== 'image')
    .map((attachment) => ({
      kind: attachment.kind,
      label: attachment.label,
      path: 'path' in attachment ? attachment.path : undefined,
    }));
}

export function imagesOf(attachments: readonly Attachment[]): { mimeType: string; data: string }[] {
  return attachments.flatMap((a) => (a.kind === 'image' ? [{ mimeType: a.mimeType, data: a.data }] : []));
}
