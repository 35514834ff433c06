import { type FormProblem, parseFrontmatter } from '../config/frontmatter.ts';
import { findInvisible, hidesTags, revealInvisible } from '../config/invisibleText.ts';

/** What one command file says. With an error among the problems it can't be used. */
export interface CommandReading {
  readonly description: string;
  readonly argumentHint?: string;
  readonly template: string;
  readonly problems: readonly FormProblem[];
}

const NAME = /^[A-Za-z0-9_-]+$/;
export const COMMAND_NAME_RULE = 'ASCII letters, digits, "-" and "_"';

export function isCommandName(stem: string): boolean {
  return NAME.test(stem);
}

/** Reads a Markdown prompt template (C2). Pure; never throws. */
export function readCommand(raw: string): CommandReading {
  const file = parseFrontmatter(raw);
  const problems = [...file.problems];
  const { description, 'argument-hint': hint } = file.data;
  const said = typeof description === 'string' ? description.replace(/\s+/g, ' ').trim() : '';
  if (description !== undefined && description !== null && typeof description !== 'string')
    problems.push({
      severity: 'warning',
      code: 'description-invalid',
      message: 'The description is no text; the first line of the template stands for it.',
      ...file.source.valueAt(['description']),
    });
  if (hidesTags(said))
    problems.push({
      severity: 'error',
      code: 'hidden-text',
      message: 'The description hides a message in tag characters.',
      ...file.source.valueAt(['description']),
    });
  if (file.body.trim() === '')
    problems.push({
      severity: 'error',
      code: 'template-empty',
      message: 'There is no template: the file has no text to send.',
      line: Math.max(1, file.bodyLine),
      column: 1,
    });
  const hidden = findInvisible(file.body, file.bodyLine);
  if (hidden) problems.push(hidden);
  const argumentHint = hintText(hint);
  return {
    description: said === '' ? firstLine(file.body) : said,
    ...(argumentHint !== undefined && { argumentHint }),
    template: file.body.replace(/^\n+/, '').replace(/\s+$/, ''),
    problems,
  };
}

/** The first line that says something, without its `#`. */
export function firstLine(markdown: string): string {
  const line = markdown.split('\n').find((l) => l.trim() !== '') ?? '';
  return revealInvisible(line.replace(/^#+\s*/, '').trim());
}

/** `[file]` is a list to YAML and a hint to people. */
function hintText(hint: unknown): string | undefined {
  if (hint === undefined || hint === null) return undefined;
  return Array.isArray(hint) ? `[${hint.map(String).join(', ')}]` : String(hint);
}
