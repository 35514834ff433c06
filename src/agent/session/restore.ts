import path from 'node:path';
import { ExpectedError, errorMessage } from '../../base/errors.ts';
import type { Files } from '../host/host.ts';
import type { Entry } from '../store/entry.ts';
import { decodeText, encodeText, UTF8 } from '../tools/files/textFile.ts';
import type { Documents } from '../tools/tool.ts';
import { type Checkpoints, hashOf } from './checkpoints.ts';

export interface RestoreResult {
  /** Files that were brought back, absolute. */
  readonly restored: readonly string[];
  /** Files that stand in the way, or could not be written; with the first kind nothing was changed at all. */
  readonly conflicts: readonly { readonly path: string; readonly reason: string }[];
}

export interface RestoreOptions {
  readonly files: Files;
  readonly documents: Documents;
  readonly checkpoints: Checkpoints;
  /** Overwrite files that somebody else changed in between; never what is no file by now. */
  readonly force: boolean;
}

/** What a file was before a message, and what Vakil last made of it. */
interface Target {
  readonly path: string;
  readonly before: string | null;
  readonly mode: number | undefined;
  readonly after: string | null;
}

/** A file as it is now. */
interface Present {
  /** Undefined when it is there and has no content that can be compared: a folder, text without a place in its encoding. */
  readonly hash: string | null | undefined;
  readonly bytes: Uint8Array | null;
  readonly inEditor: boolean;
  /** Something that is no file: nobody agreed to lose what it holds, and no copy could be kept of it. */
  readonly noFile?: true;
}

/**
 * Brings the files that Vakil changed since a message back to what they were before it, and touches no
 * other. A file that is not what Vakil left is a conflict: then nothing is changed unless forced.
 * Fails with `message-unknown`.
 */
export async function restoreFiles(
  entries: readonly Entry[],
  messageId: string,
  options: RestoreOptions,
): Promise<RestoreResult> {
  const start = entries.findIndex((entry) => entry.type === 'user' && entry.id === messageId);
  if (start < 0)
    throw new ExpectedError('message-unknown', `The conversation has no message ${messageId} to go back to.`);
  const planned = await Promise.all(
    targetsOf(entries.slice(start)).map(async (target) =>
      plan(target, await presentOf(target.path, options), options),
    ),
  );
  const conflicts = planned.flatMap((each) =>
    each.kind === 'conflict' ? [{ path: each.path, reason: each.reason }] : [],
  );
  if (conflicts.length > 0) return { restored: [], conflicts };
  return writeAll(planned, messageId, options);
}

/** The first state of each file since then, and the last that Vakil gave it. */
function targetsOf(entries: readonly Entry[]): Target[] {
  const targets = new Map<string, Target>();
  for (const entry of entries) {
    if (entry.type !== 'checkpoint') continue;
    for (const { path: file, before, after, mode } of entry.files) {
      const known = targets.get(file);
      targets.set(file, known ? { ...known, after } : { path: file, before, mode, after });
    }
  }
  return [...targets.values()];
}

const NO_FILE = 'It is no file any more, so it is left as it is. Move it away first.';

type Plan =
  | { readonly kind: 'done' }
  | { readonly kind: 'conflict'; readonly path: string; readonly reason: string }
  | {
      readonly kind: 'write';
      readonly target: Target;
      readonly present: Present;
      readonly bytes: Uint8Array | null;
    };

async function plan(target: Target, present: Present, { checkpoints, force }: RestoreOptions): Promise<Plan> {
  if (present.hash === target.before) return { kind: 'done' };
  if (present.noFile) return { kind: 'conflict', path: target.path, reason: NO_FILE };
  if (present.hash !== target.after && !force)
    return {
      kind: 'conflict',
      path: target.path,
      reason:
        present.hash === null
          ? 'It was deleted since Vakil changed it.'
          : 'It was changed since Vakil changed it.',
    };
  if (target.before === null) return { kind: 'write', target, present, bytes: null };
  const bytes = await checkpoints.read(target.before);
  if (!bytes)
    return { kind: 'conflict', path: target.path, reason: 'The copy of what it was is not there any more.' };
  return { kind: 'write', target, present, bytes };
}

/** An open document counts with its unsaved text, in the encoding that the file has. */
async function presentOf(file: string, { files, documents }: RestoreOptions): Promise<Present> {
  const stat = await files.stat(file);
  const stored = stat?.kind === 'file' ? await files.read(file) : undefined;
  if (stat && !stored) return { hash: undefined, bytes: null, inEditor: false, noFile: true };
  const open = await documents.read(file);
  if (open === undefined)
    return { hash: stored ? hashOf(stored) : null, bytes: stored ?? null, inEditor: false };
  const format = (stored && decodeText(stored)?.format) ?? UTF8;
  const bytes = encodeText(open, format) ?? null;
  return { hash: bytes ? hashOf(bytes) : undefined, bytes, inEditor: true };
}

async function writeAll(
  planned: readonly Plan[],
  messageId: string,
  options: RestoreOptions,
): Promise<RestoreResult> {
  const restored: string[] = [];
  const conflicts: { path: string; reason: string }[] = [];
  for (const each of planned) {
    if (each.kind !== 'write') continue;
    const file = each.target.path;
    try {
      await write(each, messageId, options);
      restored.push(file);
    } catch (error) {
      conflicts.push({ path: file, reason: `It could not be written: ${errorMessage(error)}` });
    }
  }
  return { restored, conflicts };
}

/** What is replaced is itself noted and kept, so that bringing back can be brought back. */
async function write(
  { target, present, bytes }: Extract<Plan, { kind: 'write' }>,
  messageId: string,
  { files, documents, checkpoints }: RestoreOptions,
): Promise<void> {
  // The path was a real one when Vakil changed the file: a link that is in it by now leads to another's file.
  const { real } = files;
  const stat = await real.stat(target.path);
  if (stat && stat.kind !== 'file') throw new Error(NO_FILE);
  const before = stat ? await real.read(target.path) : null;
  await checkpoints.save(
    [{ path: target.path, before, after: bytes, mode: target.mode }],
    `${messageId}-restored`,
  );
  if (bytes === null) return real.remove(target.path);
  const text = present.inEditor ? decodeText(bytes)?.text : undefined;
  if (text !== undefined && (await documents.write(target.path, text))) return;
  await real.makeDir(path.dirname(target.path));
  await real.write(target.path, bytes, target.mode === undefined ? {} : { mode: target.mode });
}
