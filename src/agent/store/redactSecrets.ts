/** Shorter values would hit ordinary words. */
const SHORTEST_SECRET = 8;

/** A line of JSON without these values, wherever they stand in it (R6). */
export function redactSecrets(line: string, secrets: readonly string[]): string {
  let clean = line;
  for (const secret of secrets) {
    if (secret.length < SHORTEST_SECRET) continue;
    // As it stands inside a JSON text.
    const written = JSON.stringify(secret).slice(1, -1);
    if (clean.includes(written)) clean = clean.replaceAll(written, '[redacted]');
  }
  return clean;
}
