import { MAX_BASES } from './foldersBehind.ts';
import { changesFolder, folderOperands } from './foldersGiven.ts';
import { mayGo } from './goings.ts';
import { type Flow, flowsIn, leavesIn } from './shell/flow.ts';
import type { ShellCommand } from './shell/shellLine.ts';
import { programName } from './shell/word.ts';

type Folders = ReadonlySet<string>;

/** The folders that a part of a line may leave the shell in, by how it ends. */
interface Ends {
  readonly well: Folders;
  readonly badly: Folders;
}

/** What a walk asks about the line. */
export interface Ground {
  /** The commands at a leaf, with those that they run in turn. */
  commandsAt(leaf: Flow): readonly ShellCommand[];
  /** Where a command leads to; undefined when nobody knows. */
  behind(command: ShellCommand, bases: readonly string[]): Promise<readonly string[] | undefined>;
}

/**
 * The folders that the shell may be in at each part of a line, from one on: behind `cd x &&` only the folder that it
 * leads to, behind `cd x;` also those before. Undefined when a function goes to one, or when nobody knows.
 */
export async function walkFlow(
  flow: Flow,
  start: string,
  ground: Ground,
): Promise<ReadonlyMap<Flow, Folders> | undefined> {
  const parts = flowsIn(flow);
  if (parts.some((part) => part.kind === 'function' && mayLead(part.body, ground))) return undefined;
  const walk = new Walk(ground, parts);
  try {
    await walk.line(flow, new Set([start]));
    return walk.at;
  } catch (error) {
    if (error === LOST) return undefined;
    throw error;
  }
}

/** A walk ends with it where nobody knows the folder. */
const LOST = Symbol('lost');

function mayLead(flow: Flow, ground: Ground): boolean {
  const commands = leavesIn(flow).flatMap((leaf) => ground.commandsAt(leaf));
  return commands.some((command) => mayGo(command) || goesBack(command));
}

/** Whether a command goes to a folder where the shell has been. */
function goesBack(command: ShellCommand): boolean {
  const name = programName(command.words[0]);
  return (
    name === 'popd' || (name === 'pushd' && folderOperands(command).every(({ text }) => /^\+\d/.test(text)))
  );
}

/** Whether a command that ends well is in the one folder that it names. */
function goesSurely(command: ShellCommand): boolean {
  const [operand, ...more] = folderOperands(command);
  const isQueued = programName(command.words[0]) === 'pushd' && command.words.length > 2;
  return changesFolder(command) && operand?.known === 'yes' && more.length === 0 && !isQueued;
}

/** Whether the shell ends with a command; with more than one word, or a redirect that fails, it goes on. */
function isExit({ words, redirects }: ShellCommand): boolean {
  const [first, ...rest] = words;
  return (
    first?.text === 'exit' &&
    rest.length < 2 &&
    words.every(({ known }) => known === 'yes') &&
    redirects.length === 0
  );
}

function setsStrict({ words: [first, option] }: ShellCommand): boolean {
  return first?.text === 'set' && /^-[a-z]*e/.test(option?.text ?? '');
}

function unsetsStrict({ words: [first, ...options] }: ShellCommand): boolean {
  return programName(first) === 'set' && options.some(({ text }) => !/^-[a-z]+$|^pipefail$/.test(text));
}

function joined({ well, badly }: Ends): Folders {
  return new Set([...well, ...badly]);
}

class Walk {
  readonly at = new Map<Flow, Set<string>>();
  readonly #ground: Ground;
  readonly #functions: readonly Flow[];
  readonly #seen = new Set<string>();
  /** Behind `set -e` what fails ends the line. */
  readonly #mayBeStrict: boolean;

  constructor(ground: Ground, parts: readonly Flow[]) {
    this.#ground = ground;
    this.#functions = parts.flatMap((part) => (part.kind === 'function' ? [part.body] : []));
    const commands = parts.flatMap((part) => (part.kind === 'command' ? ground.commandsAt(part) : []));
    this.#mayBeStrict = commands.some(setsStrict) && !commands.some(unsetsStrict);
  }

