import matter from 'gray-matter';
import { isRecord, type UnknownRecord } from '../../base/json.ts';
import type { Diagnostic } from '../../protocol/inventory.ts';
import { quoteTroubledValues } from './forgiveYaml.ts';
import { normalizeText, showValue } from './sourceText.ts';
import type { StructuredText } from './structuredText.ts';
import { parseYaml } from './yamlText.ts';

/** More frontmatter than this, in characters, is not read: it is no heading any more but an attack. */
const MAX_FRONTMATTER = 65_536;

/** A problem of the file's form; `error` means that there is no usable frontmatter. */
export type FormProblem = Omit<Diagnostic, 'path'>;

/** A Markdown file taken apart: the one parser behind skills, commands and agents. */
export interface Frontmatter {
  readonly present: boolean;
  /** Empty when there is none or it is broken. */
  readonly data: UnknownRecord;
  /** The Markdown behind the frontmatter, lines ended by `\n`. */
  readonly body: string;
  /** 1-based line of the body's first line. */
  readonly bodyLine: number;
  /** Places in the file, for messages about values. */
  readonly source: StructuredText;
  readonly problems: readonly FormProblem[];
}

/** Takes a file apart leniently and says what it forgave (S4). Runs no code, whatever language the frontmatter names. */
export function parseFrontmatter(raw: string): Frontmatter {
  const { text, bom, carriageReturns } = normalizeText(raw);
  const problems: FormProblem[] = [];
  if (bom)
    problems.push(
      warning('byte-order-mark', 'The file begins with a byte-order mark.', 1, 'Save it as plain UTF-8.'),
    );
  if (carriageReturns)
    problems.push(
      warning('carriage-returns', 'Lines end with carriage returns (CRLF).', 1, 'Save it with line ends LF.'),
    );
  const split = splitDelimiters(text, problems);
  if (!split) return { present: false, data: {}, body: text, bodyLine: 1, source: emptySource, problems };
  const { language, yaml, body, bodyLine } = split;
  const parsed = parseBlock(language, yaml, problems);
  return { present: true, data: parsed.data, source: parsed.source, body, bodyLine, problems };
}

interface Split {
  readonly language: string;
  readonly yaml: string;
  readonly body: string;
  readonly bodyLine: number;
}

/** The opening line is the first one; the closing line is exactly `---`. */
function splitDelimiters(text: string, problems: FormProblem[]): Split | undefined {
  const lines = text.split('\n');
  const opening = /^---([A-Za-z]*)[ \t]*$/.exec(lines[0] ?? '');
  if (!opening) return undefined;
  let close = lines.indexOf('---', 1);
  if (close === -1) {
    close = lines.findIndex((line, i) => i > 0 && /^---[ \t]+$/.test(line));
    if (close === -1) {
      problems.push({
        severity: 'error',
        code: 'frontmatter-unclosed',
        message: 'The frontmatter that begins here is never closed by a line that is exactly "---".',
        line: 1,
        column: 1,
        fix: 'Add a line "---" behind the last key.',
      });
      return { language: '', yaml: '', body: '', bodyLine: lines.length };
    }
    problems.push(
      warning('delimiter-blanks', 'Blanks stand behind the closing "---".', close + 1, 'Remove them.'),
    );
  }
  return {
    language: opening[1] ?? '',
    yaml: lines.slice(1, close).join('\n'),
    body: lines.slice(close + 1).join('\n'),
    bodyLine: close + 2,
  };
}

interface Block {
  readonly data: UnknownRecord;
  readonly source: StructuredText;
}

function parseBlock(language: string, yaml: string, problems: FormProblem[]): Block {
  if (yaml.length > MAX_FRONTMATTER) {
    problems.push({
      severity: 'error',
      code: 'frontmatter-too-large',
      message: `The frontmatter has ${yaml.length} characters; at most ${MAX_FRONTMATTER} are read.`,
      line: 1,
      column: 1,
    });
    return { data: {}, source: emptySource };
  }
  try {
    return readWithEngine(language, yaml, problems);
  } catch (error) {
    problems.push({
      severity: 'error',
      code: 'frontmatter-language',
      message: error instanceof Error ? error.message : String(error),
      line: 1,
      column: 1,
      fix: 'Write the frontmatter in YAML, between lines that are exactly "---".',
    });
    return { data: {}, source: emptySource };
  }
}

/** Stands for the closing line towards gray-matter, which would take any line that only begins with `---`. */
const CLOSE = '\u0000---';

/** gray-matter picks the engine by the opening line's language; only YAML has one, and it is ours. */
function readWithEngine(language: string, yaml: string, problems: FormProblem[]): Block {
  let block: Block = { data: {}, source: emptySource };
  const refuse = () => {
    throw new Error(`The frontmatter's language is "${language}": only YAML is read, nothing is run.`);
  };
  matter(`---${language}\n${yaml}\n${CLOSE}\n`, {
    delimiters: ['---', CLOSE],
    engines: {
      yaml: (text: string) => {
        block = readYaml(text.replace(/^\n/, ''), problems);
        return block.data;
      },
      javascript: refuse,
      json: refuse,
      coffee: refuse,
    },
  });
  return block;
}

function readYaml(yaml: string, problems: FormProblem[]): Block {
  let parsed = parseYaml(yaml);
  if (parsed.problems.length > 0) {
    const forgiven = quoteTroubledValues(yaml);
    const again = forgiven.quoted.length > 0 ? parseYaml(forgiven.text) : parsed;
    if (again.problems.length === 0) {
      parsed = again;
      for (const key of forgiven.quoted)
        problems.push({
          severity: 'warning',
          code: 'unquoted-value',
          message: `The value of "${key.name}" is no valid YAML as it stands; it was read as a text.`,
          line: key.line + 1,
          column: key.column,
          fix: `Put it in quotes: ${key.name}: ${key.suggestion}`,
        });
    }
  }
  const source = shifted(parsed, 1);
  for (const problem of parsed.problems)
    problems.push({
      severity: 'error',
      code: 'yaml-syntax',
      message: `The frontmatter is no valid YAML: ${problem.message}`,
      line: problem.line + 1,
      column: problem.column,
    });
  if (parsed.problems.length > 0 || parsed.value === undefined) return { data: {}, source };
  if (isRecord(parsed.value)) return { data: parsed.value, source };
  problems.push({
    severity: 'error',
    code: 'frontmatter-not-a-table',
    message: `The frontmatter is ${showValue(parsed.value)}: allowed is a table of keys.`,
    line: 2,
    column: 1,
  });
  return { data: {}, source };
}

function warning(code: string, message: string, line: number, fix: string): FormProblem {
  return { severity: 'warning', code, message, line, column: 1, fix };
}

/** The same text further down in a file. */
function shifted(source: StructuredText, lines: number): StructuredText {
  const move = (at: { line: number; column: number }) => ({ line: at.line + lines, column: at.column });
  return {
    value: source.value,
    problems: source.problems,
    valueAt: (path) => move(source.valueAt(path)),
    keyAt: (path) => move(source.keyAt(path)),
  };
}

const emptySource: StructuredText = {
  value: undefined,
  problems: [],
  valueAt: () => ({ line: 1, column: 1 }),
  keyAt: () => ({ line: 1, column: 1 }),
};
