import { fileURLToPath } from 'node:url';
import { decidedFiles } from '../host/decidedFiles.ts';
import type { Files } from '../host/host.ts';
import type { PromptSection } from '../model/promptParts.ts';
import type { PermissionDecision } from '../permissions/permission.ts';
import type { Withheld } from '../permissions/withheld.ts';
import { cutLines } from '../tools/files/lineRange.ts';
import { openTextFile } from '../tools/files/openFile.ts';
import { resolvePath } from '../tools/paths.ts';
import type { ToolContext } from '../tools/tool.ts';
import type { UserContent } from './events.ts';
import type { TurnPrompt } from './turn.ts';
import { writtenText } from './userMessage.ts';

/** Folders listed in a mention show this many names. */
const MAX_NAMES = 200;

export interface Attachments {
  readonly sections: readonly PromptSection[];
  /** Files that the prompt names, absolute: deeper AGENTS.md files join because of them (I2). */
  readonly files: readonly string[];
}

/** What a call that reads a file would be answered, and what it would not be shown. */
export interface Reading {
  decide(path: string): Promise<PermissionDecision>;
  readonly withheld: Withheld;
}

/**
 * What goes along with a prompt: embedded resources, linked files, and `@path` mentions in its text. What the
 * person named is read as it stands. What a custom command's template names is read as far as a call could read
 * it without a question. In the words of a server, a model or a hook a mention is text: none of them may read.
 * Files are read as the editor has them. What can't be read is left to the model, which sees its name.
 */
export async function readAttachments(
  prompt: TurnPrompt,
  text: string,
  context: ToolContext,
  reading: Reading,
): Promise<Attachments> {
  if (prompt.from === 'model' || prompt.from === 'hook') return { sections: [], files: [] };
  const embedded = prompt.content.flatMap(embeddedSection);
  const linked = prompt.content.flatMap((part) =>
    part.type === 'resource-link' ? linkedPath(part.uri) : [],
  );
  const typed = new Set(mentionsIn(writtenText(prompt.content)));
  const names = mentionsIn(text).map((name) => ({ name, path: resolvePath(context.cwd, name) }));
  const mentioned = await existing(
    names.flatMap(({ name, path }) => (typed.has(name) ? path : [])),
    context.host.files,
  );
  const known = new Set(embedded.map((section) => (section.label.kind === 'file' ? section.label.path : '')));
  const paths = [...new Set([...linked, ...mentioned])].filter((path) => !known.has(path));
  const read = await Promise.all(
    paths.map(async (path) => ({ file: path, section: await fileSection(path, context) })),
  );
  const own = new Set([...known, ...paths]);
  const foreign =
    prompt.from === 'command' ? names.filter(({ name, path }) => !typed.has(name) && !own.has(path)) : [];
  const decided = await Promise.all(foreign.map((mention) => templateMention(mention, context, reading)));
  return {
    sections: [...embedded, ...[...read, ...decided].flatMap((each) => each.section ?? [])],
    files: [
      ...[...read, ...decided].flatMap((each) => each.file ?? []),
      ...[...known].filter((path) => path.startsWith('/')),
    ],
  };
}

/** A file that a template names: its text, or why it is not there; nothing where no such file is. */
async function templateMention(
  { name, path }: { readonly name: string; readonly path: string },
  context: ToolContext,
  { decide, withheld }: Reading,
): Promise<{ section?: PromptSection; file?: string }> {
  const decision = await decide(path);
  if (decision.outcome !== 'allow') {
    const text = `The command names @${name}, which was not attached: ${decision.because}.`;
    return { section: { label: { kind: 'file', path }, text } };
  }
  const { host } = context;
  const files = decision.places ? decidedFiles(host.files, decision.places) : host.files;
  const own = { ...context, host: { ...host, files }, withheld };
  const section = await fileSection(path, own, 'named by the command');
  return section ? { section, file: path } : {};
}

/** `@src/a.ts`, `@"a b.md"`, `@./x`: at the beginning or behind white space or a bracket. */
export function mentionsIn(text: string): string[] {
  const found: string[] = [];
  for (const [, quoted, plain] of text.matchAll(/(?:^|[\s([{,])@(?:"([^"\n]+)"|([^\s"'`)\]},;]+))/g)) {
    const name = quoted ?? plain?.replace(/[.:!?]+$/, '');
    if (name) found.push(name);
  }
  return [...new Set(found)];
}

function embeddedSection(part: UserContent): PromptSection[] {
  if (part.type !== 'resource' || part.text === undefined) return [];
  const path = linkedPath(part.uri)[0] ?? part.uri;
  return [{ label: { kind: 'file', path }, text: fileText(path, cutLines(part.text, {}).text) }];
}

/** The path of a `file:` address; anything else is not ours to read. */
function linkedPath(uri: string): string[] {
  if (!uri.startsWith('file:')) return [];
  try {
    const url = new URL(uri);
    return [fileURLToPath(`file://${url.pathname}`)];
  } catch {
    // An address that is no path: the model sees it as it was written.
    return [];
  }
}

async function existing(paths: readonly string[], files: Files): Promise<string[]> {
  const there = await Promise.all(paths.map((path) => files.stat(path).catch(() => undefined)));
  return paths.filter((_path, at) => there[at] !== undefined);
}

async function fileSection(
  path: string,
  context: ToolContext,
  why = 'attached by the person',
): Promise<PromptSection | undefined> {
  const label = { kind: 'file', path } as const;
  const stat = await context.host.files.stat(path).catch(() => undefined);
  if (stat?.kind === 'folder') {
    const entries = await context.host.files.readDir(path).catch(() => []);
    const hidden = await context.withheld.below(path);
    const seen = entries.filter((entry) => !hidden(entry.name));
    const names = seen.map((entry) => (entry.kind === 'folder' ? `${entry.name}/` : entry.name)).sort();
    const more = names.length > MAX_NAMES ? `\n… and ${names.length - MAX_NAMES} more` : '';
    return { label, text: `The folder ${path} holds:\n${names.slice(0, MAX_NAMES).join('\n')}${more}` };
  }
  const file = await openTextFile(path, context);
  return file.kind === 'text'
    ? { label, text: fileText(path, cutLines(file.text, {}).text, why) }
    : undefined;
}

function fileText(path: string, text: string, why = 'attached by the person'): string {
  return `The file ${path}, ${why}:\n${text}`;
}
