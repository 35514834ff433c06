/** Where a shell or a program's options end a word. */
const SEAMS = /[\s"'`;|&()<>=:,{}[\]]+/;
/** A word as a shell cuts it, quotes and escapes still in it. */
const TOKEN = /(?:\\[\s\S]|"(?:\\[\s\S]|[^"\\])*"|'[^']*'|[^\s;|&()<>`"'\\])+/g;
/** Where a shell only writes, `>> last.log`, or any other word. An arrow (`=>`, `->`) of code is none, nor is `<>`. */
const WRITTEN = new RegExp(`(?<![=<>-])&?>>?\\|?[ \\t]*(${TOKEN.source})|${TOKEN.source}`, 'g');
const EXPANSION = /\$(?:\w+|\{[^}]*\})/g;
/** How deep a text may stand in a text: `bash -c "sh -c '…'"`. */
const MAX_DEPTH = 4;

/**
 * Every word of a command or an argument that may be the name of a file, once each. Too many on purpose:
 * a word too many costs a look at the disk, a missed one would miss a change. What stands behind an
 * expansion counts from there on: `$PWD/run.sh` gives `/run.sh`. What the command only writes is left out:
 * a log changes with every run.
 */
export function commandWords(texts: readonly string[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const text of texts) addWords(withoutWritten(text), words, 0);
  words.delete('');
  return words;
}

function withoutWritten(text: string): string {
  return text.replace(WRITTEN, (word: string, written: string | undefined) => {
    if (written !== undefined) return ' ';
    const [, quote, inner = ''] = /^(["'])([\s\S]*\s[\s\S]*)\1$/.exec(word) ?? [];
    return quote === undefined ? word : quote + withoutWritten(inner) + quote;
  });
}

function addWords(text: string, words: Set<string>, depth: number): void {
  add(text, words);
  for (const piece of text.replace(EXPANSION, ' ').split(SEAMS)) add(piece, words);
  for (const [token] of text.matchAll(TOKEN)) {
    const bare = unquoted(token);
    add(bare, words);
    add(bare.replace(EXPANSION, ''), words);
    if (bare !== token && /\s/.test(bare) && depth < MAX_DEPTH) addWords(bare, words, depth + 1);
  }
}

/** What the shell makes of the word's quotes and escapes; those inside another's quotes stay. */
function unquoted(token: string): string {
  return token.replace(
    /\\([\s\S])|"((?:\\[\s\S]|[^"\\])*)"|'([^']*)'/g,
    (_, escaped?: string, double?: string, single?: string) =>
      escaped ?? double?.replace(/\\(["\\$`])/g, '$1') ?? single ?? '',
  );
}

/** The word, and what follows a letter that is an option: `-r./boot.js`, `-Ctools`. */
function add(word: string, words: Set<string>): void {
  words.add(word);
  // Another name of the folder in which the command runs.
  words.add(word.replace(/^\/proc\/[^/]+\/(?:task\/[^/]+\/)?cwd\//, ''));
  const joined = /^-[A-Za-z](.+)$/s.exec(word)?.[1];
  if (joined !== undefined) words.add(joined);
}
