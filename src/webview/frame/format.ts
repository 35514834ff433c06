/** How long something took, for people: `41 ms`, `0.8 s`, `3.1 s`, `2 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 100) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 9.95) return `${trimZero(seconds.toFixed(1))} s`;
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(Math.round(seconds) / 60);
  const rest = Math.round(seconds) % 60;
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}

/** A number of tokens, short: `812`, `76k`, `1.2M`. */
export function formatTokens(count: number): string {
  if (count < 1000) return String(count);
  if (count < 999_500)
    return `${count < 9950 ? trimZero((count / 1000).toFixed(1)) : Math.round(count / 1000)}k`;
  return `${trimZero((count / 1_000_000).toFixed(1))}M`;
}

/** How long ago, in the fewest words: `now`, `5 min`, `3 h`, `2 d`, then the date. Empty for no date. */
export function formatAgo(iso: string | undefined, now: number): string {
  const then = iso === undefined ? Number.NaN : Date.parse(iso);
  if (Number.isNaN(then)) return '';
  const minutes = Math.floor((now - then) / 60_000);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`;
  if (minutes < 14 * 24 * 60) return `${Math.floor(minutes / (24 * 60))} d`;
  return new Date(then).toISOString().slice(0, 10);
}

/** `1 file`, `2 files`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A value for people to read. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? String(value));
}

function trimZero(text: string): string {
  return text.endsWith('.0') ? text.slice(0, -2) : text;
}
