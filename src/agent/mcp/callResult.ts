import { isRecord, type UnknownRecord } from '../../base/json.ts';
import type { Redact } from '../../mcp/redaction.ts';
import type { CallResult } from '../../mcp/serverItems.ts';
import type { ToolContent } from '../../protocol/transcript.ts';
import type { ToolResult } from '../tools/tool.ts';

/** Base64 characters of one image or file that still goes to the model and the screen. */
const MAX_MEDIA = 8 * 1024 * 1024;

type Media = { readonly mimeType: string; readonly data: string };

/** What one block comes to; absent parts are empty. */
interface Block {
  readonly text?: string;
  readonly media?: Media;
  readonly content?: ToolContent;
}

/**
 * A server's result as the model and the card get it (M9): text as text, images and PDFs as such,
 * resources written out, structured content when nothing else says it. A kind of block that is not
 * known leaves a note and spoils nothing. Nothing that the definition keeps secret is in it (M17).
 */
export function toToolResult(result: CallResult, redact: Redact): ToolResult {
  const blocks = result.content.map((block) => readBlock(block, redact));
  const texts = blocks.flatMap((block) => block.text ?? []);
  const media = blocks.flatMap((block) => block.media ?? []);
  if (texts.length === 0 && media.length === 0 && result.structuredContent !== undefined)
    texts.push(redact(JSON.stringify(result.structuredContent, undefined, 2)));
  const text = texts.join('\n');
  const shown = blocks.flatMap((block) => block.content ?? []);
  return {
    text: text === '' ? (media.length > 0 ? '' : '(no output)') : text,
    ...(result.isError ? { isError: true } : {}),
    ...(media.length > 0 ? { media } : {}),
    ...(shown.length > 0
      ? { content: [...(text === '' ? [] : [{ type: 'text', text } as const]), ...shown] }
      : {}),
  };
}

/** One block of content, of a result or of a prompt's message. */
export function readBlock(block: unknown, redact: Redact): Block {
  if (!isRecord(block)) return { text: '[a block that is no object]' };
  const annotations = block['annotations'];
  // What is meant for the person only is shown and not sent.
  const forUser = isRecord(annotations) && isOnlyFor(annotations['audience'], 'user');
  const read = readKind(block, redact);
  return forUser && read.text !== undefined ? { content: { type: 'text', text: read.text } } : read;
}

function readKind(block: UnknownRecord, redact: Redact): Block {
  const { type, data, mimeType } = block;
  switch (type) {
    case 'text':
      return { text: redact(clean(String(block['text'] ?? ''))) };
    case 'image':
    case 'audio':
      return typeof data === 'string'
        ? readMedia(String(mimeType ?? ''), data)
        : { text: `[a broken ${type}]` };
    case 'resource':
      return isRecord(block['resource'])
        ? readResource(block['resource'], redact)
        : { text: '[a broken resource]' };
    case 'resource_link': {
      const uri = redact(String(block['uri'] ?? ''));
      const name = redact(clean(String(block['title'] ?? block['name'] ?? uri)));
      return { text: `[${name}](${uri})`, content: { type: 'link', uri, name } };
    }
    default:
      return { text: `[content of the kind ${JSON.stringify(type)} is not known]` };
  }
}

function readResource(resource: UnknownRecord, redact: Redact): Block {
  const uri = redact(String(resource['uri'] ?? ''));
  if (typeof resource['text'] === 'string') return { text: redact(clean(resource['text'])) };
  if (typeof resource['blob'] !== 'string') return { text: `[${uri}: empty]` };
  const read = readMedia(String(resource['mimeType'] ?? ''), resource['blob']);
  return { ...read, ...(read.text ? { text: `${uri}: ${read.text}` } : {}) };
}

/** Images reach model and screen, PDFs the model; other bytes are described. */
export function readMedia(mimeType: string, data: string): Block {
  const size = `${Math.ceil((data.length * 3) / 4 / 1024)} KB`;
  if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(data.slice(0, 4096)))
    return { text: `[${mimeType || 'data'} that is no base64]` };
  if (data.length > MAX_MEDIA) return { text: `[${mimeType || 'data'}, ${size}: too large to show]` };
  if (/^image\/(png|jpe?g|gif|webp)$/.test(mimeType))
    return { media: { mimeType, data }, content: { type: 'image', mimeType, data } };
  if (mimeType === 'application/pdf') return { media: { mimeType, data } };
  return { text: `[${mimeType || 'data'}, ${size}]` };
}

/** Without control characters and invisible ones that could hide instructions; line ends and tabs stay. */
export function clean(text: string): string {
  return text
    .replace(/\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?/g, '')
    .replace(/[\u001b\u009b]\[[0-?]*[ -/]*[@-~]/g, '')
    .replace(/\r\n/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u{e0000}-\u{e007f}]/gu, '');
}

function isOnlyFor(audience: unknown, who: string): boolean {
  return Array.isArray(audience) && audience.length > 0 && audience.every((each) => each === who);
}
