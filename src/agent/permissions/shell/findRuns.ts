import { isOne, UNKNOWN, type Word } from './word.ts';

const ACTIONS = /^-(?:exec|execdir|ok|okdir)$/;
const WRITES = /^-(?:delete|fls|fprint|fprint0|fprintf)$/;

/** Tests of find whose next word is their value, whatever it says. */
const TESTS =
  /^-(?:i?name|i?path|i?wholename|i?regex|regextype|type|size|[mac]time|[mac]min|maxdepth|mindepth|perm|user|group|uid|gid|links|inum|newer\w*|anewer|cnewer|samefile|printf)$/;

/** Whether a word has find run a command that stands behind it. */
export function isAction(word: Word | undefined): boolean {
  return ACTIONS.test(word?.text ?? '');
}

/** Whether a word has find itself change something. */
export function isWriting(word: Word): boolean {
  return WRITES.test(word.text);
}

/** Where the words of the command end that begins behind an action; their number when nothing ends them. */
export function endOfAction(args: readonly Word[], action: number): number {
  const end = args.findIndex(
    ({ text }, i) => i > action && (text === ';' || (text === '+' && args[i - 1]?.text === '{}')),
  );
  return end < 0 ? args.length : end;
}

/**
 * Whether an expansion may be an action, or the end of one before its written end: then find runs what nobody
 * takes for a command. A word that begins with a known letter is a place.
 */
export function mayRunMore(args: readonly Word[]): boolean {
  for (let i = 0; i < args.length; i++) {
    const word = args[i];
    if (!word) continue;
    if (isAction(word)) {
      const end = endOfAction(args, i);
      if (mayEndBefore(args.slice(i + 1, end))) return true;
      i = end;
    } else if (mayBeAction(word)) {
      const before = args[i - 1];
      if (before && TESTS.test(before.text) && isOne(word)) continue;
      const next = args[i + 1];
      // What is known behind a place is an option or a test.
      if (word.text.startsWith('-') || (next?.known === 'yes' && !/^[-(!]/.test(next.text))) return true;
    }
  }
  return false;
}

/** Whether one of an action's words may end it, and a later one then mean something to find. */
function mayEndBefore(words: readonly Word[]): boolean {
  const end = words.findIndex((word, i) => {
    const known = word.text.split(UNKNOWN).join('');
    return word.known === 'yes'
      ? known === '+' && words[i - 1]?.known === 'no'
      : word.known === 'no' && /^[;+]?$/.test(known);
  });
  return end >= 0 && words.slice(end + 1).some((w) => isAction(w) || isWriting(w) || mayBeAction(w));
}

function mayBeAction({ text, known }: Word): boolean {
  return known === 'no' && (text.startsWith(UNKNOWN) || text.startsWith('-'));
}
