import { createHash } from 'node:crypto';
import path from 'node:path';
import { showUnseenLines } from '../../base/unseenText.ts';
import type { Origin } from '../../protocol/inventory.ts';
import type { Files } from '../host/host.ts';
import type { HookDefinition, ServerDefinition } from './catalogue.ts';
import { commandWords } from './commandWords.ts';
import { isInside } from './listFiles.ts';
import { type NamedFiles, namedFiles } from './namedFiles.ts';

/**
 * What an approval is about (R5): everything that decides which code runs, as lines that a person can
 * read and that a changed byte changes: nothing in them is unseen or passes for another line. Files that a command line names are part of it; what these load
 * in turn is not.
 */
export interface CodeContent {
  readonly text: string;
  /** Why it can't be told what would run, so that nobody can agree to it. */
  readonly problem?: string;
}

/** Where the code is looked at. */
export interface CodePlace {
  readonly files: Files;
  readonly home: string;
  /** The working folder. */
  readonly cwd: string;
}

export async function hookContent(hook: HookDefinition, place: CodePlace): Promise<CodeContent> {
  const lines = [
    `event: ${hook.event}`,
    ...(hook.match !== undefined ? [`match: ${hook.match}`] : []),
    ...(hook.matcher !== undefined ? [`matcher: ${hook.matcher}`] : []),
    ...(hook.command !== undefined ? [`command: ${hook.command}`] : []),
    ...(hook.script !== undefined ? [`script: ${hook.script}`] : []),
    ...(hook.args.length > 0 ? [`args: ${JSON.stringify(hook.args)}`] : []),
  ];
  const named = [hook.command, hook.script, ...hook.args].filter((text) => text !== undefined);
  return joined(lines, await filesNamed(named, { ...hook, more: [] }, place));
}

export async function serverContent(server: ServerDefinition, place: CodePlace): Promise<CodeContent> {
  const isOurs = ([name, value]: readonly [string, string]) =>
    OUR_OWN.has(name) && server.origin.plugin !== undefined && isInside(server.origin.path, value);
  const all = Object.entries(server.env);
  const env = all.filter((entry) => !isOurs(entry));
  const lines = [
    `type: ${server.type}`,
    ...(server.command !== undefined ? [`command: ${server.command}`] : []),
    ...(server.args.length > 0 ? [`args: ${JSON.stringify(server.args)}`] : []),
    ...(server.cwd !== undefined ? [`cwd: ${server.cwd}`] : []),
    ...(server.url !== undefined ? [`url: ${server.url}`] : []),
    ...namesOf('env', env),
    ...namesOf('headers', Object.entries(server.headers)),
    ...(server.executors.join() === 'local' ? [] : [`executors: ${server.executors.join(', ')}`]),
  ];
  if (server.command === undefined) return joined(lines, { lines: [] });
  const named = [server.command, ...server.args, ...env.map(([, value]) => value)];
  const pluginRoot = all.find(isOurs)?.[1];
  const more = server.cwd === undefined ? [] : [server.cwd];
  return joined(lines, await filesNamed(named, { origin: server.origin, pluginRoot, more }, place));
}

/** Set by us, to where the plugin stands. */
const OUR_OWN = new Set(['VAK_PLUGIN_ROOT', 'OPENVAALA_PLUGIN_ROOT', 'PLUGIN_ROOT']);

/** The folder for its variables, so that what stands behind them is looked for there alone; not where the text sets one. */
function withPluginRoot(text: string, root: string): string {
  const names = [...OUR_OWN].join('|');
  if (new RegExp(`\\b(?:${names})=`).test(text) || /[\s"'\\$`]/.test(root)) return text;
  return text.replace(new RegExp(`\\$(?:(?:${names})\\b|\\{(?:${names})\\})`, 'g'), () => root);
}

/** Values may be secrets: their hash stands for them. */
function namesOf(what: string, values: readonly (readonly [string, string])[]): string[] {
  return values.map(([name, value]) => `${what} ${name}: ${digest(value).slice(0, 12)}`);
}

interface Named {
  readonly origin: Origin;
  readonly pluginRoot?: string | undefined;
  /** More folders in which words may start. */
  readonly more: readonly string[];
}

/**
 * A plugin of the user's is the same in every working folder, so only its own files are told of. What a
 * project brings may name every file from the working folder.
 */
function filesNamed(
  texts: readonly string[],
  { origin, pluginRoot, more }: Named,
  { files, home, cwd }: CodePlace,
): Promise<NamedFiles> {
  const isProjects = pluginRoot === undefined || isInside(origin.path, path.join(cwd, '.vak'));
  const folder = isProjects ? cwd : pluginRoot;
  const bases = [folder, ...(pluginRoot === undefined ? [] : [pluginRoot]), ...more];
  const known = pluginRoot === undefined ? texts : texts.map((text) => withPluginRoot(text, pluginRoot));
  return namedFiles(commandWords(known), { files, home, folder, bases });
}

function joined(lines: readonly string[], named: NamedFiles): CodeContent {
  const { problem } = named;
  const all = [...lines.map(showUnseenLines), ...named.lines];
  if (problem === undefined) return { text: all.join('\n') };
  return { text: [...all, `not compared: ${problem}`].join('\n'), problem };
}

function digest(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
