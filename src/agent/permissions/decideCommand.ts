import path from 'node:path';
import { ruleForCommand } from './alwaysRule.ts';
import { changedPattern } from './changedPattern.ts';
import { filesNamed, type NamedFile, type PlaceNamed, placesNamed } from './commandPlaces.ts';
import { ownFiles, ownReason, realRoots } from './decideFiles.ts';
import { deniedPlace, deniedSearch } from './deniedPlaces.ts';
import { changesFolder } from './foldersGiven.ts';
import { hiddenCommands, placesHidden } from './hiddenCommands.ts';
import { lineFolders } from './lineFolders.ts';
import { type AskedPlace, aboutAll, type Denial, inOne, type Question } from './oneQuestion.ts';
import { changesOwnProgram } from './ownProgram.ts';
import { pathMatches } from './pathRule.ts';
import type { PermissionDecision, PermissionInput, PermissionRule } from './permission.ts';
import type { Places } from './places.ts';
import { parseRule, ruleNamesTool } from './rule.ts';
import { allCommands, firesOn } from './shell/fires.ts';
import { harmlessAssignments, isOwnVariable } from './shell/harmless.ts';
import { commandPattern, exactPattern, fits, spellsWord } from './shell/pattern.ts';
import { maySeeMade, onlyRuns, readsOnly, systemProgram } from './shell/readOnly.ts';
import { readShellLine } from './shell/readShellLine.ts';
import type { ShellCommand, ShellLine } from './shell/shellLine.ts';
import { UNKNOWN, type Word } from './shell/word.ts';
import { NOBODY_KNOWS } from './wordPieces.ts';

/** Decides about a shell line: it is read as bash reads it and never compared as text (R2). */
export async function decideCommand(
  input: PermissionInput,
  text: string,
  places: Places,
): Promise<PermissionDecision> {
  const line = await readShellLine(text);
  const ruled = byStrictRules(input, line);
  // A yes to a line that can't be known is a yes to whatever it does.
  if (ruled?.outcome === 'deny' || ruled?.isUnknown) return ruled;
  // What that mode rules out is no question, wherever it leads.
  const limited = input.mode === 'read-only' ? await byMode(input, line, places) : undefined;
  if (limited?.outcome === 'deny') return limited;
  const hidden = await hiddenCommands(line, input.cwd, { places, text });
  const perhaps = ruled ?? byStrictRules(input, { commands: hidden, unknown: [] });
  if (perhaps?.isUnknown) return perhaps;
  return (
    inOne(ruled, await byPlaces(input, line, hidden, { places, text })) ??
    byOwnProgram(line, hidden) ??
    limited ??
    byMode(input, line, places)
  );
}

/** Deny rules, ask rules, and what can't be known while one of either exists. */
function byStrictRules(
  input: PermissionInput,
  line: ShellLine,
): ((Denial | Question) & { readonly isUnknown?: true }) | undefined {
  let unknown: { rule: PermissionRule; span: readonly [number, number] } | undefined;
  for (const [rules, outcome] of [
    [input.rules.deny, 'deny'],
    [input.rules.ask, 'ask'],
  ] as const) {
    for (const rule of rules) {
      const { fit, span } = ruleFires(input, rule, line);
      if (fit === 'maybe' && span) unknown ??= { rule, span };
      if (fit !== 'yes') continue;
      if (outcome === 'deny') return { outcome, because: `the deny rule ${rule.text} holds`, rule };
      if (input.mode !== 'auto')
        return { outcome, because: `the ask rule ${rule.text} holds`, rule, part: span };
    }
  }
  if (!unknown) return undefined;
  const why = line.unknown[0]?.reason ?? 'part of it is known only when it runs';
  return {
    outcome: 'ask',
    because: `${why}, so it can't be told whether ${unknown.rule.text} holds`,
    rule: unknown.rule,
    part: unknown.span,
    isUnknown: true,
  };
}

/** Whether a rule about commands fires on a line: also for a hook's `match`, which fires on a maybe too. */
export function ruleFires(
  input: Pick<PermissionInput, 'tool' | 'aliases'>,
  rule: Pick<PermissionRule, 'text'>,
  line: ShellLine,
): ReturnType<typeof firesOn> {
  const parsed = parseRule(rule.text);
  if (!parsed.ok || !ruleNamesTool(parsed.rule, input.tool, input.aliases)) return { fit: 'no' };
  if (parsed.rule.pattern === undefined) return { fit: 'yes' };
  return firesOn(commandPattern(parsed.rule.pattern), line);
}

