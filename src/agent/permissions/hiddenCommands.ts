import { type PlaceNamed, placesNamed } from './commandPlaces.ts';
import type { Places } from './places.ts';
import { allCommands } from './shell/fires.ts';
import { gitCommandAt } from './shell/gitCommandAt.ts';
import { asText, guessed, nowhere, placed } from './shell/opened.ts';
import { wordsLeft } from './shell/openShell.ts';
import { READERS } from './shell/readers.ts';
import { readsOnly, systemProgram } from './shell/readOnly.ts';
import { readShellLine } from './shell/readShellLine.ts';
import type { ShellCommand, ShellLine } from './shell/shellLine.ts';
import { textsIn } from './shell/unwrap.ts';
import { withValues } from './shell/withValues.ts';
import { programName, type Word } from './shell/word.ts';
import { INTERPRETERS, SHELLS, WRAPPERS, withoutVersion } from './shell/wrappers.ts';
import { isMessage } from './textPieces.ts';
import { told } from './wordPieces.ts';

/** Texts that one command may run, at most: nobody writes so many. */
const MOST_TEXTS = 64;

/** Programs beside readers, wrappers, shells and languages by which a text is known to be one of commands. */
const OTHERS =
  /^(?:cd|chmod|chown|cp|dd|eval|find|git|install|ln|mkdir|mv|pushd|rm|rmdir|rsync|source|tar|tee|touch|vak|vakil)$/;

/** Programs that run none of their words; `find` says where it does. */
const RUNS_NO_WORD =
  /^(?:apt|apt-get|brew|chmod|chown|cp|curl|dnf|find|ln|man|mkdir|mv|pip3?|rm|rmdir|touch|wget)$/;

/** Programs beside languages whose words are scripts of their own. */
const SCRIPTED = /^(?:gsed|jq|nawk|sed|yq)$/;

/**
 * The commands that a line runs if a program that nobody knows runs what it is given: those behind one another among
 * its words (`setpriv grep -r x`), and those in a word that is a text (`script -c 'cd x; cat y'`). Also its own commands with the
 * values of their variables, and where it is not known what runs, what others print. `text`: the line as it was written.
 */
export async function hiddenCommands(
  { commands, unknown }: ShellLine,
  cwd: string,
  { places, text }: { readonly places: Places; readonly text: string },
): Promise<readonly ShellCommand[]> {
  const line = allCommands(commands);
  const found: ShellCommand[] = [];
  const span = [0, text.length] as const;
  // A text that a shell runs may give variables values too.
  const texts = line.flatMap(({ words, inner }) => (inner.length > 0 ? words.flatMap(textsIn) : []));
  const filledTexts = await Promise.all(
    [text, ...new Set(texts)].map((each) => withValues(each, { HOME: places.home, PWD: cwd })),
  );
  if (filledTexts.includes(undefined)) found.push(nowhere(span));
  for (const filled of filledTexts.flatMap((lines) => lines ?? []))
    found.push(...guessed(allCommands(placed(await readShellLine(filled), { span }, 'transparent').inner)));
  for (const command of [...line, ...found]) {
    const left = { ...command, words: wordsLeft(command) };
    const printed = unknown.length > 0 ? textsPrinted(command) : [];
    const texts = readsOnly(command).yes ? printed : [...wordsRun(left), ...textsRun(left), ...printed];
    if (texts.length > MOST_TEXTS) found.push(nowhere(command.span));
    else
      for (const text of texts) {
        const read = placed(await readShellLine(text), command, 'transparent');
        found.push(...guessed(allCommands(read.inner).filter(isKnown)));
      }
  }
  const here = await Promise.all(found.map((command) => goesNowhere(command, cwd, places)));
  return found.filter((_, i) => !here[i]);
}

/** The places that such a command names and those of the line don't: what one writes is asked about, though another reads it. */
export function placesHidden(command: ShellCommand, ofLine: readonly PlaceNamed[]): PlaceNamed[] {
  const isSpelled = ({ word, writes }: PlaceNamed) =>
    ofLine.some((place) => place.word.text === word.text && (place.writes || !writes));
  return placesNamed(command)
    .filter((place) => place.as !== 'place' || !isSpelled(place))
    .map(told);
}

/** The words from each that names a program on; those of a list may be a command too. */
function wordsRun({ words, values }: ShellCommand): string[] {
  const name = systemProgram({ words }) ?? '';
  if (RUNS_NO_WORD.test(name)) return [];
  // What stands there is no program, but what git is to do.
  const own = name === 'git' ? 1 + (gitCommandAt(words.slice(1)) ?? 0) : 0;
  const listed = values.length > 1 ? values : [];
  const all = words.length > 0 ? words.slice(own + 1) : listed;
  const named = all.flatMap((word, i) => (namesProgram(word) ? [i] : []));
  return named.slice(0, MOST_TEXTS + 1).map((i) => asText(all.slice(i)));
}

/** The words, and values of variables, that are texts for nobody else. */
function textsRun({ words, values }: ShellCommand): string[] {
  const name = systemProgram({ words }) ?? '';
  const [, ...args] = words;
  const isCode = INTERPRETERS.has(withoutVersion(name)) || SCRIPTED.test(name);
  const given = isCode ? [] : args.filter((_, i) => !isMessage(name, args, i));
  return [...given, ...values].flatMap(textsIn);
}

/** What a program shows that another one may run. */
function textsPrinted({ words, input }: ShellCommand): string[] {
  const [first, ...args] = words;
  const read = typeof input === 'object' ? [input.text] : [];
  if (!/^(?:echo|printf)$/.test(programName(first))) return read;
  return [args.map(({ text }) => text.replaceAll('\\n', '\n')).join(' '), ...read];
}

function namesProgram(word: Word): boolean {
  const name = word.open ? undefined : systemProgram({ words: [word] });
  if (name === undefined || !/^[\w:]/.test(name)) return false;
  const bare = withoutVersion(name);
  return (
    READERS.has(name) || WRAPPERS.has(name) || SHELLS.has(bare) || INTERPRETERS.has(bare) || OTHERS.test(name)
  );
}

/** Words in a text are only words, but for those behind a program that one knows, and what is put into files. */
function isKnown({ words, redirects }: ShellCommand): boolean {
  const [first] = words;
  return (first !== undefined && namesProgram(first)) || (words.length === 0 && redirects.length > 0);
}

/** It goes to a folder that is not there: then it is one of another machine. */
async function goesNowhere({ words }: ShellCommand, cwd: string, places: Places): Promise<boolean> {
  const [first, folder] = words;
  if (first?.text !== 'cd' || !folder?.text.startsWith('/')) return false;
  return folder.known === 'yes' && (await places.kindOf(folder.text, cwd)) === undefined;
}
