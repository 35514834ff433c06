import { runsText } from './runsText.ts';
import type { ShellCommand, ShellLine } from './shellLine.ts';
import { madeWord, programName, UNKNOWN, type Word } from './word.ts';
import { SHELLS, WRAPPERS, type Wrapper } from './wrappers.ts';

type Bare = Omit<ShellCommand, 'inner' | 'wrapper'>;
type Opened = Pick<ShellCommand, 'inner' | 'wrapper'> & Pick<ShellLine, 'unknown'>;

/** Reads a text that a shell will read again, one level deeper. */
type Read = (text: string) => Promise<ShellLine>;

const plain: Opened = { inner: [], unknown: [] };

/** What a command runs in turn, as deep as can be known. */
export async function unwrap(command: Bare, read: Read): Promise<Opened> {
  const [first, ...rest] = command.words;
  if (!first) return plain;
  if (first.known !== 'yes') return refuse(command, 'the name of a command is an expansion');
  const name = programName(first);
  if (name === 'eval') return readStrings(command, rest, read);
  if (name === 'trap')
    return readStrings(command, rest.filter((w) => !w.text.startsWith('-')).slice(0, 1), read);
  if (name === 'alias' && rest.some((w) => w.text.includes('=')))
    return refuse(command, 'an alias gives a command another name');
  if ((name === 'source' || name === '.') && (rest[0]?.known !== 'yes' || /^\/dev\//.test(rest[0].text)))
    return refuse(command, 'it reads commands from elsewhere');
  if (name === 'git' && rest.some((w) => /^(?:-c|--config-env)?=?alias\./i.test(w.text.replace(/^-c/, ''))))
    return refuse(command, 'it gives git an alias');
  const hidden = runsText(command, name, rest);
  if (hidden) return refuse(command, hidden);
  if (SHELLS.has(name)) return name === 'su' ? openSu(command, rest, read) : openShell(command, rest, read);
  if (name === 'find') return openFind(command, rest, read);
  const wrapper = WRAPPERS.get(name);
  return wrapper ? openWrapper(command, name, wrapper, rest, read) : plain;
}

function refuse(command: Bare, reason: string): Opened {
  return { inner: [], unknown: [{ reason, span: command.span }] };
}

/** Text that a shell will read again. */
async function readStrings(command: Bare, words: readonly Word[], read: Read): Promise<Opened> {
  if (words.some((w) => w.known !== 'yes')) return refuse(command, 'what it runs is an expansion');
  const line = await read(words.map((w) => w.text).join(' '));
  return placed(line, command, 'transparent');
}

/** A shell: `-c TEXT`, a script, or commands from its input. */
async function openShell(command: Bare, rest: readonly Word[], read: Read): Promise<Opened> {
  const { letters, strange, script } = shellOptions(rest);
  if (strange) return refuse(command, 'an option can have the shell run something else');
  if (letters.includes('c')) {
    if (script?.known !== 'yes') return refuse(command, 'what the shell runs is an expansion');
    const opened = placed(await read(script.text), command, 'transparent');
    return /^(?:fish|zsh)$/.test(programName(command.words[0]))
      ? { ...opened, unknown: [...opened.unknown, ...refuse(command, 'it is no text for bash').unknown] }
      : opened;
  }
  if (rest.some((w) => w.known === 'no')) return refuse(command, 'what the shell runs is an expansion');
  if (script && !/^\/dev\/|^-$/.test(script.text) && !letters.includes('s')) return plain;
  if (command.input === 'none')
    return script ? refuse(command, 'the shell reads commands from elsewhere') : plain;
  if (command.input === 'pipe' || command.input.known !== 'yes')
    return refuse(command, 'text is piped into a shell');
  return placed(await read(command.input.text), command, 'transparent');
}

/** The letters of a shell's options, each `o` and `O` with its value passed over, and the first operand. */
function shellOptions(rest: readonly Word[]): {
  letters: string;
  strange: boolean;
  script: Word | undefined;
} {
  let letters = '';
  let i = 0;
  for (; i < rest.length; i++) {
    const text = rest[i]?.text ?? '';
    if (text === '--' || !/^[-+]./.test(text)) break;
    if (text.startsWith('--')) {
      if (!/^--(?:norc|noprofile|posix|login)$/.test(text))
        return { letters, strange: true, script: undefined };
      continue;
    }
    if (text.startsWith('-')) letters += text.slice(1);
    i += text.replace(/[^oO]/g, '').length;
  }
  return { letters, strange: false, script: rest[i]?.text === '--' ? rest[i + 1] : rest[i] };
}

async function openSu(command: Bare, rest: readonly Word[], read: Read): Promise<Opened> {
  const at = rest.findIndex((w) => /^-[a-zA-Z]*c$|^--command$/.test(w.text));
  const text = at >= 0 ? rest[at + 1] : undefined;
  if (text?.known !== 'yes') return refuse(command, 'the commands of that shell are not known');
  return placed(await read(text.text), command, 'opaque');
}

async function openFind(command: Bare, rest: readonly Word[], read: Read): Promise<Opened> {
  const inner: ShellCommand[] = [];
  const unknown: ShellLine['unknown'][number][] = [];
  for (let i = 0; i < rest.length; i++) {
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(rest[i]?.text ?? '')) continue;
    const end = rest.findIndex((w, j) => j > i && (w.text === ';' || w.text === '+'));
    const words = rest.slice(i + 1, end < 0 ? undefined : end).map((w) => replaced(w, '{}'));
    const opened = await innerCommand(command, words, read);
    inner.push(...opened.inner);
    unknown.push(...opened.unknown);
    if (rest[i]?.text.endsWith('dir'))
      unknown.push({ reason: 'find runs it in folders that only it knows', span: command.span });
    if (end < 0) break;
    i = end;
  }
  const writes = rest.some(
    (w) => /^-(?:delete|fls|fprint|fprint0|fprintf)$/.test(w.text) || w.known === 'no',
  );
  return inner.length > 0 || unknown.length > 0
    ? { inner, unknown, wrapper: writes ? 'opaque' : 'transparent' }
    : plain;
}

async function openWrapper(
  command: Bare,
  name: string,
  wrapper: Wrapper,
  rest: readonly Word[],
  read: Read,
): Promise<Opened> {
  if (name === 'command' && rest.some((w) => /^-[vV]/.test(w.text))) return plain;
  if (name === 'env' && rest.some((w) => /^(?:-[a-zA-Z0-9]*S|--s)/.test(w.text)))
    return refuse(command, 'it splits a text into a command');
  if (wrapper.rereads) return readStrings(command, skipOptions(wrapper, rest).words, read);
  if (name === 'flock') {
    const text = rest.find((w) => /\s/.test(w.text));
    if (text) return readStrings(command, [text], read);
  }
  const { words: own, assignments } = skipOptions(wrapper, rest);
  const words = name === 'xargs' ? xargsWords(rest, own) : own;
  if (words.length === 0) return plain;
  const opened = await innerCommand(command, words, read, assignments);
  const writes =
    name === 'time' && rest.some((w) => !words.includes(w) && /^(?:-[a-zA-Z]*o|--o)/.test(w.text));
  const moves = name === 'env' && rest.some((w) => /^(?:-[a-zA-Z]*C|--ch)/.test(w.text));
  const unknown = moves
    ? [...opened.unknown, { reason: 'it runs in another folder', span: command.span }]
    : opened.unknown;
  return { ...opened, unknown, wrapper: writes ? 'opaque' : wrapper.kind };
}

/** The words of the inner command, options with their values and operands passed over, and what is set for it. */
function skipOptions(
  wrapper: Wrapper,
  rest: readonly Word[],
): { words: readonly Word[]; assignments: readonly string[] } {
  const isSet = (word: Word | undefined) => wrapper.assignments && /^[^-=][^=]*=/.test(word?.text ?? '');
  let i = 0;
  for (; i < rest.length; i++) {
    const text = rest[i]?.text ?? '';
    if (text === '--') {
      i++;
      break;
    }
    if (text === '-' && wrapper.assignments) continue;
    if (!text.startsWith('-') || text === '-') break;
    const long = /^--([\w-]+)(=)?/.exec(text);
    if (
      long
        ? !long[2] && wrapper.valueNames?.some((n) => n.startsWith(long[1] ?? ''))
        : takesNext(wrapper, text)
    )
      i++;
  }
  i += wrapper.operands ?? 0;
  const from = i;
  while (isSet(rest[i])) i++;
  return { words: rest.slice(i), assignments: rest.slice(from, i).map((word) => word.text) };
}

/** `-u` wants the next word, `-uroot` has its value, `-nu` ends in one that wants it. */
function takesNext(wrapper: Wrapper, text: string): boolean {
  const letters = text.slice(1);
  const at = [...letters].findIndex((c) => wrapper.valueLetters?.includes(c));
  return at >= 0 && at === letters.length - 1;
}

/** xargs adds words at the end, or puts them where its replacement text stands. */
function xargsWords(rest: readonly Word[], words: readonly Word[]): readonly Word[] {
  const option = rest.findIndex((w) => /^(?:-[Ii]|--replace)/.test(w.text));
  const last = words.at(-1);
  if (option < 0 || !last) return last ? [...words, madeWord(UNKNOWN, last.span)] : words;
  const mark = /^-I$/.test(rest[option]?.text ?? '')
    ? (rest[option + 1]?.text ?? '{}')
    : rest[option]?.text.replace(/^(?:-[Ii]|--replace=?)/, '') || '{}';
  return words.map((w) => replaced(w, mark));
}

function replaced(word: Word, mark: string): Word {
  return mark && word.text.includes(mark)
    ? { ...word, text: word.text.split(mark).join(UNKNOWN), known: 'no' }
    : word;
}

async function innerCommand(
  command: Bare,
  words: readonly Word[],
  read: Read,
  assignments: readonly string[] = [],
): Promise<Pick<Opened, 'inner' | 'unknown'>> {
  if (words.length === 0) return { inner: [], unknown: [] };
  const bare: Bare = {
    words,
    assignments,
    redirects: [],
    span: [words[0]?.span[0] ?? command.span[0], command.span[1]],
    input: command.input,
  };
  const opened = await unwrap(bare, read);
  return { inner: [{ ...bare, inner: opened.inner, wrapper: opened.wrapper }], unknown: opened.unknown };
}

/** A line inside a word has places of its own; for a person it is the outer command that asks. */
function placed(line: ShellLine, command: Bare, wrapper: Wrapper['kind']): Opened {
  return {
    inner: line.commands.map((c) => at(c, command.span)),
    unknown: line.unknown.map((u) => ({ ...u, span: command.span })),
    wrapper,
  };
}

function at(command: ShellCommand, span: readonly [number, number]): ShellCommand {
  const move = (word: Word): Word => ({ ...word, span });
  return {
    ...command,
    span,
    words: command.words.map(move),
    redirects: command.redirects.map((r) => ({ ...r, target: move(r.target) })),
    inner: command.inner.map((c) => at(c, span)),
  };
}
