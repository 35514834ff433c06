import type { TranscriptItem } from '../../protocol/transcript.ts';

/** A guess, in pixels, at how high an item will be: good enough for a scroll bar until it is drawn. */
export function guessRowHeight(item: TranscriptItem | undefined): number {
  if (!item) return 24;
  switch (item.kind) {
    case 'user':
      return 36 + textHeight(item.text) + (item.chips.length > 0 ? 26 : 0);
    case 'assistant':
      return 12 + textHeight(item.text);
    case 'tool':
      return 26;
    case 'plan':
      return 10 + 21 * item.entries.length;
    case 'notice':
      return 50;
    default:
      return 28;
  }
}

function textHeight(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return 19 * Math.max(lines, Math.ceil(text.length / 60));
}
