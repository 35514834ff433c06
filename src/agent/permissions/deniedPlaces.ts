import path from 'node:path';
import type { NamedFile, PlaceNamed } from './commandPlaces.ts';
import { pathMatches } from './pathRule.ts';
import type { PermissionInput, PermissionRule } from './permission.ts';
import { absolute, type Places } from './places.ts';
import { parseRule, READS_FILES, ruleNamesTool } from './rule.ts';
import { maySeeMade } from './shell/readOnly.ts';
import type { ShellCommand } from './shell/shellLine.ts';
import { programName } from './shell/word.ts';
import { shownBelow } from './shownBelow.ts';

/** A deny rule about files, and whether it holds for a place or only may. */
export interface DeniedPlace {
  readonly rule: PermissionRule;
  readonly sure: boolean;
}

/** The deny rule about files that a place of a command meets; also when it names a folder that holds such files. */
export function deniedPlace(
  input: PermissionInput,
  command: ShellCommand,
  place: PlaceNamed,
  files: readonly NamedFile[],
  roots: readonly string[],
  places: Places,
): DeniedPlace | undefined {
  const names = files.flatMap(({ named, real }) => (real === undefined ? [named] : [named, real]));
  const all = [...new Set([input.cwd, ...roots])];
  for (const { rule, pattern } of rulesOnFiles(input)) {
    if (pathMatches(pattern, names, all, places.home)) return { rule, sure: true };
    // What an expansion names, nobody knows.
    const fixed = place.writes && place.word.known !== 'no' ? fixedPart(pattern) : undefined;
    const held = fixed === undefined ? [] : startsOf(fixed, all, places.home);
    const named = names.filter(
      (name) => !all.some((root) => places.contains(name, root)) || changesAll(command),
    );
    if (held.some((file) => named.some((name) => places.contains(name, file)))) return { rule, sure: false };
  }
  return undefined;
}

/** Given a whole workspace, most programs look at it (`tsc -p .`); these change what is in it. */
function changesAll(command: ShellCommand): boolean {
  const name = programName(command.words[0]);
  if (name === 'git')
    return command.words.some(({ text }) => /^(?:checkout|clean|mv|restore|rm|stash)$/.test(text));
  return /^(?:chattr|ch(?:grp|mod|own)|cp|find|install|ln|mv|rm|rmdir|rsync|setfacl|shred|truncate|unlink|unzip)$/.test(
    name,
  );
}

/**
 * The deny rule on reading that a command may break which shows what it finds: below a folder, or in a repository.
 * `line`: all commands of its line; `bases`: the folders that a relative word may start from.
 */
export async function deniedSearch(
  input: PermissionInput,
  command: ShellCommand,
  line: readonly ShellCommand[],
  { bases, places }: { readonly bases: readonly string[]; readonly places: Places },
): Promise<PermissionRule | undefined> {
  const rule = rulesOnFiles(input).find(({ reads }) => reads)?.rule;
  const shown = rule ? shownBelow(command, line) : 'none';
  if (shown === 'none' || shown === 'any') return shown === 'any' ? rule : undefined;
  if (maySeeMade(command, line)) return rule;
  for (const { text } of shown) {
    const kinds = await Promise.all(bases.map((base) => places.kindOf(text, base)));
    // In one of the folders it may be missing, but nowhere it is a folder, which holds others.
    if (!kinds.includes('file') || kinds.some((kind) => kind !== 'file' && kind !== undefined)) return rule;
  }
  return undefined;
}

interface FileRule {
  readonly rule: PermissionRule;
  readonly pattern: string;
  readonly reads: boolean;
}

function rulesOnFiles(input: PermissionInput): FileRule[] {
  return input.rules.deny.flatMap((rule) => {
    const parsed = parseRule(rule.text);
    if (!parsed.ok || parsed.rule.pattern === undefined) return [];
    const reads = READS_FILES.some((tool) => ruleNamesTool(parsed.rule, tool, []));
    if (!reads && !ruleNamesTool(parsed.rule, 'edit_file', [])) return [];
    return [{ rule, pattern: parsed.rule.pattern, reads }];
  });
}

/** The folder that all files of a pattern are below; undefined when it names files anywhere. */
function fixedPart(pattern: string): string | undefined {
  if (!pattern.includes('/')) return undefined;
  const segments = pattern.split('/');
  const first = segments.findIndex((segment) => /[*?[\]{}()!+@]/.test(segment));
  const fixed = segments.slice(0, first < 0 ? undefined : first).join('/');
  return fixed === '' ? undefined : fixed;
}

function startsOf(fixed: string, roots: readonly string[], home: string): string[] {
  if (path.isAbsolute(fixed) || fixed.startsWith('~')) return [absolute(fixed, '/', home)];
  return roots.map((root) => path.join(root, fixed));
}
