import path from 'node:path';
import { systemCode } from '../../base/errors.ts';
import type { FileStat, Files, Host } from '../host/host.ts';
import { ignoreFiles } from './ignoreFiles.ts';
import { isOwnName, ownHomes } from './ownNames.ts';
import { ownTargets } from './ownTargets.ts';

/** What the decision asks of the machine: real paths, and what its disk and home are like. */
export interface Places {
  /**
   * The real path of a file that may not exist yet: of its deepest existing ancestor, with the rest
   * added. Undefined when that can't be found out.
   */
  resolve(file: string, cwd: string): Promise<string | undefined>;
  /** The same as another process will find it: undefined also where the way leads through what each has of its own. */
  resolveElsewhere(file: string, cwd: string): Promise<string | undefined>;
  /**
   * What a list of patterns, one for each level, meets below a folder, and on the way links and the agent's own files.
   * Undefined when there is too much to look at.
   */
  filesMet(folder: string, levels: readonly RegExp[]): Promise<readonly MetFile[] | undefined>;
  /**
   * The ignore files that ripgrep reads for a folder: in it, in all folders around it, and those below it that are
   * links, as far as that is quickly known.
   */
  ignoreFiles(folder: string): Promise<readonly string[]>;
  /** What stands at a path, links not followed; undefined for nothing. */
  kindOf(file: string, cwd: string): Promise<FileStat['kind'] | undefined>;
  /** Whether one real path is the other or below it, compared by segments. */
  contains(folder: string, file: string): boolean;
  /** Whether a path, by its names, is part of what configures the agent itself (R3a). */
  isOwnConfiguration(file: string): boolean;
  /** Where such places lead by links, and what `own` names beside them: what is below configures by its plain name too. */
  ownTargets(roots: readonly string[], own: readonly string[]): Promise<readonly string[]>;
  /**
   * Whether git would use a repository that is not the workspace's: one around all of its roots, or a folder that
   * is no `.git`, whose configuration is anybody's file. `mayCome`: one may come to be before git looks.
   */
  usesForeignRepository(cwd: string, roots: readonly string[], mayCome: boolean): Promise<boolean>;
  readonly home: string;
}

/** A file that a pattern of names meets. */
export interface MetFile {
  readonly file: string;
  /** No link leads to it, and it is none. */
  readonly plain: boolean;
}

export function createPlaces(host: Pick<Host, 'environment' | 'files'>): Places {
  const { environment, files } = host;
  const folds = environment.platform !== 'linux';
  const fold = (text: string) => (folds ? text.normalize('NFC').toLowerCase() : text);
  const separator = environment.platform === 'win32' ? /[/\\]/ : /\//;
  const segments = (file: string) => fold(file).split(separator).filter(Boolean);
  const contains = (folder: string, file: string) => {
    const inner = segments(file);
    return segments(folder).every((segment, i) => inner[i] === segment);
  };
  const homes = ownHomes(environment);
  const resolve = (file: string, cwd: string) => resolveReal(files, absolute(file, cwd, environment.home));
  return {
    home: environment.home,
    contains,
    ownTargets: (roots, own) => ownTargets({ environment, files, resolve }, roots, own),
    isOwnConfiguration: (file) =>
      segments(file).some(isOwnName) || homes.some((folder) => contains(folder, file)),
    filesMet: (folder, levels) => filesMet(files, folder, levels),
    kindOf: async (file, cwd) =>
      (await files.lstat(absolute(file, cwd, environment.home)).catch(() => undefined))?.kind,
    ignoreFiles: (folder) => ignoreFiles(files, folder),
    usesForeignRepository: async (cwd, roots, mayCome) => {
      const found = await repositoryOf(files, cwd);
      if (mayCome && found !== path.join(cwd, '.git')) return true;
      if (found === undefined || found === 'bare') return found === 'bare';
      const real = await resolveReal(files, found);
      return real === undefined || !roots.some((root) => contains(root, real));
    },
    resolve,
    resolveElsewhere: async (file, cwd) => {
      const at = absolute(file, cwd, environment.home);
      return (await passesProcess(files, at)) ? undefined : resolveReal(files, at);
    },
  };
}

