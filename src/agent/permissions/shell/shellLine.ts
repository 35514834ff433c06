import type { Word } from './word.ts';

/** One command that a line runs, wherever it stands in it. */
export interface ShellCommand {
  /** The command's name and its arguments. Empty when only a redirect or an assignment stands there. */
  readonly words: readonly Word[];
  /** Variables set for this command alone, as written before it. */
  readonly assignments: readonly string[];
  /**
   * Words of no program that name places all the same: what a loop, a list or a variable is given, and
   * what `[[ … ]]` looks for.
   */
  readonly values: readonly Word[];
  readonly redirects: readonly Redirect[];
  /** It stands in a loop or a function, or in a text that one runs. */
  readonly repeats: boolean;
  readonly span: readonly [number, number];
  /** It reads what another command or a here-document gives. */
  readonly input: 'none' | 'pipe' | Word;
  /** What it runs in turn: behind `env`, `sudo`, `xargs`, in `bash -c '…'`. */
  readonly inner: readonly ShellCommand[];
  /** It stands in a text that may be read in another way: nothing is denied by its words alone. */
  readonly guessed?: true;
  /** For a wrapper: whether it changes who runs the inner command or where. */
  readonly wrapper?: 'transparent' | 'opaque';
}

export interface Redirect {
  readonly writes: boolean;
  readonly target: Word;
}

/** All that a line does, as far as it can be known. */
export interface ShellLine {
  readonly commands: readonly ShellCommand[];
  /** Why some of it can't be known, and where. Empty: all is known. */
  readonly unknown: readonly Unknown[];
}

/** Something of a line that can't be known. */
export interface Unknown {
  readonly reason: string;
  readonly span: readonly [number, number];
  /** Its text can't surely be read, so that nobody knows what it names; otherwise only what a value brings is not known. */
  readonly unread?: true;
}
