import { type Allowed, allowed, takeApart } from './shell/allowed.ts';
import { systemProgram } from './shell/readOnly.ts';
import type { ShellCommand } from './shell/shellLine.ts';
import { UNKNOWN, type Word } from './shell/word.ts';

interface Found {
  readonly word: Word;
  readonly as: 'place' | 'name';
}

/** Programs whose first operand is a script, which is no place. */
const awk = allowed(
  'PATTERN -F=text -v=text -f=patterns --field-separator=text --assign=text --file=patterns',
);
const SCRIPTED: ReadonlyMap<string, Allowed> = new Map([
  ['awk', awk],
  ['gawk', awk],
  ['mawk', awk],
  [
    'sed',
    allowed(`PATTERN -nErsuz -i~path -e=pattern -f=patterns --in-place~path --quiet --silent --regexp-extended
      --expression=pattern --file=patterns --separate --null-data --follow-symlinks`),
  ],
]);

/** Programs that pass over what `--exclude` names. */
const EXCLUDES = /^(?:bsdtar|du|fd|grep|gtar|rg|rsync|tar|tree)$/;

/**
 * What the arguments of a command that may do anything name. Rather too much: what is no path is a file of the
 * working folder that nobody has.
 */
export function wordPlaces(command: ShellCommand): Found[] {
  const name = systemProgram(command) ?? '';
  const args = command.words.slice(1);
  const list = SCRIPTED.get(name);
  const given = list && takeApart(list, args);
  if (given)
    return [
      ...given.paths.map((word): Found => ({ word, as: 'place' })),
      ...given.patterns.flatMap((word) => namesIn(word, /[\s"';{}()>]+/)),
    ];
  const isExcluded = (word: Word, i: number) =>
    EXCLUDES.test(name) &&
    (/^--exclude(?:-dir)?=/.test(word.text) || /^--exclude(?:-dir)?$/.test(args[i - 1]?.text ?? ''));
  return args.flatMap((word, i) => (isExcluded(word, i) ? [] : placesIn(word)));
}

/** The whole word, what an option in it is given (`--out=x`, `-I/usr`, `-qO.vak/x`, `-d @file`), and names in it. */
function placesIn(word: Word): Found[] {
  const { text } = word;
  if (/^\/dev\/(?:null|stdin|stdout|stderr|tty|zero|u?random)$/.test(text) || text.includes('\n')) return [];
  const given = /^(?:--?[\w-]+=|[A-Za-z_]\w*=)([\s\S]*)$/.exec(text)?.[1] ?? '';
  const pieces = new Set([text, given, ...joinedIn(text), addressedFile(given || text)]);
  for (const piece of [...pieces]) if (piece.startsWith('@')) pieces.add(piece.slice(1));
  const found = [...pieces].filter(Boolean);
  return [
    ...found.map((piece): Found => ({ word: { ...word, text: piece }, as: 'place' })),
    ...namesIn(word, /[,:]/),
    ...namesIn({ ...word, text: downloadedAs(text) }, /[,:]/),
  ];
}

/** More letters than this in front of a value are not tried one by one. */
const MAX_LETTERS = 100;

/** Of `-qOx`: `Ox` and `x`, for any letter may be the one with a value. */
function joinedIn(text: string): string[] {
  const letters = /^-(?!-)[\w.,:@%+#?]*/.exec(text)?.[0].length ?? 0;
  // `~-` is a place that only the shell knows.
  if (letters > MAX_LETTERS) return ['~-'];
  return Array.from({ length: Math.max(letters - 1, 0) }, (_, i) => text.slice(i + 2));
}

/** The file behind `file:/x` and `file://host/x`, also where a scheme is put together (`{file}`, `fil[e]`). */
function addressedFile(text: string): string {
  const [, scheme = '', file = ''] = /^([^/:]*):(?:\/\/[^/]*)?(\/[\s\S]*)$/.exec(text) ?? [];
  return /file|[[{]/i.test(scheme) || scheme.includes(UNKNOWN) ? file : '';
}

/** What a download is called: the last part of its address, for `git clone` without `.git`. */
function downloadedAs(text: string): string {
  const [, file = ''] = /^[^/]*:\/\/[^?#\u0001]*?([^/?#\u0001]+)\/*(?:[?#\u0001].*)?$/.exec(text) ?? [];
  const plain = file.replace(/[{}]/g, '').replace(/(?!^)\.git$/, '');
  return plain.replace(/%([0-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function namesIn(word: Word, gaps: RegExp): Found[] {
  const names = word.text.split(gaps).filter(Boolean);
  return names.map((text) => ({ word: { ...word, text }, as: 'name' }));
}
