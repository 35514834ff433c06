import path from 'node:path';
import type { FileStat, Host } from '../host/host.ts';
import { OWN_NAMES, ownHomes } from '../permissions/ownNames.ts';
import { createPlaces } from '../permissions/places.ts';

/** What configures the agent, the editor or git, of which a sandboxed command may change nothing (R3a). */
export interface OwnPlaces {
  readonly protected: readonly string[];
  readonly pinned: readonly string[];
  /**
   * Those that came to be since, or stand where a link was: a place that is not there can't be mounted
   * over, so it is told of instead.
   */
  appeared(): Promise<readonly string[]>;
}

/** What git runs or obeys of its folder, which as such has to stay writable. */
const IN_GIT = ['hooks', 'config', 'config.worktree', 'commondir'];

/** The own places of a workspace's roots, and the agent's homes; `writable` is what commands may write below. */
export async function ownPlaces(
  host: Pick<Host, 'environment' | 'files'>,
  roots: readonly string[],
  writable: readonly string[],
): Promise<OwnPlaces> {
  const { environment, files } = host;
  const places = createPlaces(host);
  const lstat = (file: string) => files.lstat(file).catch(() => undefined);
  const look = async () => {
    const found = await Promise.all(roots.map((root) => inRoot(root, files, places.isOwnConfiguration)));
    const stats = found.flat().map(async (place) => [place, await lstat(place)] as const);
    return new Map(await Promise.all(stats));
  };
  const before = await look();
  const git = roots
    .map((root) => path.join(root, '.git'))
    .filter((folder) => before.get(folder)?.kind === 'folder');
  // A workspace inside such a home has to stay writable.
  const homes = ownHomes(environment).filter((home) => !roots.some((root) => places.contains(home, root)));
  // By its plain name in the workspace, what a home leads to is a file like any other; all of a root has to stay writable.
  const inside = (place: string) =>
    roots.some((root) => places.contains(root, place)) && !roots.some((root) => places.contains(place, root));
  const targets = (await places.ownTargets(roots, [])).filter(inside);
  // What is pinned is mounted to be written: only where it may be, which a worker's scope limits.
  const mayWrite = (place: string) => writable.some((folder) => places.contains(folder, place));
  return {
    protected: [
      ...new Set([...[...before.keys(), ...targets].filter((place) => !git.includes(place)), ...homes]),
    ],
    pinned: [...git.filter(mayWrite), ...foldersAround([...homes, ...roots], writable, places.contains)],
    appeared: async () => {
      const made = [...(await look())].flatMap(([place, now]) => {
        const then = before.get(place);
        const held = then !== undefined && then.kind !== 'link';
        return now === undefined || held || isSame(now, then) ? [] : [place];
      });
      return made.filter((place) => !made.includes(path.dirname(place)));
    },
  };
}

/** The folders on the way to places from what is writable: with one of them a place would be moved away. */
function foldersAround(
  inside: readonly string[],
  writable: readonly string[],
  contains: (folder: string, file: string) => boolean,
): readonly string[] {
  const found = new Set<string>();
  for (const place of inside)
    for (let at = path.dirname(place); at !== path.dirname(at); at = path.dirname(at))
      if (writable.some((folder) => !contains(at, folder) && contains(folder, at))) found.add(at);
  // An outer one first: mounted later it would lie over the inner ones.
  return [...found].sort((a, b) => a.length - b.length);
}

/** Whether a link is the one that was there; the number of a file that is gone may be given to another. */
function isSame(now: FileStat, then: FileStat | undefined): boolean {
  return now.kind === then?.kind && now.identity === then.identity && now.mtimeMs === then.mtimeMs;
}

/** The own places of one root, whether they are there or not. */
async function inRoot(
  root: string,
  files: Host['files'],
  isOwn: (file: string) => boolean,
): Promise<string[]> {
  const entries = await files.readDir(root).catch(() => []);
  const there = entries.map(({ name }) => name).filter((name) => isOwn(path.join(path.sep, name)));
  const hasGit = entries.some(({ name, kind }) => name === '.git' && kind === 'folder');
  const inGit = hasGit ? IN_GIT.map((name) => path.join('.git', name)) : [];
  return [...new Set([...OWN_NAMES, ...inGit, ...there])].map((name) => path.join(root, name));
}
