import path from 'node:path';
import { mapLimited } from '../../base/concurrency.ts';
import { errorMessage } from '../../base/errors.ts';
import type { Diagnostic } from '../../protocol/inventory.ts';
import { decodeText } from '../config/sourceText.ts';
import type { Files } from '../host/host.ts';
import type { FileCache } from './fileCache.ts';

/** A larger file is not read, in bytes. */
const MAX_BYTES = 1_048_576;

export interface ListedFile {
  readonly path: string;
  /** The name without its ending. */
  readonly stem: string;
  readonly extension: string;
  /** Undefined when the file could not be read; `problem` then says why. */
  readonly text: string | undefined;
  readonly problem?: string;
}

export interface Listing {
  readonly present: boolean;
  /** By name, byte for byte. */
  readonly files: readonly ListedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface ListDeps {
  readonly files: Files;
  readonly cache: FileCache;
  /** The real folder that no file may leave: a plugin's. */
  readonly within?: string;
  /** The real folder that no file may leave: a project's, whose texts a model reads. */
  readonly project?: string;
}

/** Reads the files of one folder that have one of the endings; the others and its subfolders are none of ours. */
export async function listFiles(
  folder: string,
  extensions: readonly string[],
  deps: ListDeps,
): Promise<Listing> {
  const diagnostics: Diagnostic[] = [];
  const report = (file: string, code: string, message: string) =>
    diagnostics.push({ severity: 'warning', code, message, path: file });
  const names = await namesIn(folder, deps.files, report);
  if (!names) return { present: false, files: [], diagnostics };
  const wanted = names
    .filter((name) => extensions.includes(path.extname(name)) && !name.startsWith('.'))
    .sort();
  const files = await mapLimited(wanted, 16, async (name): Promise<ListedFile | undefined> => {
    const file = path.join(folder, name);
    const extension = path.extname(name);
    const base = { path: file, stem: name.slice(0, -extension.length), extension };
    try {
      const stat = await deps.files.stat(file);
      if (stat?.kind !== 'file') {
        report(
          file,
          'not-a-file',
          stat ? 'This is no regular file and is not read.' : 'The link leads to nothing.',
        );
        return undefined;
      }
      const left = await leftFolder(file, deps);
      if (left !== undefined) {
        report(file, `leaves-${left}`, `The link leads out of the ${left} and is not followed.`);
        return undefined;
      }
      if (stat.size > MAX_BYTES)
        return {
          ...base,
          text: undefined,
          problem: `The file has ${stat.size} bytes; more than ${MAX_BYTES} are not read.`,
        };
      const text = await deps.cache
        .shelf<string>('text')
        .remember(file, stat, async () => decodeText(await deps.files.read(file)).text);
      return { ...base, text };
    } catch (error) {
      return { ...base, text: undefined, problem: `The file can't be read: ${errorMessage(error)}` };
    }
  });
  return { present: true, files: files.filter((f) => f !== undefined), diagnostics };
}

async function namesIn(
  folder: string,
  files: Files,
  report: (file: string, code: string, message: string) => void,
): Promise<string[] | undefined> {
  try {
    if ((await files.stat(folder))?.kind !== 'folder') return undefined;
    return (await files.readDir(folder)).filter((e) => e.kind !== 'folder').map((e) => e.name);
  } catch (error) {
    report(folder, 'unreadable', `The folder can't be read: ${errorMessage(error)}`);
    return undefined;
  }
}

async function leftFolder(
  file: string,
  { files, within, project }: ListDeps,
): Promise<'plugin' | 'project' | undefined> {
  if (within === undefined && project === undefined) return undefined;
  const real = await files.realPath(file);
  if (within !== undefined && !isInside(real, within)) return 'plugin';
  return project === undefined || isInside(real, project) ? undefined : 'project';
}

/** Compares by segments; both paths resolved. */
export function isInside(file: string, folder: string): boolean {
  return file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}
