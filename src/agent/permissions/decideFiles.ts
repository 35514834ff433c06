import path from 'node:path';
import { ruleForFile } from './alwaysRule.ts';
import { globMatches, pathMatches } from './pathRule.ts';
import type { PermissionDecision, PermissionInput, PermissionRule, PermissionSubject } from './permission.ts';
import { absolute, type Places } from './places.ts';
import { parseRule, READS_FILES, ruleNamesTool } from './rule.ts';

type FileSubject = Extract<PermissionSubject, { kind: 'read' | 'write' }>;

/** A file under both its names: as asked for, and where links lead. */
export interface FileNames {
  readonly shown: string;
  readonly named: string;
  readonly real: string;
}

/** Decides about reading or writing files; the strictest answer of all of them counts. */
export async function decideFiles(
  input: PermissionInput,
  subject: FileSubject,
  places: Places,
): Promise<PermissionDecision> {
  const roots = await realRoots(input, places);
  const isOwn = ownFiles(input, places);
  const shows = new Set(subject.kind === 'write' ? subject.shows : []);
  const decisions: PermissionDecision[] = [];
  const decided = new Map<string, string>();
  for (const file of subject.paths) {
    const real = await places.resolve(file, input.cwd);
    if (real === undefined) return { outcome: 'deny', because: `where ${file} leads can't be found out` };
    const names = { shown: shownAs(file, input.cwd), named: absolute(file, input.cwd, places.home), real };
    decided.set(names.named, real);
    const shown = shows.has(file) ? decideShowing(input, names, roots, places) : undefined;
    decisions.push(
      ...(shown ? [shown] : []),
      await decideFile(input, subject.kind, names, { roots, places, isOwn }),
    );
  }
  const decision = strictest(decisions);
  return decision.outcome === 'deny' ? decision : { ...decision, places: decided };
}

interface Around {
  readonly roots: readonly string[];
  readonly places: Places;
  readonly isOwn: ReturnType<typeof ownFiles>;
}

/** Answers for one decision whether a file configures the agent (R3a); links are followed when first needed. */
export function ownFiles(
  { cwd, roots, own = [] }: Pick<PermissionInput, 'cwd' | 'roots' | 'own'>,
  places: Places,
): (file: Pick<FileNames, 'named' | 'real'>) => Promise<boolean> {
  let targets: Promise<readonly string[]> | undefined;
  return async ({ named, real }) => {
    if (places.isOwnConfiguration(named) || places.isOwnConfiguration(real)) return true;
    targets ??= places.ownTargets([...new Set([cwd, ...roots])], own);
    return (await targets).some((target) => places.contains(target, real));
  };
}

/** What the rules on reading say of a file that is changed and shown by it; where it stands, the writing decides. */
function decideShowing(
  input: PermissionInput,
  file: FileNames,
  roots: readonly string[],
  places: Places,
): PermissionDecision | undefined {
  const ruled = (rules: readonly PermissionRule[]) =>
    fileRule(input, rules, file, roots, places, READS_FILES);
  return forbidden(ruled(input.rules.deny), file) ?? questioned(input, ruled, file);
}

function forbidden(rule: PermissionRule | undefined, { shown }: FileNames): PermissionDecision | undefined {
  return rule && { outcome: 'deny', because: `the deny rule ${rule.text} holds for ${shown}`, rule };
}

function questioned(
  input: PermissionInput,
  ruled: (rules: readonly PermissionRule[]) => PermissionRule | undefined,
  { shown }: FileNames,
): PermissionDecision | undefined {
  const rule = input.mode === 'auto' ? undefined : ruled(input.rules.ask);
  return rule && { outcome: 'ask', because: `the ask rule ${rule.text} holds for ${shown}`, rule };
}

/** The workspace's roots, by their real paths. */
export async function realRoots(
  input: Pick<PermissionInput, 'cwd' | 'roots'>,
  places: Places,
): Promise<string[]> {
  return resolveAll([...new Set([input.cwd, ...input.roots])], input.cwd, places);
}

async function resolveAll(folders: readonly string[], cwd: string, places: Places): Promise<string[]> {
  const found = await Promise.all(folders.map((folder) => places.resolve(folder, cwd)));
  return found.filter((folder) => folder !== undefined);
}

async function decideFile(
  input: PermissionInput,
  access: 'read' | 'write',
  file: FileNames,
  { roots, places, isOwn }: Around,
): Promise<PermissionDecision> {
  const own = [input.tool, ...input.aliases];
  const strict = access === 'read' ? namesOfReading(input) : own;
  const ruled = (rules: readonly PermissionRule[]) =>
    fileRule(input, rules, file, roots, places, rules === input.rules.allow ? own : strict);
  const deny = forbidden(ruled(input.rules.deny), file);
  if (deny) return deny;
  const inside = roots.some((root) => places.contains(root, file.real));
  if (access === 'write') {
    if (input.writeScope && !(await inScope(input, file, places)))
      return {
        outcome: 'deny',
        because: `${file.shown} is outside what this worker may write: ${input.writeScope.join(', ') || 'nothing'}`,
      };
    if (input.mode === 'read-only') return { outcome: 'deny', because: 'the mode is read-only' };
    if (await isOwn(file)) return { outcome: 'ask', because: ownReason(file.shown, file, inside) };
  }
  const ask = questioned(input, ruled, file);
  if (ask) return ask;
  const allow = ruled(input.rules.allow);
  if (!inside) return decideOutside(input, access, file, allow, places);
  if (allow) return { outcome: 'allow', because: `the allow rule ${allow.text} holds` };
  if (access === 'read') return { outcome: 'allow', because: 'it reads inside the workspace' };
  if (input.mode !== 'ask') return { outcome: 'allow', because: `the mode is ${input.mode}` };
  return askWith(file.real, `it changes ${file.shown}`, 'Edit');
}

