/**
 * The AGENTS.md files of one conversation: which are in its context now, and what has to be said
 * because one appeared, changed or went away (I1–I5). One per conversation; a worker has its own,
 * which begins with what its parent has. Never throws for a file: one that can't be read is as absent.
 */
export interface InstructionSet {
  /** At the start of a turn: the chain from the repository's root to the working folder, as far as it is not in the context yet, and what changed or went away. */
  beginTurn(): Promise<readonly InstructionUpdate[]>;
  /** After a call read or changed files: the files between the working folder and those, outermost first. */
  touched(paths: readonly string[]): Promise<readonly InstructionUpdate[]>;
  /** After a compaction everything enters again. */
  compacted(): Promise<readonly InstructionUpdate[]>;
  /** What the context holds now, outermost first. */
  current(): readonly InstructionFile[];
}

export interface InstructionFile {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
  /** SHA-256 of the file. */
  readonly hash: string;
}

/** `text` is what the model reads, wording included: for a removed file, that it applies no longer. */
export interface InstructionUpdate {
  readonly kind: 'entered' | 'changed' | 'removed';
  readonly path: string;
  readonly hash: string;
  readonly text: string;
}
