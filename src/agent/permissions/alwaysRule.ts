import path from 'node:path';
import { holdsUnseen } from '../../base/unseenText.ts';
import { addressMatches } from './addressRule.ts';
import { pathMatches } from './pathRule.ts';
import { parseRule } from './rule.ts';
import { commandPattern, exactPattern, patternOf } from './shell/pattern.ts';
import type { Word } from './shell/word.ts';

/*
 * The narrowest rule for a thing: what «always» stores. Each is read back before it is offered; undefined
 * when it would name something else, or more: then there is no «always».
 */

/** All of one tool. */
export function ruleForTool(tool: string): string | undefined {
  return tool.includes('*') ? undefined : readsBack(tool, tool, undefined);
}

/** Reading or changing one file, by its absolute path. */
export function ruleForFile(tool: 'Read' | 'Edit', file: string): string | undefined {
  // Where names are cut at slashes, a glob can't spell a backslash.
  if (path.sep === '/' && file.includes('\\')) return undefined;
  const pattern = file.replace(/[*?[\]{}()+@]/g, '[$&]');
  return pathMatches(pattern, [file], [], '/') ? readsBack(`${tool}(${pattern})`, tool, pattern) : undefined;
}

/** Every address of the origin of this one. */
export function ruleForOrigin(url: string): string | undefined {
  const { origin } = new URL(url);
  const pattern = `${origin}/*`;
  if (/[*\\]/.test(origin) || !addressMatches(pattern, url)) return undefined;
  return readsBack(`WebFetch(${pattern})`, 'WebFetch', pattern);
}

/** Exactly these words of a command. */
export function ruleForCommand(words: readonly Pick<Word, 'text'>[]): string | undefined {
  const pattern = exactPattern(words);
  const read = commandPattern(pattern);
  if (read.text !== patternOf(words) || read.literalWords !== words.length) return undefined;
  return readsBack(`Bash(${pattern})`, 'Bash', pattern);
}

function readsBack(text: string, tool: string, pattern: string | undefined): string | undefined {
  const read = parseRule(text);
  const same = read.ok && read.rule.tool === tool && read.rule.pattern === pattern;
  return same && !holdsUnseen(text) ? text : undefined;
}
