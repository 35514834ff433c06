import type { z } from 'zod';
import type { UserContentSchema } from './entry.ts';

type UserContent = z.infer<typeof UserContentSchema>;

const MAX_LENGTH = 80;

/**
 * A title made of a conversation's first message: its first line with words in it, cut at a word.
 * Undefined when the message has no text.
 */
export function titleOf(content: readonly UserContent[]): string | undefined {
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join(' ');
  const line = text.split('\n').find((each) => /[\p{L}\p{N}]/u.test(each));
  if (line === undefined) return undefined;
  const plain = line.replace(/\s+/g, ' ').trim();
  const characters = [...plain];
  if (characters.length <= MAX_LENGTH) return plain;
  const cut = characters.slice(0, MAX_LENGTH).join('');
  const space = cut.lastIndexOf(' ');
  return `${space > MAX_LENGTH / 2 ? cut.slice(0, space) : cut}…`;
}
