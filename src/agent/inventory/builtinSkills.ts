import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder of the skills shipped with Vakil (S12): `skills/` in the folder of the bundles, which is
 * where this code runs from; when it runs from its sources, the folder that a build writes to.
 */
export function builtinSkillsFolder(moduleUrl = import.meta.url): string {
  const file = fileURLToPath(moduleUrl);
  const bundles = file.lastIndexOf(`${path.sep}dist${path.sep}`);
  const sources = file.lastIndexOf(`${path.sep}src${path.sep}`);
  return path.join(file.slice(0, Math.max(bundles, sources)), 'dist', 'skills');
}