async function resolveReal(files: Files, file: string): Promise<string | undefined> {
  const rest: string[] = [];
  for (let at = file, hops = 0; hops < 256; hops++) {
    const found = await files.lstat(at).catch(() => 'failed' as const);
    if (found === 'failed') return undefined;
    if (found) return followed(files, at, rest);
    if (at === path.dirname(at)) return undefined;
    rest.unshift(path.basename(at));
    at = path.dirname(at);
  }
  return undefined;
}

/** A dangling link counts as the place it points to: writing through it makes a file there. */
async function followed(files: Files, at: string, rest: readonly string[]): Promise<string | undefined> {
  try {
    return path.join(await files.realPath(at), ...rest);
  } catch (error) {
    // Links that lead round in circles lead nowhere.
    if (systemCode(error) !== 'ENOENT') return undefined;
    const target = await files.readLink(at).catch(() => undefined);
    if (target === undefined) return undefined;
    const next = await resolveReal(files, path.resolve(path.dirname(at), target));
    return next === undefined ? undefined : path.join(next, ...rest);
  }
}

/** What every process finds something else at: its own folder, its open files. */
const OF_PROCESS = /^\/proc\/(?:self|thread-self|\d+)\/[^/]|^\/dev\/(?:fd\/[^/]|std(?:in|out|err)$)/;

/** Whether a path leads through such a place, by its words or by links on the way. */
async function passesProcess(files: Files, file: string): Promise<boolean> {
  const rest = file.split('/');
  let at = '/';
  for (let hops = 0; rest.length > 0; ) {
    const next = path.resolve(at, rest.shift() || '.');
    if (OF_PROCESS.test(next)) return true;
    const target = await files.readLink(next).catch(() => undefined);
    if (target === undefined) at = next;
    else if (++hops > 40) return true;
    else {
      rest.unshift(...target.split('/'));
      if (path.isAbsolute(target)) at = '/';
    }
  }
  return false;
}

/**
 * Git looks in each folder from the working one up: for `.git`, then whether the folder is itself a repository.
 * The `.git` that it finds; undefined when there is none.
 */
async function repositoryOf(files: Files, cwd: string): Promise<string | 'bare' | undefined> {
  const exists = async (file: string) => (await files.lstat(file).catch(() => undefined)) !== undefined;
  for (let at = cwd; ; at = path.dirname(at)) {
    const dotGit = path.join(at, '.git');
    const found = await files.lstat(dotGit).catch(() => undefined);
    if (found && (found.kind !== 'folder' || (await exists(path.join(dotGit, 'HEAD'))))) return dotGit;
    if ((await exists(path.join(at, 'HEAD'))) && (await exists(path.join(at, 'objects')))) return 'bare';
    if (at === path.dirname(at)) return undefined;
  }
}

/** How many entries of folders are looked at for one word. */
const MAX_ENTRIES = 5000;

async function filesMet(
  files: Files,
  folder: string,
  levels: readonly RegExp[],
): Promise<readonly MetFile[] | undefined> {
  const met: MetFile[] = [];
  let folders: MetFile[] = [{ file: folder, plain: true }];
  let left = MAX_ENTRIES;
  for (const [i, level] of levels.entries()) {
    const last = i + 1 === levels.length;
    const next: MetFile[] = [];
    for (const at of folders) {
      const entries = await files.readDir(at.file).catch(() => []);
      left -= entries.length + 1;
      if (left < 0) return undefined;
      for (const { name, kind } of entries) {
        if (!level.test(name)) continue;
        const found = { file: path.join(at.file, name), plain: at.plain && kind !== 'link' };
        if (last || kind === 'link' || isOwnName(name)) met.push(found);
        if (kind === 'folder' || kind === 'link') next.push(found);
      }
    }
    folders = next;
  }
  return met;
}

/** An absolute path of what a person or a shell wrote. */
export function absolute(file: string, cwd: string, home: string): string {
  if (file === '~' || file.startsWith('~/')) return path.join(home, file.slice(1));
  return path.resolve(cwd, file);
}
