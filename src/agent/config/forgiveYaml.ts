import { parseDocument } from 'yaml';

export interface QuotedValue {
  readonly name: string;
  /** 1-based, in the YAML text; the place of the value. */
  readonly line: number;
  readonly column: number;
  /** The value as it should have been written. */
  readonly suggestion: string;
}

/**
 * A third of the command files that people share have a value that is no YAML: a sentence with `: `
 * in it, `[a] [b]`, `[a] — text`, `@name`. Puts the plain values of top-level keys in quotes where
 * the key alone does not parse; all else stays, line for line, so that places stay true.
 */
export function quoteTroubledValues(yaml: string): { text: string; quoted: readonly QuotedValue[] } {
  const lines = yaml.split('\n');
  const quoted: QuotedValue[] = [];
  for (let at = 0; at < lines.length; ) {
    let end = at + 1;
    while (end < lines.length && /^(?:[ \t]+\S|[ \t]*$)/.test(lines[end] ?? '')) end++;
    const entry = /^([A-Za-z_][\w-]*):[ \t]+(\S.*)$/.exec(lines[at] ?? '');
    const name = entry?.[1];
    const first = entry?.[2];
    if (
      name !== undefined &&
      first !== undefined &&
      !/^["'|>&*]/.test(first) &&
      !parses(lines.slice(at, end))
    ) {
      const whole = [first, ...lines.slice(at + 1, end)].map((l) => l.trim()).filter((l) => l !== '');
      const suggestion = JSON.stringify(whole.join(' '));
      quoted.push({ name, line: at + 1, column: (lines[at]?.indexOf(first) ?? 0) + 1, suggestion });
      lines[at] = `${name}: ${suggestion}`;
      for (let i = at + 1; i < end; i++) lines[i] = '';
    }
    at = end;
  }
  return { text: lines.join('\n'), quoted };
}

function parses(lines: readonly string[]): boolean {
  return parseDocument(lines.join('\n'), { prettyErrors: false, logLevel: 'silent' }).errors.length === 0;
}
