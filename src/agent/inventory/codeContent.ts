import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Files } from '../host/host.ts';
import type { HookDefinition, ServerDefinition } from './catalogue.ts';

/**
 * What an approval is about (R5): everything that decides which code runs, as lines that a person can
 * read and that a changed byte changes. Files that a command line names are part of it.
 */
export async function hookContent(hook: HookDefinition, files: Files, cwd: string): Promise<string> {
  const base = hook.pluginRoot ?? cwd;
  const lines = [
    `event: ${hook.event}`,
    ...(hook.match !== undefined ? [`match: ${hook.match}`] : []),
    ...(hook.matcher !== undefined ? [`matcher: ${hook.matcher}`] : []),
    ...(hook.command !== undefined ? [`command: ${hook.command}`] : []),
    ...(hook.script !== undefined ? [`script: ${hook.script}`] : []),
    ...(hook.args.length > 0 ? [`args: ${JSON.stringify(hook.args)}`] : []),
  ];
  const words = hook.command === undefined ? hook.args : wordsOf(hook.command);
  const named = hook.script === undefined ? words : [hook.script, ...words];
  return [...lines, ...(await fileLines(named, files, base))].join('\n');
}

export async function serverContent(server: ServerDefinition, files: Files, cwd: string): Promise<string> {
  const lines = [
    `type: ${server.type}`,
    ...(server.command !== undefined ? [`command: ${server.command}`] : []),
    ...(server.args.length > 0 ? [`args: ${JSON.stringify(server.args)}`] : []),
    ...(server.cwd !== undefined ? [`cwd: ${server.cwd}`] : []),
    ...(server.url !== undefined ? [`url: ${server.url}`] : []),
    ...namesOf('env', server.env),
    ...namesOf('headers', server.headers),
    ...(server.executors.join() === 'local' ? [] : [`executors: ${server.executors.join(', ')}`]),
  ];
  const named = server.command === undefined ? [] : [server.command, ...server.args];
  return [...lines, ...(await fileLines(named, files, server.cwd ?? cwd))].join('\n');
}

/** Set by us, to where the plugin stands. */
const OUR_OWN = new Set(['VAK_PLUGIN_ROOT', 'OPENVAALA_PLUGIN_ROOT', 'PLUGIN_ROOT']);

/** Values may be secrets: their hash stands for them. */
function namesOf(what: string, values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values)
    .filter(([name]) => !OUR_OWN.has(name))
    .map(([name, value]) => `${what} ${name}: ${digest(value).slice(0, 12)}`);
}

/** Rough on purpose: a word too many costs a look at the disk, a missed one would miss a change. */
function wordsOf(command: string): string[] {
  return command.split(/[\s"'`;|&()<>=]+/).filter((w) => w !== '');
}

const MOST_FILES = 16;
const MAX_BYTES = 4 * 1_048_576;

async function fileLines(words: readonly string[], files: Files, base: string): Promise<string[]> {
  const lines: string[] = [];
  for (const word of words.filter((w) => !w.startsWith('-')).slice(0, MOST_FILES)) {
    const file = path.resolve(base, word.replace(/^\$\{?(?:VAK|OPENVAALA)_PLUGIN_ROOT\}?/, base));
    // A bare program name is looked up on the PATH, unless the folder has a file of that name.
    try {
      const stat = await files.stat(file);
      if (stat?.kind !== 'file' || stat.size > MAX_BYTES || isSystemProgram(file)) continue;
      lines.push(`file ${word}: ${digest(await files.read(file)).slice(0, 16)}`);
    } catch {
      // What can't be read can't be run from here either.
    }
  }
  return lines;
}

/** Programs of the system change with its updates; their names stand in the command already. */
function isSystemProgram(file: string): boolean {
  return /^\/(?:usr|bin|sbin|opt|nix)\//.test(file);
}

function digest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
