/** The file and line that a link names; undefined for addresses of other kinds. */
export function fileTarget(href: string): { path: string; line?: number } | undefined {
  const bare = /^file:\/\//i.test(href) ? href.replace(/^file:\/\/(localhost)?/i, '') : href;
  if (/^[a-z][a-z0-9+.-]+:/i.test(bare)) return undefined;
  const [, name = '', hash, colon] = /^(.*?)(?:#L(\d+)(?:-L?\d+)?|:(\d+)(?::\d+)?)?$/.exec(bare) ?? [];
  const line = Number(hash ?? colon);
  try {
    return { path: decodeURIComponent(name), line: Number.isNaN(line) ? undefined : line };
  } catch {
    // A stray percent sign belongs to the name.
    return { path: name, line: Number.isNaN(line) ? undefined : line };
  }
}
