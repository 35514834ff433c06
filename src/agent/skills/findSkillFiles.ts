import path from 'node:path';
import { mapLimited } from '../../base/concurrency.ts';
import { errorMessage, systemCode } from '../../base/errors.ts';
import type { Diagnostic } from '../../protocol/inventory.ts';
import type { DirEntry, FileStat, Files } from '../host/host.ts';
import type { CacheShelf, FileCache } from '../inventory/fileCache.ts';
import { isInside } from '../inventory/listFiles.ts';

/** A folder tree deeper or larger than this is not searched to its end; that is said. */
const MAX_DEPTH = 24;
const MAX_FOLDERS = 50_000;
/** Calls to the file system at once: below every default limit of open files. */
const AT_ONCE = 64;
const NEVER_ENTERED = new Set(['.git', 'node_modules']);

/** A `SKILL.md` that was found. */
export interface SkillFile {
  readonly path: string;
  readonly stat: FileStat;
}

/** Name of the folder that a skill's file stands in. */
export function folderNameOf(file: SkillFile): string {
  return path.basename(path.dirname(file.path));
}

export interface SkillSearch {
  readonly files: readonly SkillFile[];
  readonly diagnostics: readonly Diagnostic[];
  /** False when the folder itself is not there. */
  readonly present: boolean;
}

interface SearchDeps {
  readonly files: Files;
  readonly cache: FileCache;
  /** No link may lead out of this folder (its real path): a plugin's. */
  readonly within?: string;
  /** A `SKILL.md` that is a link itself may lead no further than its own folder or this one: a project's. */
  readonly project?: string;
}

/** What a folder holds, as far as the search needs it, by path; kept while the folder's time does not change. */
interface Folder {
  readonly skillFile?: string;
  readonly folders: readonly string[];
  readonly links: readonly string[];
}

/**
 * Every `SKILL.md` below a folder, by path (S3): not further below a folder that has one; a link is
 * followed only when its target has one. Reads folders, never globs; an entry that can't be read is
 * reported and never ends the search.
 */
export async function findSkillFiles(root: string, deps: SearchDeps): Promise<SkillSearch> {
  const search = new Search(deps);
  const stat = await search.stat(root);
  if (stat?.kind !== 'folder') return { files: [], diagnostics: search.diagnostics, present: false };
  await search.run(root);
  search.files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files: search.files, diagnostics: search.diagnostics, present: true };
}

