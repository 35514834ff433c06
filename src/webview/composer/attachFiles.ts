import type { Attachment } from '../../protocol/chat.ts';

/** A larger image would not fit what providers take. */
const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
const MAX_TEXT_BYTES = 1024 * 1024;
const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** What became of pasted or dropped things: attachments, and a sentence for each that could not be one. */
export interface Attached {
  readonly attachments: readonly Attachment[];
  readonly problems: readonly string[];
}

/**
 * True when the event carries something that `readTransfer` would take, so that the text field must not.
 * Formatted text comes with a picture of itself; it is pasted as text.
 */
export function carriesAttachments(data: DataTransfer): boolean {
  if (parseUriList(uriList(data)).length > 0) return true;
  const isFormattedText = data.getData('text/html') !== '' && data.getData('text/plain') !== '';
  return data.files.length > 0 && !isFormattedText;
}

/** Reads images and text files, and the paths that VS Code's own drag carries. */
export async function readTransfer(data: DataTransfer): Promise<Attached> {
  // The list must be read before the first wait: the browser empties it afterwards.
  const paths = parseUriList(uriList(data));
  const files = paths.length > 0 ? [] : [...data.files];
  const attachments: Attachment[] = paths.map((path) => ({ kind: 'file', path, label: baseName(path) }));
  const problems: string[] = [];
  for (const file of files) {
    const read = await readFile(file);
    if (typeof read === 'string') problems.push(read);
    else attachments.push(read);
  }
  return { attachments, problems };
}

async function readFile(file: File): Promise<Attachment | string> {
  const label = file.name || 'Pasted image';
  if (IMAGES.has(file.type)) {
    if (file.size > MAX_IMAGE_BYTES) return `${label} is larger than 10 MB.`;
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { kind: 'image', mimeType: file.type, data: toBase64(bytes), label };
  }
  if (file.type.startsWith('image/')) return `${label}: only PNG, JPEG, GIF and WebP images can be sent.`;
  if (file.size > MAX_TEXT_BYTES) return `${label} is larger than 1 MB.`;
  const text = await file.text();
  if (text.includes('\0')) return `${label} is not a text file.`;
  return { kind: 'text', label, uri: `attachment:///${encodeURIComponent(label)}`, text };
}

function uriList(data: DataTransfer): string {
  return data.getData('application/vnd.code.uri-list') || data.getData('text/uri-list');
}

/** Paths of the `file:` addresses of a list; comments and other addresses are passed over. */
export function parseUriList(list: string): string[] {
  return list.split(/\r?\n/).flatMap((line) => {
    if (line.startsWith('#') || !/^(file|vscode-remote):/i.test(line)) return [];
    try {
      const path = decodeURIComponent(new URL(line).pathname);
      return [/^\/[a-z]:/i.test(path) ? path.slice(1) : path];
    } catch {
      // Not an address.
      return [];
    }
  });
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let i = 0; i < bytes.length; i += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(binary);
}

function baseName(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
}
