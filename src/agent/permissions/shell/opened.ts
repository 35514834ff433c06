import type { ShellCommand, ShellLine } from './shellLine.ts';
import type { Word } from './word.ts';

/** A command before it is known what it runs in turn. */
export type Bare = Omit<ShellCommand, 'inner' | 'wrapper'>;

/** What a command runs in turn, and what of that can't be known. */
export type Opened = Pick<ShellCommand, 'inner' | 'wrapper'> & Pick<ShellLine, 'unknown'>;

/**
 * Reads a text that a shell will read again, one level deeper: `posix` when that shell may not be bash,
 * `loose` when variables are set for it that no assignment of the line names.
 */
export type Read = (
  text: string,
  as?: { readonly posix?: boolean; readonly loose?: boolean },
) => Promise<ShellLine>;

/** It runs nothing in turn. */
export const plain: Opened = { inner: [], unknown: [] };

/** What it runs can't be known. */
export function refuse(command: Pick<Bare, 'span'>, reason: string): Opened {
  return { inner: [], unknown: [{ reason, span: command.span }] };
}

/** Words as the text of a line in which they are the same words. */
export function asText(words: readonly Word[]): string {
  return words.map(({ text }) => `'${text.replaceAll("'", String.raw`'\''`)}'`).join(' ');
}

/** A line inside a word has places of its own; for a person it is the outer command that asks. */
export function placed(
  line: ShellLine,
  command: Pick<Bare, 'span'>,
  wrapper: 'transparent' | 'opaque',
): Opened {
  return {
    inner: line.commands.map((c) => at(c, command.span)),
    unknown: line.unknown.map((u) => ({ ...u, span: command.span })),
    wrapper,
  };
}

/** Commands of a text that may be read in another way. */
export function guessed(commands: readonly ShellCommand[]): ShellCommand[] {
  return commands.map((command) => ({ ...command, guessed: true, inner: guessed(command.inner) }));
}

function at(command: ShellCommand, span: readonly [number, number]): ShellCommand {
  const move = (word: Word): Word => ({ ...word, span });
  return {
    ...command,
    span,
    words: command.words.map(move),
    values: command.values.map(move),
    redirects: command.redirects.map((r) => ({ ...r, target: move(r.target) })),
    inner: command.inner.map((c) => at(c, span)),
  };
}

/** A text that can't be read, as pieces that may name places: those are asked about all the same. */
export function inPieces(text: string, span: readonly [number, number]): ShellCommand {
  const pieces = new Set(text.slice(0, 100_000).split(/[\s'"`;&|<>()=,:{}\\]+/));
  const values = [...pieces]
    .filter((piece) => piece && !/^\/dev\/(?:null|std\w+|tty)$/.test(piece))
    .map((piece): Word => ({ text: piece, known: 'yes', span }));
  return named(values, span);
}

/** A command that works on a place which only the shell knows. */
export function nowhere(span: readonly [number, number]): ShellCommand {
  return named([{ text: '~-', known: 'yes', span }], span);
}

function named(values: readonly Word[], span: readonly [number, number]): ShellCommand {
  return {
    words: [],
    assignments: [''],
    values,
    redirects: [],
    input: 'none',
    repeats: false,
    inner: [],
    span,
  };
}