class Search {
  readonly files: SkillFile[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly #deps: SearchDeps;
  /** What a folder holds. */
  readonly #folders: CacheShelf<Folder>;
  /** The SKILL.md that a folder held when it was searched. */
  readonly #skillIn: CacheShelf<string>;
  /** Real folders that were entered and files that were taken: a second way to one is a loop or a double. */
  readonly #seen = new Set<string>();
  #links: string[] = [];

  constructor(deps: SearchDeps) {
    this.#deps = deps;
    this.#folders = deps.cache.shelf('folder');
    this.#skillIn = deps.cache.shelf('skill-in');
  }

  /** Level by level, so that depth and number stay bounded; links come last, in order. */
  async run(root: string): Promise<void> {
    let level = [root];
    let count = 0;
    for (let depth = 0; level.length > 0; depth++) {
      count += level.length;
      if (depth > MAX_DEPTH || count > MAX_FOLDERS) {
        const limit = depth > MAX_DEPTH ? `${MAX_DEPTH} levels` : `${MAX_FOLDERS} folders`;
        this.#report(level[0] ?? root, 'search-cut', `The search ends here: there are more than ${limit}.`);
        break;
      }
      level = (await mapLimited(level, AT_ONCE, (folder) => this.#visit(folder))).flat();
    }
    for (const link of this.#links.sort()) await this.#visitLink(link);
  }

  stat(file: string): Promise<FileStat | undefined> {
    return this.#deps.files.stat(file).catch((error: unknown) => {
      if (systemCode(error) === 'ELOOP')
        this.#report(file, 'link-loop', 'The link leads in a circle and is not followed.');
      else this.#report(file, 'unreadable', `It can't be read: ${errorMessage(error)}`);
      return undefined;
    });
  }

  /** Takes the folder's skill, or gives the folders below it to search. */
  #visit(folder: string): Promise<readonly string[]> {
    const known = this.#skillIn.get(folder, NO_STAT);
    return known === undefined ? this.#search(folder) : this.#visitKnown(folder, known);
  }

  /** A folder that held a skill before most likely still does: one look at the file then suffices. */
  async #visitKnown(folder: string, file: string): Promise<readonly string[]> {
    const stat = await this.#deps.files.lstat(file).catch(() => undefined);
    if (stat?.kind !== 'file') return this.#search(folder);
    if (this.#deps.within === undefined || (await this.#inside(file))) this.#take(file, stat);
    return NOTHING;
  }

  async #search(folder: string): Promise<readonly string[]> {
    if (!this.#folders.has(folder)) {
      // Most folders hold a skill: their listing alone says so, without a look at the folder itself.
      const first = await this.#list(folder);
      if (first && (await this.#takeFile(folder, first))) return NOTHING;
    }
    const stat = await this.stat(folder);
    if (!stat || this.#seen.has(stat.identity)) return NOTHING;
    this.#seen.add(stat.identity);
    const content = await this.#content(folder, stat);
    if (await this.#takeFile(folder, content)) return NOTHING;
    this.#links.push(...content.links);
    return content.folders;
  }

  /** What the folder holds, kept as long as its time stays the same. */
  async #content(folder: string, stat: FileStat): Promise<Folder> {
    const kept = this.#folders.get(folder, stat);
    if (kept) return kept;
    const listed = await this.#list(folder);
    if (!listed) {
      this.#report(folder, 'unreadable', 'The folder can’t be read.');
      return { folders: [], links: [] };
    }
    return this.#folders.set(folder, stat, listed);
  }

  /** Undefined when the folder can't be read. */
  async #list(folder: string): Promise<Folder | undefined> {
    try {
      return sortOut(folder, await this.#deps.files.readDir(folder));
    } catch {
      // The look at the folder itself, which comes next, says what is wrong with it.
      return undefined;
    }
  }

  /** True when the file is a skill's (whatever its content); something else of that name is reported. */
  async #takeFile(folder: string, { skillFile: file }: Folder): Promise<boolean> {
    if (file === undefined) return false;
    const name = path.basename(file);
    const stat = await this.stat(file);
    if (stat?.kind !== 'file') {
      const what = stat ? 'no regular file' : 'a link to nothing';
      this.#report(file, 'not-a-file', `${name} is ${what} and is not read.`);
      return false;
    }
    if (!(await this.#inside(file))) return true;
    if (await this.#leavesProject(folder, file)) return true;
    if (name === 'SKILL.md') this.#skillIn.set(folder, NO_STAT, file);
    else
      this.#report(
        file,
        'name-case',
        `The file is named ${name}; it counts, but it should be SKILL.md.`,
        'Rename it.',
      );
    this.#take(file, stat);
    return true;
  }

  #take(file: string, stat: FileStat): void {
    if (this.#seen.has(stat.identity)) {
      this.#report(file, 'found-twice', 'This file was found by another name already and counts once.');
      return;
    }
    this.#seen.add(stat.identity);
    this.files.push({ path: file, stat });
  }

  async #visitLink(link: string): Promise<void> {
    const stat = await this.stat(link);
    if (!stat) {
      if (!this.diagnostics.some((d) => d.path === link))
        this.#report(link, 'link-dangling', 'The link leads to nothing.');
      return;
    }
    if (stat.kind !== 'folder' || !(await this.#inside(link))) return;
    if (this.#seen.has(stat.identity)) {
      this.#report(
        link,
        'link-loop',
        'The link leads to a folder that is searched already and is not followed.',
      );
      return;
    }
    const content = await this.#content(link, stat);
    if (content.skillFile === undefined) {
      this.#report(link, 'link-not-followed', 'The link is not followed: its target holds no SKILL.md.');
      return;
    }
    this.#seen.add(stat.identity);
    await this.#takeFile(link, content);
  }

  async #inside(file: string): Promise<boolean> {
    const { within, files } = this.#deps;
    if (within === undefined) return true;
    try {
      const real = await files.realPath(file);
      if (isInside(real, within)) return true;
    } catch {
      // What can't be resolved is not inside.
    }
    this.#report(file, 'leaves-plugin', 'The link leads out of the plugin and is not followed.');
    return false;
  }

  async #leavesProject(folder: string, file: string): Promise<boolean> {
    const { project, files } = this.#deps;
    if (project === undefined || (await files.lstat(file).catch(() => undefined))?.kind === 'file')
      return false;
    const [real, own] = await Promise.all([file, folder].map((each) => files.realPath(each).catch(() => '')));
    if (real && own && [project, own].some((each) => isInside(real, each))) return false;
    this.#report(
      file,
      'leaves-project',
      'The file is a link that leads out of the project and is not followed.',
    );
    return true;
  }

  #report(file: string, code: string, message: string, fix?: string): void {
    if (this.diagnostics.some((d) => d.path === file && d.code === code)) return;
    this.diagnostics.push({ severity: 'warning', code, message, path: file, ...(fix && { fix }) });
  }
}

const NOTHING: readonly string[] = [];

/** Stands in the cache for what is checked by other means than a stat of the key itself. */
const NO_STAT: FileStat = { kind: 'folder', size: 0, mtimeMs: 0, mode: 0, identity: '' };

function sortOut(folder: string, entries: readonly DirEntry[]): Folder {
  const ofKind = (kind: DirEntry['kind'], but?: string) =>
    entries
      .filter((e) => e.kind === kind && !NEVER_ENTERED.has(e.name) && e.name !== but)
      .map((e) => path.join(folder, e.name))
      .sort();
  const candidates = entries.filter((e) => e.kind !== 'folder' && e.name.toLowerCase() === 'skill.md');
  const skill = candidates.find((e) => e.name === 'SKILL.md') ?? candidates[0];
  return {
    ...(skill && { skillFile: path.join(folder, skill.name) }),
    folders: ofKind('folder'),
    links: ofKind('link', skill?.name),
  };
}