  /** A function runs in any folder that the line is ever in. */
  async line(flow: Flow, from: Folders): Promise<void> {
    const whole = flow.kind === 'steps' ? await this.#steps(flow, from, this.#mayBeStrict) : undefined;
    if (!whole) throw LOST;
    for (const body of this.#functions)
      for (let before = -1; before < this.#seen.size; ) {
        before = this.#seen.size;
        await this.#visit(body, new Set(this.#seen));
      }
  }

  async #visit(flow: Flow, from: Folders): Promise<Ends> {
    if (from.size > MAX_BASES) throw LOST;
    this.#note(flow, from);
    const stays = { well: from, badly: from };
    if (flow.kind === 'command') return this.#command(flow, from);
    if (flow.kind === 'steps') return this.#steps(flow, from);
    if (flow.kind === 'apart') await this.#visit(flow.part, from);
    return flow.kind === 'branches' ? this.#branches(flow, from) : stays;
  }

  #note(flow: Flow, folders: Folders): void {
    const known = this.at.get(flow) ?? new Set();
    for (const folder of folders) {
      known.add(folder);
      this.#seen.add(folder);
    }
    this.at.set(flow, known);
  }

  /** `top`: at the top of a line that may be strict; further in, `&&` or `if` may have the shell go on. */
  async #steps(flow: Flow & { kind: 'steps' }, from: Folders, top = false): Promise<Ends> {
    let ends: Ends = { well: from, badly: from };
    let isStrict = false;
    for (const { after, flow: step } of flow.steps) {
      const before = after === '&&' ? ends.well : after === '||' ? ends.badly : joined(ends);
      const next = await this.#visit(step, before);
      if (after === '&&') ends = { well: next.well, badly: new Set([...ends.badly, ...next.badly]) };
      else if (after === '||') ends = { well: new Set([...ends.well, ...next.well]), badly: next.badly };
      else ends = isStrict && step.kind === 'command' ? { well: next.well, badly: next.well } : next;
      isStrict ||= top && step.kind === 'command' && this.#ground.commandsAt(step).some(setsStrict);
    }
    return flow.skips ? { ...ends, badly: new Set([...ends.badly, ...from]) } : ends;
  }

  async #branches(flow: Flow & { kind: 'branches' }, from: Folders): Promise<Ends> {
    let all = from;
    for (let before = -1; before < all.size; ) {
      before = all.size;
      for (const part of flow.parts) all = new Set([...all, ...joined(await this.#visit(part, all))]);
      if (!flow.repeats) break;
    }
    return { well: all, badly: all };
  }

  async #command(flow: Flow & { kind: 'command' }, from: Folders): Promise<Ends> {
    for (const part of flow.parts) await this.#visit(part, from);
    const commands = this.#ground.commandsAt(flow);
    const [own, ...inner] = commands;
    if (inner.some(goesBack)) throw LOST;
    if (own && goesBack(own)) return { well: new Set(this.#seen), badly: from };
    const going = commands.filter(mayGo);
    if (own && commands.length === 1 && isExit(own)) return { well: new Set(), badly: new Set() };
    if (own && going.length === 1 && going[0] === own && goesSurely(own))
      return { well: await this.#behind(own, from), badly: from };
    let all = from;
    for (const command of going) {
      all = new Set([...all, ...(await this.#behind(command, all))]);
      if (all.size > MAX_BASES) throw LOST;
    }
    // What it runs in turn may have gone there before the rest of it.
    if (going.some((command) => command !== own)) this.#note(flow, all);
    return { well: all, badly: all };
  }

  async #behind(command: ShellCommand, from: Folders): Promise<Folders> {
    const found = await this.#ground.behind(command, [...from]);
    if (!found) throw LOST;
    return new Set(found);
  }
}