/** Own configuration, denied files and places outside the workspace, wherever a word names one. */
async function byPlaces(
  input: PermissionInput,
  line: ShellLine,
  hidden: readonly ShellCommand[],
  { places, text }: { readonly places: Places; readonly text: string },
): Promise<Denial | Question | undefined> {
  const commands = allCommands(line.commands);
  const all = [...commands, ...hidden];
  const roots = await realRoots(input, places);
  const isOwn = ownFiles(input, places);
  const folders = await lineFolders({ commands, hidden, text }, input.cwd, places);
  if (!folders) return { outcome: 'ask', because: 'the folder that it goes to can’t be found out' };
  const filesFrom = filesOnce(places);
  const asked: AskedPlace[] = [];
  const ofLine = commands.flatMap(placesNamed);
  for (const command of all) {
    const bases = folders(command);
    const files = (place: PlaceNamed) => filesFrom(place, bases);
    const searched = await deniedSearch(input, command, commands, { bases, places });
    const because = `it looks into files, and the deny rule ${searched?.text} may hold for one of them`;
    if (searched) asked.push({ decision: { outcome: 'ask', because, rule: searched, part: command.span } });
    for (const place of hidden.includes(command) ? placesHidden(command, ofLine) : placesNamed(command)) {
      const found = await byPlace(input, command, place, { line: commands, files, roots, places, isOwn });
      if (found && 'outcome' in found) return found;
      if (found) asked.push(found);
    }
  }
  const changed = changedPattern(all, text);
  if (changed) {
    const because = 'what its pattern of names meets can’t be found out';
    asked.push({ decision: { outcome: 'ask', because, part: changed.span } });
  }
  const isStorable = input.mode !== 'read-only' && asked.every(({ isOutside }) => isOutside);
  const always = isStorable
    ? alwaysFor(
        commands.filter((c) => (c.words.length > 0 || c.values.length > 0) && !isCovered(input, c)),
        line,
      )
    : undefined;
  return aboutAll(asked, always);
}

/** What each place means from each of some folders, looked up once. */
function filesOnce(
  places: Places,
): (place: PlaceNamed, bases: readonly string[]) => Promise<readonly NamedFile[]> {
  const known = new Map<string, Promise<readonly NamedFile[]>>();
  const filesIn = (place: PlaceNamed, base: string) => {
    const key = `${place.as} ${place.word.known} ${place.word.text}\0${base}`;
    const files = known.get(key) ?? filesNamed(place, base, places);
    known.set(key, files);
    return files;
  };
  return async (place, bases) => (await Promise.all(bases.map((base) => filesIn(place, base)))).flat();
}

interface Around {
  readonly line: readonly ShellCommand[];
  /** The files that a place may mean. */
  readonly files: (place: PlaceNamed) => Promise<readonly NamedFile[]>;
  readonly roots: readonly string[];
  readonly places: Places;
  readonly isOwn: ReturnType<typeof ownFiles>;
}

/** What one place says: a denial, or what asks. */
async function byPlace(
  input: PermissionInput,
  command: ShellCommand,
  place: PlaceNamed,
  { line, files, roots, places, isOwn }: Around,
): Promise<AskedPlace | Denial | undefined> {
  const { word, writes, as } = place;
  const file = word.text.replaceAll(UNKNOWN, '*');
  const ask = (because: string, more: Pick<Question, 'rule' | 'places'> = {}) => ({
    decision: { outcome: 'ask', because, part: command.span, ...more } as const,
  });
  if (as === 'name')
    return writes && places.isOwnConfiguration(file)
      ? ask(`${file} configures the agent itself or its project`)
      : undefined;
  const found = await files(place);
  const denied = deniedPlace(input, command, place, found, [...input.roots, ...roots], places);
  if (denied?.sure)
    return {
      outcome: 'deny',
      because: `the deny rule ${denied.rule.text} holds for ${file}`,
      rule: denied.rule,
    };
  if (denied) return ask(`the deny rule ${denied.rule.text} may hold in ${file}`, { rule: denied.rule });
  // What it will meet is not on the disk yet: names of options, and links.
  if (word.known === 'glob' && as !== 'told' && input.mode !== 'auto' && maySeeMade(command, line))
    return ask(`${file} may meet what the line itself makes`);
  if (place.option && found.some(({ dashed }) => dashed))
    return ask(`${file} meets a name that the command takes for an option`);
  for (const { named, real } of found) {
    if (real === undefined)
      return ask(`${file === NOBODY_KNOWS ? 'what it names' : `where ${file} leads`} can't be found out`);
    if (writes && (await isOwn({ named, real }))) {
      const inside = roots.some((root) => places.contains(root, real));
      return ask(ownReason(file, { named, real }, inside), { places: new Map([[named, real]]) });
    }
  }
  const far = found.filter(({ real = '' }) => !roots.some((root) => places.contains(root, real)));
  if (!far[0] || spelledByRule(input, command, word)) return undefined;
  const led = new Map(far.map(({ named, real = named }) => [named, real]));
  return { ...ask(`${far[0].real} is outside the workspace`, { places: led }), isOutside: true };
}

