import { isSeveral, isValue } from './allowed.ts';
import { endOfAction, isAction } from './findRuns.ts';
import { UNKNOWN, type Word } from './word.ts';

const names = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

const PLAIN =
  names(`-P ( ) ! , -a -and -o -or -not -print -print0 -prune -quit -empty -true -false -depth -d -mount
  -xdev -daystart -nouser -nogroup -ls -noleaf -warn -nowarn`);
const WITH_TEXT =
  names(`-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -size -mtime
  -atime -ctime -mmin -amin -cmin -maxdepth -mindepth -perm -user -group -uid -gid -links -inum -newermt -newerat
  -newerct`);
const WITH_PATH = names('-newer -anewer -cnewer -samefile');

/**
 * The places that `find` looks at, when it only looks; undefined when a word may do more or follow a link. With
 * `runs`, what it runs is somebody else's question, and its words are passed over.
 */
export function findReads(args: readonly Word[], runs: boolean): readonly Word[] | undefined {
  const paths: Word[] = [];
  let begun = false;
  for (let i = 0; i < args.length; i++) {
    const word = args[i];
    const { text = '' } = word ?? {};
    if (!word || isSeveral(word, args[i - 1])) return undefined;
    if (runs && isAction(word)) {
      i = endOfAction(args, i);
      begun = true;
      continue;
    }
    if (PLAIN.has(text)) {
      begun ||= text !== '-P';
    } else if (/^[-(!,]/.test(text)) {
      const value = args[++i];
      begun = true;
      if (!value || !isValue(value, word)) return undefined;
      if (WITH_PATH.has(text) || value.known === 'glob') paths.push(value);
      else if (!WITH_TEXT.has(text) && !(text === '-printf' && value.text === '%p\\n')) return undefined;
      if (value.known === 'glob' && !WITH_TEXT.has(text)) return undefined;
    } else {
      if (begun || (word.known === 'no' && text.startsWith(UNKNOWN))) return undefined;
      paths.push(word);
    }
  }
  return paths;
}
