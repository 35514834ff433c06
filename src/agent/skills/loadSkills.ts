import { mapLimited } from '../../base/concurrency.ts';
import { errorMessage } from '../../base/errors.ts';
import type { Diagnostic } from '../../protocol/inventory.ts';
import type { FormProblem } from '../config/frontmatter.ts';
import type { Files } from '../host/host.ts';
import type { Skill } from '../inventory/catalogue.ts';
import type { CacheShelf, FileCache } from '../inventory/fileCache.ts';
import { counted, type Found, type Loaded, labelOf, lookedAt, originIn } from '../inventory/loaded.ts';
import type { Root } from '../inventory/roots.ts';
import { findSkillFiles, folderNameOf, type SkillFile } from './findSkillFiles.ts';
import { MAX_SKILL_BYTES, readSkill, type SkillReading } from './readSkill.ts';

/** Opening more files than this at once would meet the limits of some systems. */
const FILES_AT_ONCE = 32;

export interface LoadSkillsDeps {
  readonly files: Files;
  readonly cache: FileCache;
  /** For a plugin: its real folder, which no link may leave. */
  readonly within?: string;
}

/** All skills of one root (S1–S7), by path. */
export async function loadSkills(root: Root, deps: LoadSkillsDeps): Promise<Loaded<Skill>> {
  const search = await findSkillFiles(root.path, deps);
  if (!search.present)
    return {
      found: [],
      diagnostics: search.diagnostics,
      looked: lookedAt(root, 'skill', 'There is no such folder.'),
    };
  const diagnostics: Diagnostic[] = [...search.diagnostics];
  const shelf = deps.cache.shelf<SkillEntry>(`skill:${root.path}:${root.plugin ?? ''}`);
  // The same file gives the same entry: an unchanged skill is the same object from build to build.
  const entries = await mapLimited(
    search.files,
    FILES_AT_ONCE,
    (file) => shelf.get(file.path, file.stat) ?? loadEntry(file, root, deps.files, shelf),
  );
  diagnostics.push(...entries.flatMap((e) => e.diagnostics));
  const found = entries.map((e) => e.found);
  return { found, diagnostics, looked: lookedAt(root, 'skill', `${counted(found.length, 'skill')} here.`) };
}

interface SkillEntry {
  readonly found: Found<Skill>;
  readonly diagnostics: readonly Diagnostic[];
}

async function loadEntry(
  file: SkillFile,
  root: Root,
  files: Files,
  shelf: CacheShelf<SkillEntry>,
): Promise<SkillEntry> {
  const { reading, readable } = await read(file, files);
  const problems = reading.problems.map((p) => weighed(p, root));
  const entry: SkillEntry = {
    found: entryOf(file, reading, problems, root),
    diagnostics: problems.map((p) => ({ ...p, severity: told(p, root), path: file.path })),
  };
  return readable ? shelf.set(file.path, file.stat, entry) : entry;
}

function entryOf(
  file: SkillFile,
  reading: SkillReading,
  problems: readonly FormProblem[],
  root: Root,
): Found<Skill> {
  const name = root.plugin === undefined ? reading.name : `${root.plugin}:${reading.name}`;
  const base = { kind: 'skill' as const, name, label: labelOf(root), description: reading.description };
  const error = problems.find((p) => p.severity === 'error');
  if (error)
    return {
      ...base,
      origin: originIn(root, file.path, error.line),
      state: root.strict ? 'error' : 'skipped',
      reason: error.message,
    };
  const origin = originIn(root, file.path);
  const value: Skill = {
    name,
    description: reading.description,
    path: file.path,
    origin,
    hash: reading.hash,
    serves: reading.serves,
    source: labelOf(root),
    ...(reading.allowedTools !== undefined && { allowedTools: reading.allowedTools }),
  };
  return { ...base, origin, state: 'active', value };
}

/** A skill that is only skipped (S7) hinders nothing: its problem is told as a warning. */
function told(problem: FormProblem, root: Root): FormProblem['severity'] {
  return problem.severity === 'error' && !root.strict ? 'warning' : problem.severity;
}

/** In our own roots a description that is too long is an error (S5). */
function weighed(problem: FormProblem, root: Root): FormProblem {
  return problem.code === 'description-too-long' && root.own ? { ...problem, severity: 'error' } : problem;
}

async function read(file: SkillFile, files: Files): Promise<{ reading: SkillReading; readable: boolean }> {
  const { size } = file.stat;
  if (size > MAX_SKILL_BYTES) {
    const message = `The file has ${size} bytes; more than ${MAX_SKILL_BYTES} (1 MB) are not read.`;
    return { reading: unread(file, 'too-large', message), readable: true };
  }
  try {
    const bytes = await files.read(file.path, { start: 0, end: size });
    return { reading: readSkill(bytes, folderNameOf(file)), readable: true };
  } catch (error) {
    // May be readable next time though nothing about the file changes: not kept.
    return {
      reading: unread(file, 'unreadable', `The file can't be read: ${errorMessage(error)}`),
      readable: false,
    };
  }
}

function unread(file: SkillFile, code: string, message: string): SkillReading {
  return {
    name: folderNameOf(file),
    description: '',
    serves: [],
    hash: '',
    problems: [{ severity: 'error', code, message, line: 1, column: 1 }],
  };
}
