import { UNKNOWN, type Word } from './shell/word.ts';
import { type Found, placesIn } from './wordPieces.ts';

/** Programs that write through a link which is there, and the option by which they are given a folder at all. */
const COPIES: Readonly<Record<string, RegExp>> = {
  cp: /^/,
  curl: /^--output-d/,
  ditto: /^/,
  gcp: /^/,
  rcp: /^/,
  rsync: /^/,
  scp: /^/,
  wget: /^(?:-\w*P|--dir)/,
};

/** With it, folders that a name stands in are made too: `cp --parents`, `rsync -R`. */
const WITH_FOLDERS: Readonly<Record<string, RegExp>> = {
  cp: /^--pa/,
  gcp: /^--pa/,
  rsync: /^(?:-\w*R|--rel)/,
};

/** Of more words than this, any name may come. */
const MAX_WORDS = 200;

/**
 * Where a program writes when it is given a folder: at each name in it, through a link that is there. An option may
 * give the folder, or else it is the last operand, behind which only options stand.
 */
export function copiedPlaces(program: string, args: readonly Word[]): Found[] {
  const has = (options: Readonly<Record<string, RegExp>>) =>
    Object.hasOwn(options, program) && args.some(({ text }) => options[program]?.test(text));
  if (!has(COPIES)) return [];
  const isOption = (at: number) => args[at] === undefined || args[at].text.startsWith('-');
  const folders = args.filter((_, i) => isOption(i - 1) || isOption(i) || isOption(i + 1));
  const named = placesOf(args).flatMap(({ text }) => namesOf(text, has(WITH_FOLDERS)));
  const names = args.length > MAX_WORDS ? [UNKNOWN] : [...new Set(named)];
  return placesOf(folders).flatMap((folder) =>
    names.map((name): Found => {
      const text = `${folder.text}/${name}`;
      const known = folder.known === 'yes' && text.includes(UNKNOWN) ? 'glob' : folder.known;
      return { word: { ...folder, text, known }, as: 'place' };
    }),
  );
}

function placesOf(words: readonly Word[]): Word[] {
  return words.flatMap(placesIn).flatMap(({ word, as }) => (as === 'place' ? [word] : []));
}

/** The last part of a path or an address, and all ends of it with folders; none of what stands for a folder itself. */
function namesOf(text: string, withFolders: boolean): string[] {
  const parts = (text.includes('://') ? text.replace(/[?#\u0001].*$/s, '') : text).split('/').filter(Boolean);
  const ends = parts.map((_, i) => parts.slice(i));
  return ends
    .filter(({ length, 0: first = '' }) => (withFolders || length === 1) && !/^\.{1,2}$/.test(first))
    .map((end) => end.join('/'));
}
