import path from 'node:path';
import type { Environment } from '../host/host.ts';

/** Names that hold the agent's own configuration, wherever they stand in a path. */
export const OWN_NAMES: readonly string[] = [
  '.vak',
  '.agents',
  '.claude',
  '.vscode',
  '.git',
  'AGENTS.md',
  // Servers of the project, and what git, the editor or a shell runs by itself.
  '.mcp.json',
  '.husky',
  '.githooks',
  '.devcontainer',
  '.envrc',
];

/** A workspace of VS Code carries settings. */
const OWN_ENDING = /\.code-workspace$/;

/** What Windows calls such a folder beside its name. */
const SHORT_NAME = /^(?:git|vak|agents|claude|vscode)~\d/i;

/**
 * A name as the least strict disk compares it: without case (also of letters such as `ſ`), invisible
 * characters, a stream's name, and dots or blanks at its end. Any system may have such a disk mounted.
 */
function bareName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Cf}|\p{Variation_Selector}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/:.*$|[. ]+$/gs, '')
    .replace(/[. ]+$/, '');
}

const OWN = new Set(OWN_NAMES.map(bareName));

/** Whether a part of a path is such a name; a part may hold backslashes, which some systems cut at. */
export function isOwnName(name: string): boolean {
  return (
    name.split('\\').some((part) => OWN.has(bareName(part)) || OWN_ENDING.test(bareName(part))) ||
    SHORT_NAME.test(name)
  );
}

/** The folders outside of projects in which the agent's configuration lies, what it trusts and what it keeps. */
export function ownHomes({ configHome, dataHome, cacheHome }: Environment): readonly string[] {
  return [configHome, path.join(path.dirname(configHome), 'openvaala'), dataHome, cacheHome];
}
