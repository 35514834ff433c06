import { errorMessage, systemCode } from '../../../base/errors.ts';
import type { FileStat, Files } from '../../host/host.ts';
import type { ToolContext } from '../tool.ts';
import { decodeText, type TextFormat, UTF8 } from './textFile.ts';

/** The largest file that is read or changed whole, in bytes. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;

export type OpenedFile =
  /** `realPath`: where it would be made. */
  | { readonly kind: 'absent'; readonly realPath: string }
  /** Says why it can't be had as text, for the model. */
  | { readonly kind: 'refused'; readonly message: string }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly format: TextFormat;
      /** The editor has it open: changes go through it. */
      readonly inEditor: boolean;
      /** The name behind all links: what is written and remembered. */
      readonly realPath: string;
      /** Permission bits; undefined when only the editor has it. */
      readonly mode: number | undefined;
    };

/** Reads a text file whole: the editor's text when it is open there (unsaved changes included), else the disk's. Never throws for a file. */
export async function openTextFile(path: string, context: ToolContext): Promise<OpenedFile> {
  const { files } = context.host;
  try {
    const stat = await files.stat(path);
    const open = await context.documents.read(path, context.signal);
    if (open !== undefined) {
      const realPath = await realPathOf(path, files);
      // The editor keeps how the file is stored; a copy of ours has to know it too.
      const stored =
        stat?.kind === 'file' && stat.size <= MAX_FILE_BYTES ? decodeText(await files.read(path)) : undefined;
      return {
        kind: 'text',
        text: open,
        format: stored?.format ?? UTF8,
        inEditor: true,
        realPath,
        mode: stat?.mode,
      };
    }
    if (!stat) return { kind: 'absent', realPath: await realPathOf(path, files) };
    const refusal = refuse(path, stat);
    if (refusal) return { kind: 'refused', message: refusal };
    const decoded = decodeText(await files.read(path));
    if (!decoded) return { kind: 'refused', message: `${path} is a binary file.` };
    return {
      kind: 'text',
      ...decoded,
      inEditor: false,
      realPath: await files.realPath(path),
      mode: stat.mode,
    };
  } catch (error) {
    if (context.signal.aborted) throw error;
    return { kind: 'refused', message: explainFileError(path, error) };
  }
}

/** The name behind all links; of a file that is yet to be made, its own where nothing else was decided. */
export async function realPathOf(path: string, files: Files): Promise<string> {
  try {
    return await files.realPath(path);
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) throw error;
    return path;
  }
}

function refuse(path: string, stat: FileStat): string | undefined {
  if (stat.kind === 'folder') return `${path} is a folder, not a file.`;
  if (stat.kind !== 'file') return `${path} is a device or a pipe, not a file.`;
  if (stat.size > MAX_FILE_BYTES)
    return `${path} is too large to be changed whole (${showBytes(stat.size)}).`;
  return undefined;
}

/** A failed system call on a file, as a sentence. */
export function explainFileError(path: string, error: unknown): string {
  switch (systemCode(error)) {
    case 'ENOENT':
      return `${path} does not exist.`;
    case 'EACCES':
    case 'EPERM':
      return `${path}: the system does not allow it (permission denied).`;
    case 'EISDIR':
      return `${path} is a folder, not a file.`;
    case 'ENOTDIR':
      return `${path}: a part of the path is a file, not a folder.`;
    case 'ENOSPC':
      return `${path}: the disk is full.`;
    case 'EROFS':
      return `${path}: the file system is read-only.`;
    case 'ELOOP':
      return `${path}: its links lead in a circle.`;
    case 'ENAMETOOLONG':
      return `${path}: the name is too long.`;
    case 'EMOVED':
      return `${errorMessage(error)} Call again to have it decided anew.`;
    default:
      return `${path}: ${errorMessage(error)}`;
  }
}

/** A size for people and models. */
export function showBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
