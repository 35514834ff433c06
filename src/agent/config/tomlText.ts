import { parse, TomlError } from 'smol-toml';
import { normalizeText, positionAt } from './sourceText.ts';
import type { StructuredText } from './structuredText.ts';
import { locateToml, scanToml, type TomlLines } from './tomlLines.ts';

/** Parses TOML; never throws for a text. */
export function parseToml(raw: string): StructuredText {
  const { text } = normalizeText(raw);
  let lines: TomlLines | undefined;
  const place = (path: readonly (string | number)[], want: 'key' | 'value') => {
    lines ??= scanToml(text);
    return positionAt(text, locateToml(lines, path, want));
  };
  try {
    const value: unknown = parse(text);
    return {
      value,
      problems: [],
      valueAt: (path) => place(path, 'value'),
      keyAt: (path) => place(path, 'key'),
    };
  } catch (error) {
    const start = { line: 1, column: 1 };
    const problem =
      error instanceof TomlError
        ? { message: firstLine(error.message), line: error.line, column: error.column }
        : { message: String(error), ...start };
    return { value: undefined, problems: [problem], valueAt: () => start, keyAt: () => start };
  }
}

/** smol-toml puts a picture of the place behind the first line; places travel as numbers here. */
function firstLine(message: string): string {
  return (message.split('\n')[0] ?? message).replace(/^Invalid TOML document: /, '');
}
