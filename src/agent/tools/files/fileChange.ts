import { dirname } from 'node:path';
import type { ToolContent } from '../../../protocol/transcript.ts';
import type { FileVersions, ToolContext, ToolResult } from '../tool.ts';
import { explainFileError, type OpenedFile, openTextFile, realPathOf } from './openFile.ts';
import { SeenFiles } from './seenFiles.ts';
import { encodeText, type TextFormat, UTF8 } from './textFile.ts';

/** One file as it shall be. `before` and `after` null: it is not there. Paths absolute. */
export interface FileChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly format: TextFormat;
  readonly inEditor: boolean;
  /** The name behind all links: what is written. */
  readonly realPath: string;
  /** Permission bits of the present file: one that is made again, or elsewhere, has them too. */
  readonly mode: number | undefined;
}

export type Planned =
  | { readonly ok: true; readonly change: FileChange }
  | { readonly ok: false; readonly message: string };

/**
 * Works out a change of one file without making it. `edit` gets the present text (undefined: no such
 * file) and gives the next one (null: delete it), or what is wrong.
 */
export async function planChange(
  path: string,
  context: ToolContext,
  edit: (text: string | undefined) => { readonly text: string | null } | { readonly message: string },
): Promise<Planned> {
  const file = await openTextFile(path, context);
  if (file.kind === 'refused') return { ok: false, message: file.message };
  const before = file.kind === 'text' ? file.text : undefined;
  if (file.kind === 'text' && SeenFiles.of(context.state).hasChanged(file.realPath, file.text))
    return {
      ok: false,
      message: `${path} has changed since it was read. Read it again, then decide about the change.`,
    };
  const edited = edit(before);
  if ('message' in edited) return { ok: false, message: edited.message };
  const change = changeOf(path, file, edited.text);
  if (change.after !== null && !encodeText(change.after, change.format))
    return {
      ok: false,
      message: `${path} is stored in a single-byte encoding that has no place for one of the characters.`,
    };
  return { ok: true, change };
}

function changeOf(
  path: string,
  file: Exclude<OpenedFile, { kind: 'refused' }>,
  after: string | null,
): FileChange {
  if (file.kind === 'absent')
    return {
      path,
      before: null,
      after,
      format: UTF8,
      inEditor: false,
      realPath: file.realPath,
      mode: undefined,
    };
  return {
    path,
    before: file.text,
    after,
    format: file.format,
    inEditor: file.inEditor,
    realPath: file.realPath,
    mode: file.mode,
  };
}

/**
 * Makes the changes, all or none: when one fails, those made before it are taken back. Saves the
 * files for the checkpoint first.
 */
export async function applyChanges(
  changes: readonly FileChange[],
  context: ToolContext,
): Promise<ToolResult | undefined> {
  try {
    await context.beforeChange(changes.map(versionsOf));
  } catch (error) {
    return {
      text: `Nothing was changed: the files could not be saved for undo. ${explainFileError('checkpoint', error)}`,
      isError: true,
    };
  }
  const done: FileChange[] = [];
  for (const change of changes) {
    try {
      await put(change, change.after, context);
      done.push(change);
    } catch (error) {
      for (const made of done.reverse()) await put(made, made.before, context).catch(() => undefined);
      const text = explainFileError(change.path, error);
      return { text: error instanceof LedAstray ? text : `Nothing was changed. ${text}`, isError: true };
    }
  }
  return undefined;
}

function versionsOf(change: FileChange): FileVersions {
  const bytes = (text: string | null) => (text === null ? null : (encodeText(text, change.format) ?? null));
  return {
    path: change.realPath,
    before: bytes(change.before),
    after: bytes(change.after),
    ...(change.mode === undefined ? {} : { mode: change.mode }),
  };
}

async function put(change: FileChange, text: string | null, context: ToolContext): Promise<void> {
  const { files } = context.host;
  const seen = SeenFiles.of(context.state);
  if (text === null) {
    await files.remove(change.realPath);
    seen.forget(change.realPath);
    return;
  }
  // The editor follows links by itself: one that moves while it writes can only be told of.
  await realPathOf(change.path, files);
  if (await context.documents.write(change.path, text, context.signal)) {
    const led = await realPathOf(change.path, files).catch(() => undefined);
    if (led !== change.realPath) throw new LedAstray(change.path);
  } else {
    const bytes = encodeText(text, change.format);
    if (!bytes) throw new Error('its encoding has no place for one of the characters');
    await files.makeDir(dirname(change.realPath));
    await files.write(change.realPath, bytes, change.mode === undefined ? {} : { mode: change.mode });
  }
  seen.saw(change.realPath, text);
}

/** Where the editor's write went is not known. */
class LedAstray extends Error {
  constructor(file: string) {
    super(
      `${file} led elsewhere while the editor wrote it, so the text may stand in another place. Tell the person, and do not go on before they have looked.`,
    );
  }
}

/** The changes as the card shows them. */
export function diffsOf(changes: readonly FileChange[]): ToolContent[] {
  return changes.map((change) => ({
    type: 'diff',
    path: change.path,
    oldText: change.before,
    newText: change.after ?? '',
  }));
}
