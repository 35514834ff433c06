/**
 * The folder or file that holds everything a claimed path can name, in one spelling: absolute, `/`
 * between segments, without `.` and `..`, case and Unicode form folded, cut before the first segment
 * with a glob character. The root is the empty text. Two claims conflict when one's scope holds the
 * other's. Folding may find a conflict where the disk has none, never the other way round.
 */
export function scopeOf(path: string, cwd: string): string {
  return scopesIn(cwd)(path);
}

/** `scopeOf` for many paths of one working folder. */
export function scopesIn(cwd: string): (path: string) => string {
  const base = segmentsOf(cwd, []);
  return (path) => segmentsOf(path, base).join('');
}

/** The segments, each with the slash before it. */
function segmentsOf(path: string, base: readonly string[]): string[] {
  const spelled = path.includes('\\') ? path.replaceAll('\\', '/') : path;
  const segments = isAbsolute(spelled) ? [] : [...base];
  for (const segment of spelled.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') segments.pop();
    else if (isPattern(segment)) break;
    else segments.push(`/${segment.normalize('NFC').toLowerCase()}`);
  }
  return segments;
}

/** True when one scope holds the other. */
export function scopesOverlap(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:\//.test(path);
}

/** `@scope` and `c++` are ordinary names; a bracket, brace, star or question mark makes a pattern. */
function isPattern(segment: string): boolean {
  return /[*?[\]{}]/.test(segment) || /[!+@]\(/.test(segment);
}