/** An allow rule that spells the word out has its place in mind; `cat *` has not, nor one that spells a longer word. */
function spelledByRule(input: PermissionInput, command: ShellCommand, word: Word): boolean {
  if (command.values.includes(word) || command.redirects.some(({ target }) => target === word)) return false;
  // Words of a line in a word stand all at one place.
  const whole = command.words.filter(
    ({ span, text }) => span[0] === word.span[0] && text.includes(word.text),
  );
  return allowRules(input).some((rule) => {
    const pattern = commandPattern(rule.pattern ?? '');
    const spelled = whole.length > 0 && whole.every(({ text }) => spellsWord(pattern, text));
    return spelled && fits(pattern, command.words) === 'yes';
  });
}

/** What Vakil's own program changes is the person's to say, as with the files that it keeps it in. */
function byOwnProgram(line: ShellLine, hidden: readonly ShellCommand[]): Question | undefined {
  const command = changesOwnProgram(line, hidden);
  if (!command) return undefined;
  const because = 'it has Vakil’s own program change what the agent obeys, or act in your place';
  return { outcome: 'ask', because, part: command.span };
}

async function byMode(asked: PermissionInput, line: ShellLine, places: Places): Promise<PermissionDecision> {
  const [first] = line.unknown;
  if (asked.mode === 'auto') {
    const unread = line.unknown.find((unknown) => unknown.unread);
    if (!unread) return { outcome: 'allow', because: 'the mode is auto' };
    return {
      outcome: 'ask',
      because: `${unread.reason}, so it can't be told what it names`,
      part: unread.span,
    };
  }
  const all = allCommands(line.commands);
  // There an allow rule is about what the person agreed to in other modes: only what reads counts.
  const rules = asked.mode === 'read-only' ? { ...asked.rules, allow: [] } : asked.rules;
  const input = { ...asked, rules, targets: await realTargets(all, asked.cwd, places) };
  const isGit = (command: ShellCommand) => systemProgram(command) === 'git';
  // A repository's configuration can have git run a program: that of a folder nobody trusts, or of one that
  // git finds where the line goes, or among the project's files.
  const foreign =
    all.some(isGit) &&
    (!input.trusted ||
      all.some(changesFolder) ||
      (await places.usesForeignRepository(
        input.cwd,
        await realRoots(input, places),
        all.some((command) => isGit(command) && maySeeMade(command, all)),
      )));
  const isOdd = (command: ShellCommand): boolean =>
    foreign && ((isGit(command) && coveringRule(input, command) === undefined) || command.inner.some(isOdd));
  const uncovered = line.commands.filter((command) => isOdd(command) || !isCovered(input, command));
  if (!first && uncovered.length === 0)
    return { outcome: 'allow', because: 'every command in it only reads or is allowed by a rule' };
  if (input.mode === 'read-only')
    return { outcome: 'deny', because: 'the mode is read-only, and this is not known to only read' };
  if (first) return { outcome: 'ask', because: first.reason, part: first.span };
  const part = uncovered[0]?.span;
  return {
    outcome: 'ask',
    because: uncovered.length > 1 ? 'no rule allows these commands' : 'no rule allows this command',
    part,
    ...(uncovered.length > 1 && { parts: uncovered.map((command) => command.span) }),
    always: alwaysFor(uncovered, line),
  };
}

/** What is known of a line beside the call itself. */
interface LineInput extends PermissionInput {
  /** Where redirects really write; without those of a line that goes to another folder. */
  readonly targets?: ReadonlyMap<Word, string>;
}

async function realTargets(
  commands: readonly ShellCommand[],
  cwd: string,
  places: Places,
): Promise<ReadonlyMap<Word, string>> {
  const targets = new Map<Word, string>();
  if (commands.some(changesFolder)) return targets;
  for (const { target } of commands.flatMap((command) => command.redirects)) {
    // A `~` may be the name of a folder too.
    const isKnown = target.known === 'yes' && !target.text.startsWith('~');
    const real = isKnown ? await places.resolveElsewhere(target.text, cwd) : undefined;
    if (real !== undefined) targets.set(target, real);
  }
  return targets;
}

