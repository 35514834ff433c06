import { createHash } from 'node:crypto';
import path from 'node:path';
import { revealInvisible } from '../config/invisibleText.ts';
import type { PermissionRules } from '../config/permissionRules.ts';
import { normalizeText } from '../config/sourceText.ts';
import { type DecidedPlaces, decidedFiles } from '../host/decidedFiles.ts';
import type { Host } from '../host/host.ts';
import changedText from './changed.md';
import { decideInstructions } from './decideInstructions.ts';
import { foldersBetween, instructionFilesIn, instructionFolders } from './findInstructions.ts';
import type { InstructionFile, InstructionSet, InstructionUpdate } from './instructionSet.ts';
import removedText from './removed.md';

export interface ConversationInstructionsDeps {
  readonly host: Pick<Host, 'environment' | 'files'>;
  readonly cwd: string;
  /** All roots of the workspace. */
  readonly roots: readonly string[];
  /** Asked anew each time: the files of an untrusted folder are not read (R5), nor those that a rule denies. */
  readonly current: () => Promise<{ readonly trusted: boolean; readonly rules: PermissionRules }>;
  /** What a parent conversation has in its context already. */
  readonly inherited?: readonly InstructionFile[];
}

/** The AGENTS.md files of one conversation (I1–I5); each real file stands in the context once. */
export class ConversationInstructions implements InstructionSet {
  readonly #deps: ConversationInstructionsDeps;
  /** By real path, in the order they entered. */
  readonly #held = new Map<string, InstructionFile>();
  /** Folders below the working folder that calls have touched: their files stay in the watch. */
  readonly #touched = new Set<string>();

  constructor(deps: ConversationInstructionsDeps) {
    this.#deps = deps;
  }

  async beginTurn(): Promise<readonly InstructionUpdate[]> {
    const { trusted, rules } = await this.#deps.current();
    if (!trusted) return [];
    const chain = await instructionFolders(this.#deps.host.files, this.#deps.cwd);
    const decide = decideInstructions({ ...this.#deps, outermost: chain[0], rules });
    const updates = await this.#followHeld(decide);
    return [...updates, ...(await this.#enter([...chain, ...this.#touched], decide))];
  }

  async touched(paths: readonly string[]): Promise<readonly InstructionUpdate[]> {
    const { cwd, host } = this.#deps;
    const { files } = host;
    if (paths.length === 0) return [];
    const { trusted, rules } = await this.#deps.current();
    if (!trusted) return [];
    const real = await files.realPath(cwd).catch(() => cwd);
    const folders = new Set<string>();
    for (const file of paths) {
      const absolute = path.resolve(cwd, file);
      const between = foldersBetween(real, absolute).concat(foldersBetween(cwd, absolute));
      for (const folder of between) folders.add(await files.realPath(folder).catch(() => folder));
    }
    if (folders.size === 0) return [];
    const fresh = [...folders].filter((f) => !this.#touched.has(f)).sort((a, b) => a.length - b.length);
    for (const folder of fresh) this.#touched.add(folder);
    const [outermost] = await instructionFolders(files, cwd);
    const decide = decideInstructions({ ...this.#deps, outermost, rules });
    return this.#enter(
      [...folders].sort((a, b) => a.length - b.length),
      decide,
    );
  }

  async compacted(): Promise<readonly InstructionUpdate[]> {
    this.#held.clear();
    return this.beginTurn();
  }

  current(): readonly InstructionFile[] {
    return [...this.#held.values()].sort((a, b) => path.dirname(a.path).length - path.dirname(b.path).length);
  }

  /** What changed or went away since it entered. */
  async #followHeld(decide: Decide): Promise<InstructionUpdate[]> {
    const updates: InstructionUpdate[] = [];
    for (const [real, held] of this.#held) {
      const now = await this.#read(held.path, await allowed(held.path, decide));
      if (!now) {
        this.#held.delete(real);
        const text = removedText.trim().replace('{path}', () => held.path);
        updates.push({ kind: 'removed', path: held.path, hash: held.hash, text });
      } else if (now.hash !== held.hash) {
        this.#held.set(real, now);
        const text = changedText.trim().replace('{path}', () => held.path);
        updates.push({ kind: 'changed', path: held.path, hash: now.hash, text: `${text}\n\n${now.text}` });
      }
    }
    return updates;
  }

  async #enter(folders: readonly string[], decide: Decide): Promise<InstructionUpdate[]> {
    const updates: InstructionUpdate[] = [];
    for (const file of await instructionFilesIn(this.#deps.host.files, folders)) {
      const places = await allowed(file, decide);
      const real = places?.get(file);
      if (real === undefined || this.#held.has(real)) continue;
      const read = await this.#read(file, places);
      if (!read) continue;
      this.#held.set(real, read);
      if (this.#isInherited(read)) continue;
      updates.push({ kind: 'entered', path: file, hash: read.hash, text: read.text });
    }
    return updates;
  }

  #isInherited(file: InstructionFile): boolean {
    return this.#deps.inherited?.some((i) => i.path === file.path && i.hash === file.hash) ?? false;
  }

  /** Undefined when the file is gone, can't be read or may not enter. */
  async #read(file: string, places: DecidedPlaces | undefined): Promise<InstructionFile | undefined> {
    if (!places) return undefined;
    try {
      const bytes = await decidedFiles(this.#deps.host.files, places).read(file);
      const hash = createHash('sha256').update(bytes).digest('hex');
      const text = revealInvisible(
        normalizeText(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).text,
      );
      return { path: file, text, hash };
    } catch {
      // Gone, or not readable: as if it were not there.
      return undefined;
    }
  }
}

type Decide = ReturnType<typeof decideInstructions>;

/** Where a file that may enter leads; undefined for one that may not. */
async function allowed(file: string, decide: Decide): Promise<DecidedPlaces | undefined> {
  const decision = await decide(file);
  return decision.outcome === 'allow' ? decision.places : undefined;
}
