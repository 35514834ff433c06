import type { ShellCommand } from './shell/shellLine.ts';
import { madeWord, programName, UNKNOWN, type Word } from './shell/word.ts';

/** The options by which a program is told to work in another folder: a letter, long names, and a word of its own. */
interface Goes {
  readonly letter?: string;
  readonly names?: readonly string[];
  readonly word?: string;
}

const DIRECTORY: Goes = { letter: 'C', names: ['directory'] };
const TAR: Goes = { letter: 'C', names: ['directory', 'cd'] };
const WORKING: Goes = { letter: 'w', names: ['wd'] };

const GOES: Readonly<Record<string, Goes>> = {
  bmake: DIRECTORY,
  bsdtar: TAR,
  bwrap: { names: ['chdir'] },
  cargo: { letter: 'C' },
  cmake: { word: 'chdir' },
  env: { letter: 'C', names: ['chdir'] },
  git: { letter: 'C', names: ['work-tree'] },
  gmake: DIRECTORY,
  go: { letter: 'C' },
  gtar: TAR,
  hg: { letter: 'R', names: ['cwd', 'repository'] },
  just: { letter: 'd', names: ['working-directory'] },
  make: DIRECTORY,
  meson: { letter: 'C' },
  ninja: { letter: 'C' },
  npm: { letter: 'C', names: ['prefix'] },
  nsenter: WORKING,
  parallel: { names: ['wd', 'workdir'] },
  patch: { letter: 'd', names: ['directory'] },
  pnpm: { letter: 'C', names: ['dir'] },
  poetry: DIRECTORY,
  'start-stop-daemon': { letter: 'd', names: ['chdir'] },
  sudo: { letter: 'D', names: ['chdir'] },
  'systemd-run': { names: ['working-directory'] },
  tar: TAR,
  tmux: { letter: 'c' },
  unshare: WORKING,
  uv: { names: ['directory', 'project'] },
  yarn: { names: ['cwd'] },
};

/**
 * The folders that a command is told to work in, each from the one before: `env -C x`, `make --directory=x`. A word
 * that is not known stands for one that nobody knows.
 */
export function foldersGiven(command: ShellCommand): Word[] {
  const name = programName(command.words[0]);
  const args = command.words.slice(1);
  const [first] = args;
  if (name === 'find' && args.some(({ text }) => /^-(?:exec|ok)dir$/.test(text)))
    return [nobodyKnows(command)];
  const goes = Object.hasOwn(GOES, name) ? GOES[name] : undefined;
  if (!goes) return [];
  // Letters without a dash take the words behind them in turn.
  if (goes === TAR && first && /^\w*C/.test(first.text)) return [nobodyKnows(command)];
  return args.flatMap((word, i) => {
    // An expansion may be no word at all.
    const next = args.slice(i + 1).find(({ text }) => text !== UNKNOWN);
    const folder = folderOf(goes, word, next);
    return folder?.known === 'no' ? withoutUnknown(folder) : (folder ?? []);
  });
}

function nobodyKnows({ span }: ShellCommand): Word {
  return { ...madeWord(UNKNOWN, span), known: 'glob' };
}

/** What an option says of the folder, joined or as the next word. */
function folderOf(
  { letter, names = [], word: own }: Goes,
  word: Word,
  next: Word | undefined,
): Word | undefined {
  if (own !== undefined && word.text === own) return next;
  const [, long, given] = /^--([\w-]+)(?:=([\s\S]*))?$/.exec(word.text) ?? [];
  // A name may be cut short.
  if (long !== undefined && names.some((name) => name.startsWith(long)))
    return given === undefined ? next : { ...word, text: given };
  const at = letter && /^-(?!-)/.test(word.text) ? word.text.indexOf(letter) : -1;
  if (at < 0) return undefined;
  const joined = word.text
    .slice(at + 1)
    .replace(/^=/, '')
    .replace(new RegExp(`^${UNKNOWN}$`), '');
  return joined === '' ? next : { ...word, text: joined };
}

export function changesFolder(command: ShellCommand): boolean {
  return /^(?:cd|pushd)$/.test(programName(command.words[0]));
}

/** The words of a `cd` that may name the folder: those that are no options. */
export function folderOperands(command: ShellCommand): Word[] {
  return command.words.slice(1).filter((word) => !word.text.startsWith('-'));
}

/** A variable that nobody has set leaves the rest of its word. */
export function withoutUnknown(word: Word): readonly Word[] {
  const rest = word.text.replaceAll(UNKNOWN, '');
  return rest === '' || rest.startsWith('/') ? [] : [{ ...word, text: rest, known: 'yes' }];
}
