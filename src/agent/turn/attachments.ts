import { fileURLToPath } from 'node:url';
import type { Files } from '../host/host.ts';
import type { PromptSection } from '../model/promptParts.ts';
import { cutLines } from '../tools/files/lineRange.ts';
import { openTextFile } from '../tools/files/openFile.ts';
import { resolvePath } from '../tools/paths.ts';
import type { ToolContext } from '../tools/tool.ts';
import type { UserContent } from './events.ts';
import type { TurnPrompt } from './turn.ts';

/** Folders listed in a mention show this many names. */
const MAX_NAMES = 200;

export interface Attachments {
  readonly sections: readonly PromptSection[];
  /** Files that the prompt names, absolute: deeper AGENTS.md files join because of them (I2). */
  readonly files: readonly string[];
}

/**
 * What goes along with a prompt: embedded resources, linked files, and `@path` mentions in its text.
 * Files are read as the editor has them. What can't be read is left to the model, which sees its name.
 */
export async function readAttachments(
  prompt: TurnPrompt,
  text: string,
  context: ToolContext,
): Promise<Attachments> {
  const embedded = prompt.content.flatMap(embeddedSection);
  const linked = prompt.content.flatMap((part) =>
    part.type === 'resource-link' ? linkedPath(part.uri) : [],
  );
  const mentioned = await existing(
    mentionsIn(text).map((name) => resolvePath(context.cwd, name)),
    context.host.files,
  );
  const known = new Set(embedded.map((section) => (section.label.kind === 'file' ? section.label.path : '')));
  const paths = [...new Set([...linked, ...mentioned])].filter((path) => !known.has(path));
  const read = await Promise.all(paths.map((path) => fileSection(path, context)));
  return {
    sections: [...embedded, ...read.flatMap((section) => section ?? [])],
    files: [...paths, ...[...known].filter((path) => path.startsWith('/'))],
  };
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

async function fileSection(path: string, context: ToolContext): Promise<PromptSection | undefined> {
  const label = { kind: 'file', path } as const;
  const stat = await context.host.files.stat(path).catch(() => undefined);
  if (stat?.kind === 'folder') {
    const entries = await context.host.files.readDir(path).catch(() => []);
    const names = entries.map((entry) => (entry.kind === 'folder' ? `${entry.name}/` : entry.name)).sort();
    const more = names.length > MAX_NAMES ? `\n… and ${names.length - MAX_NAMES} more` : '';
    return { label, text: `The folder ${path} holds:\n${names.slice(0, MAX_NAMES).join('\n')}${more}` };
  }
  const file = await openTextFile(path, context);
  return file.kind === 'text' ? { label, text: fileText(path, cutLines(file.text, {}).text) } : undefined;
}

function fileText(path: string, text: string): string {
  return `The file ${path}, attached by the person:\n${text}`;
}
