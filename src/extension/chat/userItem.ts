import type { Chip, TranscriptItemOf } from '../../protocol/transcript.ts';
import type { UpdateMeta } from '../../protocol/vak.ts';
import type { ContentPart } from '../acp/updates.ts';

export type UserItem = TranscriptItemOf<'user'>;

/** A message of the person as the view sent it, shown before the agent has seen it. */
export interface OwnMessage {
  readonly text: string;
  readonly chips: readonly Chip[];
  readonly images: readonly { readonly mimeType: string; readonly data: string }[];
  readonly steered: boolean;
}

export function emptyUser(id: string, messageId?: string): UserItem {
  return { kind: 'user', id, text: '', chips: [], images: [], steered: false, messageId, hookRuns: [] };
}

/** The message with one more part of what the agent echoes or replays. */
export function withContent(item: UserItem, content: ContentPart): UserItem {
  switch (content.type) {
    case 'text':
      return { ...item, text: item.text + content.text };
    case 'image':
      return { ...item, images: [...item.images, { mimeType: content.mimeType, data: content.data }] };
    case 'link':
      return withChip(item, { kind: 'file', label: content.name, path: filePath(content.uri) });
    default:
      return withChip(item, { kind: 'file', label: content.name });
  }
}

function withChip(item: UserItem, chip: Chip): UserItem {
  return { ...item, chips: [...item.chips, chip] };
}

/** The message with what the agent says about it. */
export function adorned(item: UserItem, messageId: string | undefined, meta: UpdateMeta): UserItem {
  return {
    ...item,
    messageId: messageId ?? item.messageId,
    chips: meta.chips ?? item.chips,
    steered: meta.steered ?? item.steered,
    hookRuns: meta.hookRuns ? [...item.hookRuns, ...meta.hookRuns] : item.hookRuns,
  };
}

/** Path of a `file:` address, undefined for any other. */
export function filePath(uri: string): string | undefined {
  try {
    const url = new URL(uri);
    return url.protocol === 'file:' ? decodeURIComponent(url.pathname) : undefined;
  } catch {
    // Not an address: there is no file to open.
    return undefined;
  }
}
