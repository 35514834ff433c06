import { UNKNOWN, type Word } from './shell/word.ts';
import type { Found } from './wordPieces.ts';

/** More words than this in front of the folder are not looked at one by one: any name may come of them. */
const MAX_SOURCES = 200;

/** Where `cp` writes when it is given a folder: through a link of the same name that is there. */
export function copiedPlaces(args: readonly Word[]): Found[] {
  const given = args.flatMap((word, i) => {
    const [, joined = ''] = /^(?:-(?!-)\w*t|--t[\w-]*=)([\s\S]*)$/.exec(word.text) ?? [];
    if (joined !== '') return [{ ...word, text: joined }];
    return /^(?:-(?!-)\w*t|--t[\w-]*)$/.test(args[i - 1]?.text ?? '') ? [word] : [];
  });
  const last = args.at(-1);
  const folders = last ? [...given, last] : given;
  const sources = args.filter(({ text }) => !text.startsWith('-'));
  const names = sources.length > MAX_SOURCES ? [UNKNOWN] : sources.map(({ text }) => nameOf(text));
  return folders.flatMap((folder) =>
    [...new Set(names)].filter(Boolean).map((name): Found => {
      const text = `${folder.text}/${name}`;
      const known = folder.known === 'yes' && text.includes(UNKNOWN) ? 'glob' : folder.known;
      return { word: { ...folder, text, known }, as: 'place' };
    }),
  );
}

/** The last part of a path; none of what stands for a folder itself. */
function nameOf(text: string): string {
  const name = text.replace(/\/+$/, '').replace(/^.*\//s, '');
  return /^\.{0,2}$/.test(name) ? '' : name;
}