/**
 * Whether a command needs no question: it only reads where it may, or an allow rule fits it whole, and
 * the same holds for what it runs in turn. A rule that spells the inner command's name covers it too.
 */
function isCovered(input: LineInput, command: ShellCommand): boolean {
  if (!redirectsCovered(input, command)) return false;
  const rule = coveringRule(input, command);
  const inner = command.inner.every(
    (c) => isCovered(input, c) || (rule !== undefined && spells(rule, command, c)),
  );
  if (command.values.some((word) => word.open)) return false;
  if (command.words.length === 0) return command.assignments.every(isOwnVariable);
  if (command.inner.length > 0)
    return (
      inner &&
      (rule !== undefined || (command.wrapper === 'transparent' && onlyRuns(command))) &&
      harmlessAssignments(command)
    );
  if (rule !== undefined) return harmlessAssignments(command);
  const reading = readsOnly(command);
  return reading.yes && reading.paths.every((word) => word.known !== 'no' && !word.open);
}

function coveringRule(input: PermissionInput, command: ShellCommand): string | undefined {
  const program = systemProgram(command);
  const first = command.words[0];
  if (!first) return undefined;
  // A program by its path is only the one of that name when the system owns it.
  const readings =
    program === undefined || program === first.text
      ? [command.words]
      : [command.words, [{ ...first, text: program }, ...command.words.slice(1)]];
  return (
    allowRules(input).find(
      (rule) =>
        rule.pattern === undefined ||
        readings.some((words) => fits(commandPattern(rule.pattern ?? ''), words) === 'yes'),
    )?.pattern ?? (allowRules(input).some((rule) => rule.pattern === undefined) ? '' : undefined)
  );
}

function allowRules(input: PermissionInput) {
  return input.rules.allow.flatMap((rule) => {
    const parsed = parseRule(rule.text);
    return parsed.ok && rule.layer !== 'project' && ruleNamesTool(parsed.rule, input.tool, input.aliases)
      ? [parsed.rule]
      : [];
  });
}

/** Whether the words that the rule spells without `*` reach the inner command's name. */
function spells(pattern: string, outer: ShellCommand, inner: ShellCommand): boolean {
  if (pattern === '') return true;
  const at = outer.words.findIndex(
    (word) => word.span[0] === inner.words[0]?.span[0] && word.text === inner.words[0]?.text,
  );
  return at >= 0 && commandPattern(pattern).literalWords > at;
}

/** A command that writes a file through the shell needs what the editing tools would need. */
function redirectsCovered(input: LineInput, command: ShellCommand): boolean {
  return command.redirects.every(({ writes, target }) => {
    if (!writes || target.text === '/dev/null') return target.known !== 'no';
    if (target.known !== 'yes') return false;
    if (input.mode === 'accept-edits') return true;
    const real = input.targets?.get(target);
    if (real === undefined) return false;
    const named = path.resolve(input.cwd, target.text);
    return input.rules.allow.some((rule) => {
      const parsed = parseRule(rule.text);
      if (!parsed.ok || rule.layer === 'project' || !ruleNamesTool(parsed.rule, 'write_file', ['Write']))
        return false;
      return (
        parsed.rule.pattern === undefined ||
        [named, real].every((file) => pathMatches(parsed.rule.pattern ?? '', [file], input.roots, '/'))
      );
    });
  });
}

/** The narrowest rules for what asks: exactly these commands. None when a file is written or something is not known. */
function alwaysFor(
  commands: readonly ShellCommand[],
  line: ShellLine,
): { rules: readonly string[]; label: string } | undefined {
  const plain = commands.every(
    (c) =>
      c.words.length > 0 &&
      c.words.every((w) => w.known === 'yes') &&
      c.assignments.length === 0 &&
      c.redirects.every((r) => !r.writes),
  );
  if (!plain || commands.length === 0 || line.unknown.length > 0) return undefined;
  const rules = commands.flatMap((command) => ruleForCommand(command.words) ?? []);
  if (rules.length < commands.length) return undefined;
  const exact = commands.map((command) => exactPattern(command.words));
  return {
    rules,
    label: `Always allow ${exact.map((text) => `“${text}”`).join(' and ')} for me`,
  };
}
