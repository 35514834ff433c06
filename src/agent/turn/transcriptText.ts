import type { Entry } from '../store/entry.ts';
import { keepEnds } from '../tools/truncate.ts';
import { promptText } from './userMessage.ts';

/** Characters of one result or message that go into a transcript. */
const MAX_PIECE = 4_000;

/** The conversation as plain text for a summary; when it is too long, its beginning goes. */
export function transcriptText(
  entries: readonly Entry[],
  earlier: string | undefined,
  maxCharacters: number,
): string {
  const tools = new Map(
    entries.flatMap((entry) => (entry.type === 'call' ? [[entry.callId, entry.tool]] : [])),
  );
  const pieces: string[] = [];
  let left = maxCharacters - (earlier?.length ?? 0);
  for (const entry of [...entries].reverse()) {
    const piece = pieceOf(entry, tools);
    if (piece === undefined) continue;
    left -= piece.length + 2;
    if (left < 0) {
      pieces.push('[… the beginning is left out …]');
      break;
    }
    pieces.push(piece);
  }
  if (earlier !== undefined) pieces.push(`## Summary of what came earlier\n\n${earlier}`);
  return pieces.reverse().join('\n\n');
}

function pieceOf(entry: Entry, tools: ReadonlyMap<string, string>): string | undefined {
  switch (entry.type) {
    case 'user':
      return `## Person\n\n${shorten(promptText(entry))}`;
    case 'assistant':
      return entry.kind === 'text' && !entry.local && entry.text.trim() !== ''
        ? `## Agent\n\n${shorten(entry.text)}`
        : undefined;
    case 'call':
      return `## Call of ${entry.tool}\n\n${shorten(JSON.stringify(entry.input) ?? '')}`;
    case 'result':
      return `## ${entry.isError ? 'Failed result' : 'Result'} of ${tools.get(entry.callId) ?? 'a call'}\n\n${shorten(entry.text)}`;
    default:
      return undefined;
  }
}

function shorten(text: string): string {
  return keepEnds(text, { maxCharacters: MAX_PIECE, maxLines: 200 }, () => '[…]').text;
}
