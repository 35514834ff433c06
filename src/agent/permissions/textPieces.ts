import { UNKNOWN, type Word } from './shell/word.ts';

/** What separates names in a text, whatever reads it: a shell, a language, a program's own commands. */
const GAPS = /[\s'"`;&|<>()]+/;

/** A slash alone divides, joins (`'/'`) or is an empty pattern; at the end of a command it is the root. */
const LONE_SLASH = /(?<=[\s'"`;&|<>()])\/+(?=[\s'"`;&|<>()])(?<!\s\/+(?=['"`;\n]))/g;

/** Signs of a language that are spelled with what stands in paths: comments, matches, complements. */
const SIGN = /^(?:\/[/*]+|[=!]?~|~[^/]*|\*+\/)$/;

/** Where languages keep the environment, which no file of that name holds. */
const ENVIRONMENT = /(?:^|\W)(?:process|meta|Bun|Deno)\.env$/;

/** Of these, those that make a text of a word: quotes alone stand in many a name. */
const IS_TEXT = /[\s`;&|<>()]/;

/**
 * The pieces of a text that may name a place for the program that is given it: `cat ../x`, `open(".env")`. None of a
 * word that is one piece.
 */
export function textPieces(text: string): string[] {
  if (!IS_TEXT.test(text)) return [];
  const pieces = text.replace(LONE_SLASH, '').split(GAPS);
  return [...new Set(pieces)].filter(
    (piece) => piece !== '' && !SIGN.test(piece) && !ENVIRONMENT.test(piece),
  );
}

/** A piece as the pattern of names that it is for a shell (`.e*`); empty for one that is more likely of a language. */
export function patternIn(piece: string): string {
  const outside = piece.replace(/\[[^\]]*\]/g, '');
  if (!/[*?[]/.test(piece) || /[\s\\^$+|]/.test(piece) || !/\w/.test(outside)) return '';
  return piece.replace(/[*?[]/g, UNKNOWN);
}

/** Options of git behind which a message stands. */
const GIT_MESSAGE = /^(?:-[aensqvfkz]*m|--message)$/;

/** Options whose value people read, of programs that run none of it. */
const MESSAGES: Readonly<Record<string, RegExp>> = {
  git: GIT_MESSAGE,
  gh: /^(?:-[btnfF]|--(?:body|title|notes|subject|description|field|raw-field|comment))$/,
  glab: /^(?:-[tdmf]|--(?:title|description|message|notes|field|raw-field))$/,
  ...Object.fromEntries(
    // Names of tests.
    ['bunx', 'jest', 'mocha', 'npm', 'npx', 'playwright', 'pnpm', 'vitest', 'yarn'].map((name) => [
      name,
      /^(?:-[tg]|--(?:testNamePattern|grep))$/,
    ]),
  ),
};

/** Whether an argument is, or carries behind `=`, a text for people, such as the message of a commit. */
export function isMessage(name: string, args: readonly Word[], at: number): boolean {
  const option = Object.hasOwn(MESSAGES, name) ? MESSAGES[name] : undefined;
  if (!option) return false;
  const joined = /^(--[\w-]+)=/.exec(args[at]?.text ?? '')?.[1];
  return option.test(joined ?? args[at - 1]?.text ?? '');
}
