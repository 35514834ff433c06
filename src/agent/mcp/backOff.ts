const FIRST_MS = 1_500;
const LONGEST_MS = 300_000;
const JITTER = 0.2;

/**
 * How long to wait after the given number of failed starts in a row (1 for the first): at most 2 s,
 * doubling to 5 minutes, with a fifth of jitter either way so that many servers don't come at once.
 * `random` gives [0, 1).
 */
export function backOffMs(failures: number, random: () => number): number {
  const plain = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
  return Math.min(LONGEST_MS, Math.round(plain * (1 - JITTER + 2 * JITTER * random())));
}
