/** How well a path answers what was typed; undefined when it does not at all. Higher is better. */
export function mentionScore(path: string, query: string): number | undefined {
  const lower = path.toLowerCase();
  const wanted = query.toLowerCase();
  if (wanted === '') return -path.length;
  const name = lower.slice(lower.lastIndexOf('/') + 1);
  const closeness = -path.length / 1000;
  if (name === wanted) return 100 + closeness;
  if (name.startsWith(wanted)) return 80 + closeness;
  if (name.includes(wanted)) return 60 + closeness;
  if (lower.includes(wanted)) return 40 + closeness;
  return isSubsequence(wanted, lower) ? 20 + closeness : undefined;
}

function isSubsequence(wanted: string, text: string): boolean {
  let at = -1;
  for (const character of wanted) {
    at = text.indexOf(character, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** The best of the candidates, best first. */
export function bestMentions(paths: Iterable<string>, query: string, most: number): string[] {
  const scored: { path: string; score: number }[] = [];
  for (const path of paths) {
    const score = mentionScore(path, query);
    if (score !== undefined) scored.push({ path, score });
  }
  scored.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
  return scored.slice(0, most).map((s) => s.path);
}

/** All folders above the given relative paths, each once. */
export function foldersOf(paths: Iterable<string>): string[] {
  const folders = new Set<string>();
  for (const path of paths)
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      folders.add(path.slice(0, at));
  return [...folders];
}
