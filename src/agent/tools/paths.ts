import path from 'node:path';

/** The absolute path of what the model named; relative ones start at the working folder (B2). */
export function resolvePath(cwd: string, name: string): string {
  return path.resolve(cwd, name.startsWith('file://') ? fromFileUri(name) : name);
}

/** How a path is shown: relative to the working folder when it is inside. */
export function showPath(cwd: string, file: string): string {
  const relative = path.relative(cwd, resolvePath(cwd, file));
  if (relative === '') return '.';
  return relative.startsWith('..') || path.isAbsolute(relative) ? resolvePath(cwd, file) : relative;
}

/** The path behind a `file:` address; an address that is none of these stays as it is. */
export function fromFileUri(uri: string): string {
  try {
    const url = new URL(uri);
    const decoded = decodeURIComponent(url.pathname);
    return /^\/[A-Za-z]:\//.test(decoded) ? decoded.slice(1) : decoded;
  } catch {
    // Not an address after all: the caller's message names it as it was written.
    return uri;
  }
}