async function decideOutside(
  input: PermissionInput,
  access: 'read' | 'write',
  file: FileNames,
  allow: PermissionRule | undefined,
  places: Places,
): Promise<PermissionDecision> {
  if (access === 'read') {
    const readable = await resolveAll(input.readable, input.cwd, places);
    if (readable.some((folder) => places.contains(folder, file.real)))
      return { outcome: 'allow', because: 'it belongs to a loaded skill or plugin, or Vakil put it aside' };
  }
  // A rule for the workspace says nothing about the rest of the disk: only one that names the place does.
  const pattern = allow && parseRule(allow.text);
  if (allow && pattern?.ok && namesPlace(pattern.rule.pattern ?? ''))
    return { outcome: 'allow', because: `the allow rule ${allow.text} holds` };
  const because = `${file.real} is outside the workspace`;
  return askWith(file.real, because, access === 'read' ? 'Read' : 'Edit');
}

/** Why a change of what configures the agent is asked about: also says where it leads, when that is elsewhere. */
export function ownReason(
  shown: string,
  { named, real }: Pick<FileNames, 'named' | 'real'>,
  inside: boolean,
): string {
  const own = `${shown} configures the agent itself or its project`;
  if (!inside) return `${own}, and ${real} is outside the workspace`;
  return real === named ? own : `${own}, and leads to ${real}`;
}

/** What a deny or ask rule may call a tool that reads. */
export function namesOfReading({ tool, aliases }: Pick<PermissionInput, 'tool' | 'aliases'>): string[] {
  return [tool, ...aliases, ...READS_FILES];
}

/**
 * The first rule on one of the tools that holds for the file under either of its names; an allow rule must
 * hold for both, or name the place itself where the file really is.
 */
export function fileRule(
  input: Omit<PermissionInput, 'subject'>,
  rules: readonly PermissionRule[],
  file: FileNames,
  roots: readonly string[],
  places: Places,
  tools: readonly string[],
): PermissionRule | undefined {
  const every = rules === input.rules.allow;
  const all = [...new Set([input.cwd, ...input.roots, ...roots])];
  return rules.find((rule) => {
    const parsed = parseRule(rule.text);
    if (!parsed.ok || !tools.some((tool) => ruleNamesTool(parsed.rule, tool, []))) return false;
    const { pattern } = parsed.rule;
    if (pattern === undefined) return true;
    const fits = (name: string) => pathMatches(pattern, [name], all, places.home);
    if (!every) return fits(file.named) || fits(file.real);
    return fits(file.real) && (fits(file.named) || namesPlace(pattern));
  });
}

/** Whether a pattern names a place of the disk, whatever the workspace is. */
function namesPlace(pattern: string): boolean {
  return /^(?:[/~]|[A-Za-z]:)/.test(pattern);
}

/** A scope is a glob as a rule on files has it, or names a file or folder with all below it. */
async function inScope(input: PermissionInput, { real }: FileNames, places: Places): Promise<boolean> {
  for (const scope of input.writeScope ?? []) {
    const glob = /[*?[\]{}]|[!+@]\(/.exec(scope);
    const folder = glob ? scope.slice(0, glob.index).replace(/[^/\\]*$/, '') : scope;
    const base = await places.resolve(folder || '.', input.cwd);
    if (base === undefined || !places.contains(base, real)) continue;
    if (!glob) return true;
    const rest = scope.slice(folder.length);
    if (folder === '' ? pathMatches(rest, [real], [base], places.home) : globMatches(rest, base, [real]))
      return true;
  }
  return false;
}

/** What would be stored is about this file alone, wherever another workspace has one of that name. */
function askWith(file: string, because: string, tool: 'Read' | 'Edit'): PermissionDecision {
  const rule = ruleForFile(tool, file);
  if (rule === undefined) return { outcome: 'ask', because };
  const act = tool === 'Read' ? 'reading' : 'changing';
  return {
    outcome: 'ask',
    because,
    always: { rules: [rule], label: `Always allow ${act} “${file}” for me` },
  };
}

const SEVERITY = { deny: 2, ask: 1, allow: 0 } as const;

/** The strictest of several; what they would store together stands in the one question. */
function strictest(decisions: readonly PermissionDecision[]): PermissionDecision {
  const [worst = { outcome: 'allow', because: 'it touches no file' } as const] = [...decisions].sort(
    (a, b) => SEVERITY[b.outcome] - SEVERITY[a.outcome],
  );
  if (worst.outcome !== 'ask') return worst;
  const asking = decisions.filter((d) => d.outcome === 'ask');
  if (asking.length < 2 || asking.some((d) => !d.always)) return asking.find((d) => !d.always) ?? worst;
  const rules = asking.flatMap((d) => d.always?.rules ?? []);
  return {
    ...worst,
    because: asking.map((d) => d.because).join('; '),
    always: { rules, label: `Always allow changing these ${rules.length} files for me` },
  };
}

/** As a person would name the file: from the working folder when it is below it. */
function shownAs(file: string, cwd: string): string {
  const below = path.isAbsolute(file) ? path.relative(cwd, file) : file;
  return below === '' || below.startsWith('..') || path.isAbsolute(below) ? file : below;
}
