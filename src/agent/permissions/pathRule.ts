import path from 'node:path';
import { Minimatch } from 'minimatch';
import { absolute } from './places.ts';

/**
 * Compares files with the pattern of a rule on a file tool: a glob. Without a slash it is compared
 * with the file's name; relative ones start at a root of the workspace; `/…` and `~/…` are absolute.
 * All paths must be absolute.
 */
export function pathMatches(
  pattern: string,
  files: readonly string[],
  roots: readonly string[],
  home: string,
): boolean {
  const options = { dot: true, nonegate: true, nocomment: true, windowsPathsNoEscape: true } as const;
  if (!/[/\\]/.test(pattern) && pattern !== '~') {
    const name = new Minimatch(pattern, options);
    return files.some((file) => name.match(path.basename(file)));
  }
  const globs = (
    path.isAbsolute(pattern) || pattern.startsWith('~')
      ? [absolute(pattern, '/', home)]
      : roots.map((root) => path.join(root, pattern))
  ).map((glob) => new Minimatch(glob, options));
  return files.some((file) => globs.some((glob) => glob.match(file)));
}
