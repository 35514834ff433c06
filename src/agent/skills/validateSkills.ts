import { mapLimited } from '../../base/concurrency.ts';
import { ExpectedError, errorMessage } from '../../base/errors.ts';
import type { Diagnostic } from '../../protocol/inventory.ts';
import type { Files } from '../host/host.ts';
import { FileCache } from '../inventory/fileCache.ts';
import { findSkillFiles, folderNameOf, type SkillFile } from './findSkillFiles.ts';
import { MAX_SKILL_BYTES, readSkill } from './readSkill.ts';

export interface Validation {
  /** `SKILL.md` files that were looked at. */
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Holds every `SKILL.md` below a file or folder against the rules, strictly (S11): a description that is
 * too long is an error here wherever the skill stands.
 */
export async function validateSkills(target: string, files: Files): Promise<Validation> {
  const stat = await files.stat(target);
  if (!stat) throw new ExpectedError('not-found', `There is nothing at ${target}.`);
  const single: SkillFile = { path: target, stat };
  const search =
    stat.kind === 'folder'
      ? await findSkillFiles(target, { files, cache: new FileCache() })
      : { files: [single], diagnostics: [] };
  const own = await mapLimited(search.files, 16, (file) => validateOne(file, files));
  return { files: search.files.map((f) => f.path), diagnostics: [...search.diagnostics, ...own.flat()] };
}

async function validateOne(file: SkillFile, files: Files): Promise<Diagnostic[]> {
  const fail = (code: string, message: string): Diagnostic[] => [
    { severity: 'error', code, message, path: file.path, line: 1, column: 1 },
  ];
  if (file.stat.size > MAX_SKILL_BYTES)
    return fail(
      'too-large',
      `The file has ${file.stat.size} bytes; more than ${MAX_SKILL_BYTES} (1 MB) are not read.`,
    );
  try {
    const { problems } = readSkill(await files.read(file.path), folderNameOf(file));
    return problems.map((p) => ({
      ...p,
      severity: p.code === 'description-too-long' ? 'error' : p.severity,
      path: file.path,
    }));
  } catch (error) {
    return fail('unreadable', `The file can't be read: ${errorMessage(error)}`);
  }
}
