import { basename } from 'node:path';
import type { Files } from '../../host/host.ts';
import type { ToolResult } from '../tool.ts';
import { showBytes } from './openFile.ts';

/** What providers take in one piece, in bytes. */
const MAX_MEDIA_BYTES = 10 * 1024 * 1024;

/** Known by their first bytes: a name proves nothing. */
const KINDS: readonly { readonly mimeType: string; readonly matches: (head: Uint8Array) => boolean }[] = [
  { mimeType: 'image/png', matches: (head) => starts(head, [0x89, 0x50, 0x4e, 0x47]) },
  { mimeType: 'image/jpeg', matches: (head) => starts(head, [0xff, 0xd8, 0xff]) },
  { mimeType: 'image/gif', matches: (head) => starts(head, [0x47, 0x49, 0x46, 0x38]) },
  {
    mimeType: 'image/webp',
    matches: (head) =>
      starts(head, [0x52, 0x49, 0x46, 0x46]) && starts(head.subarray(8), [0x57, 0x45, 0x42, 0x50]),
  },
  { mimeType: 'application/pdf', matches: (head) => starts(head, [0x25, 0x50, 0x44, 0x46]) },
];

/** An image or PDF as a result for model and screen; undefined when the file is neither. */
export async function mediaOf(path: string, size: number, files: Files): Promise<ToolResult | undefined> {
  const head = await files.read(path, { start: 0, end: 12 });
  const kind = KINDS.find((each) => each.matches(head));
  if (!kind) return undefined;
  if (size > MAX_MEDIA_BYTES)
    return {
      text: `${path} is ${showBytes(size)}; at most ${showBytes(MAX_MEDIA_BYTES)} of ${kind.mimeType} can be read.`,
      isError: true,
    };
  const data = Buffer.from(await files.read(path)).toString('base64');
  const text = `${basename(path)}: ${kind.mimeType}, ${showBytes(size)}`;
  return {
    text,
    media: [{ mimeType: kind.mimeType, data }],
    content: kind.mimeType.startsWith('image/')
      ? [{ type: 'image', mimeType: kind.mimeType, data }]
      : [{ type: 'text', text }],
  };
}

function starts(bytes: Uint8Array, head: readonly number[]): boolean {
  return head.every((byte, at) => bytes[at] === byte);
}
