import { isOne, UNKNOWN, type Word } from './word.ts';

/** Git's options before its command: those that take the next word, and those that take none. */
const VALUED = /^(?:-[Cc]|--(?:git-dir|work-tree|namespace|config-env|super-prefix|attr-source))$/;
const FLAG =
  /^(?:-[Pphv]|--(?:git-dir|work-tree|namespace|config-env|super-prefix|attr-source|exec-path|list-cmds)=[\s\S]*|--(?:paginate|no-pager|bare|no-replace-objects|no-lazy-fetch|no-optional-locks|no-advice|(?:literal|glob|noglob|icase)-pathspecs|version|help|exec-path|html-path|man-path|info-path))$/;

/**
 * Where among git's arguments its command stands, their number when there is none; undefined when an option before
 * it is not known, or when it runs others itself.
 */
export function gitCommandAt(args: readonly Word[]): number | undefined {
  if (args.some((word) => word.text === 'for-each-repo')) return undefined;
  for (let i = 0; i < args.length; i++) {
    const { text, known, open = false } = args[i] ?? { text: '', known: 'no' };
    if (open) return undefined;
    const value = args[i + 1];
    if (VALUED.test(text) && (!value || isOne(value))) i++;
    else if (!text.startsWith('-') && (known === 'yes' || !text.startsWith(UNKNOWN))) return i;
    else if (!FLAG.test(text)) return undefined;
  }
  return args.length;
}
