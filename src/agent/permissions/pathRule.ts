import path from 'node:path';
import { Minimatch } from 'minimatch';

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
  if (!/[/\\]/.test(pattern) && pattern !== '~') {
    const name = compiled(pattern);
    return files.some((file) => name.match(path.basename(file)));
  }
  if (path.isAbsolute(pattern)) return globMatches(path.resolve(pattern), '', files);
  if (pattern === '~' || pattern.startsWith('~/')) return globMatches(`.${pattern.slice(1)}`, home, files);
  return roots.some((root) => globMatches(pattern, root, files));
}

const OPTIONS = { dot: true, nonegate: true, nocomment: true, windowsPathsNoEscape: true } as const;

/** Compares files with a glob that begins at a folder, whose own name is no glob. An empty folder: the glob is absolute. */
export function globMatches(glob: string, folder: string, files: readonly string[]): boolean {
  let base = folder;
  let rest = path.normalize(glob);
  for (; base !== '' && /^\.\.(?:[/\\]|$)/.test(rest); rest = rest.slice(3)) base = path.dirname(base);
  const matcher = compiled(rest === '' ? '.' : rest);
  return files.some((file) => {
    if (base === '') return matcher.match(file);
    const below = path.relative(base, file);
    return !/^\.\.(?:[/\\]|$)/.test(below) && !path.isAbsolute(below) && matcher.match(below || '.');
  });
}

/** The same few patterns are compared with every file of a search. */
const known = new Map<string, Minimatch>();

function compiled(glob: string): Minimatch {
  const before = known.get(glob);
  if (before) return before;
  if (known.size >= 200) known.clear();
  const made = new Minimatch(glob, OPTIONS);
  known.set(glob, made);
  return made;
}
