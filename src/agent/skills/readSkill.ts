import { createHash } from 'node:crypto';
import { type FormProblem, type Frontmatter, parseFrontmatter } from '../config/frontmatter.ts';
import { findInvisible, hidesTags } from '../config/invisibleText.ts';
import { decodeText, showValue } from '../config/sourceText.ts';

/** A larger file is not read (S5), in bytes. */
export const MAX_SKILL_BYTES = 1_048_576;
export const MAX_DESCRIPTION = 1024;
const MAX_NAME = 64;
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const NAME_RULE =
  'lower-case letters, digits and single hyphens, 1 to 64 characters, no hyphen at either end';

/** What one `SKILL.md` says, and what is wrong with it. */
export interface SkillReading {
  readonly name: string;
  /** On one line. */
  readonly description: string;
  readonly serves: readonly string[];
  readonly allowedTools?: string;
  /** SHA-256 of the file. */
  readonly hash: string;
  /** With an error among them the skill can't be used. */
  readonly problems: readonly FormProblem[];
}

/** Reads the bytes of a `SKILL.md` in a folder of the given name. Pure; never throws. */
export function readSkill(bytes: Uint8Array, folderName: string): SkillReading {
  const hash = createHash('sha256').update(bytes).digest('hex');
  const { text, invalidUtf8 } = decodeText(bytes);
  const file = parseFrontmatter(text);
  const problems: FormProblem[] = [...file.problems];
  if (invalidUtf8)
    problems.push({
      severity: 'warning',
      code: 'invalid-utf8',
      message: 'The file is not valid UTF-8; bytes that are no text were replaced.',
      line: 1,
      column: 1,
      fix: 'Save it as UTF-8.',
    });
  if (!file.present)
    problems.push({
      severity: 'error',
      code: 'frontmatter-missing',
      message: 'The file must begin with YAML frontmatter between two lines that are exactly "---".',
      line: 1,
      column: 1,
      fix: `Begin it with: ---, name: ${folderName}, description: when to use the skill, ---`,
    });
  // A file whose form is broken has no values to complain about.
  const values: FormProblem[] = problems.some((p) => p.severity === 'error') ? [] : problems;
  const name = readName(file, folderName, values);
  const description = readDescription(file, values);
  const hidden = findInvisible(file.body, file.bodyLine);
  if (hidden) problems.push(hidden);
  const allowedTools = file.data['allowed-tools'];
  return {
    name,
    description,
    serves: readServes(file.data['serves']),
    ...(allowedTools !== undefined && { allowedTools: listText(allowedTools) }),
    hash,
    problems,
  };
}

export function isSkillName(name: string): boolean {
  return name.length <= MAX_NAME && NAME.test(name);
}

function readName(file: Frontmatter, folderName: string, problems: FormProblem[]): string {
  const raw = file.data['name'];
  const at = file.source.valueAt(['name']);
  const invalid = (message: string, fix: string) =>
    problems.push({ severity: 'error', code: 'name-invalid', message, ...at, fix });
  if (raw === undefined || raw === null) {
    if (!isSkillName(folderName))
      invalid(
        `There is no "name", and the folder's name "${folderName}" can't stand for it: ${NAME_RULE}.`,
        `Add: name: ${suggestName(folderName)}`,
      );
    return folderName;
  }
  if (typeof raw !== 'string') {
    invalid(
      `"name" is ${showValue(raw)}: allowed is a text (${NAME_RULE}).`,
      'Put it in quotes, or rename it.',
    );
    return folderName;
  }
  if (!isSkillName(raw)) {
    invalid(
      `The name ${showValue(raw)} is not allowed: ${NAME_RULE}.`,
      `Rename it to "${suggestName(raw)}".`,
    );
    return folderName;
  }
  if (raw !== folderName)
    problems.push({
      severity: 'warning',
      code: 'name-unlike-folder',
      message: `The name "${raw}" is unlike its folder "${folderName}"; the name counts.`,
      ...at,
      fix: `Rename the folder to "${raw}".`,
    });
  return raw;
}

function suggestName(name: string): string {
  const kebab = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_NAME)
    .replace(/^-+|-+$/g, '');
  return kebab === '' ? 'my-skill' : kebab;
}

function readDescription(file: Frontmatter, problems: FormProblem[]): string {
  const raw = file.data['description'];
  const at = file.source.valueAt(['description']);
  const report = (severity: 'error' | 'warning', code: string, message: string, fix: string) =>
    problems.push({ severity, code, message, ...at, fix });
  if (raw === undefined || raw === null || (typeof raw === 'string' && raw.trim() === '')) {
    report(
      'error',
      'description-missing',
      'The key "description" is missing or empty: it says when to use the skill.',
      'Add: description: Use when …',
    );
    return '';
  }
  if (typeof raw !== 'string') {
    report(
      'error',
      'description-invalid',
      `"description" is ${showValue(raw)}: allowed is a text.`,
      'Put it in quotes.',
    );
    return '';
  }
  const text = raw.replace(/\s+/g, ' ').trim();
  const length = [...text].length;
  const hidden = findInvisible(text, at.line);
  if (hidesTags(text))
    report(
      'error',
      'hidden-text',
      'The description hides a message in tag characters, which only a model would read.',
      'Do not use this skill before you know who wrote it.',
    );
  else if (hidden) problems.push({ ...hidden, ...at });
  if (length > MAX_DESCRIPTION)
    report(
      'warning',
      'description-too-long',
      `The description has ${length} characters; at most ${MAX_DESCRIPTION} are allowed.`,
      'Shorten it; details belong into the text below.',
    );
  return text;
}

/** `a, b`, `[a, b]` or `a`; anything else is no domain. */
export function readServes(raw: unknown): string[] {
  const words = Array.isArray(raw) ? raw.map(String) : typeof raw === 'string' ? raw.split(',') : [];
  return words.map((w) => w.trim().toLowerCase()).filter((w) => w !== '');
}

function listText(raw: unknown): string {
  return Array.isArray(raw) ? raw.map(String).join(', ') : String(raw);
}
