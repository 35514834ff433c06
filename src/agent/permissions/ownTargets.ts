import path from 'node:path';
import type { Environment, FileStat, Host } from '../host/host.ts';
import { isOwnName, ownHomes } from './ownNames.ts';

interface OwnTargetsDeps extends Pick<Host, 'environment' | 'files'> {
  readonly resolve: (file: string, cwd: string) => Promise<string | undefined>;
}

/** A place, and for how many levels below it links are looked for. */
type OwnPlace = readonly [place: string, levels: number];

/** Of git's folder only what lies in it by itself, and its hooks: the objects are many. */
const levelsOf = (name: string) => (name === '.git' ? 1 : 2);

/** Below a folder of more entries than this, nobody looks on for own names. */
const MAX_ENTRIES = 2000;

/**
 * The real paths of what configures the agent or its project and is a link: of the homes, of own names in the
 * folders of each root, and of what lies in them. `own`: folders that the configuration names.
 */
export async function ownTargets(
  deps: OwnTargetsDeps,
  roots: readonly string[],
  own: readonly string[],
): Promise<readonly string[]> {
  const places = [...own.map((folder): OwnPlace => [folder, 1]), ...inHome(deps.environment)];
  const found = await Promise.all([
    ...places.map((place) => below(place, deps)),
    ...roots.map((root) => inRoot(root, deps)),
  ]);
  return found.flat();
}

/** Of the data home only what extends the agent: sessions are many. */
function inHome(environment: Environment): readonly OwnPlace[] {
  const { home, dataHome, cacheHome } = environment;
  const kept = [dataHome, cacheHome];
  const tools = ['.agents', '.claude'].map((name) => path.join(home, name));
  const parts = ['skills', 'commands'].map((name) => path.join(dataHome, name));
  return [
    ...ownHomes(environment).map((folder): OwnPlace => [folder, kept.includes(folder) ? 0 : 2]),
    ...tools.flatMap((folder): OwnPlace[] => [
      [folder, 0],
      [path.join(folder, 'skills'), 1],
    ]),
    ...parts.map((folder): OwnPlace => [folder, 1]),
  ];
}

/** Outer folders come first, so that the top is looked at however much lies below it. */
async function inRoot(root: string, deps: OwnTargetsDeps): Promise<readonly string[]> {
  const found: Promise<readonly string[]>[] = [];
  const folders = [(await deps.resolve(root, '/')) ?? root];
  let left = MAX_ENTRIES;
  for (const folder of folders) {
    const entries = await deps.files.readDir(folder).catch(() => []);
    for (const { name, kind } of entries) {
      const at = path.join(folder, name);
      if (isOwnName(name)) found.push(ofOwn(at, kind, deps));
      else if (kind === 'folder' && name !== 'node_modules') folders.push(at);
    }
    left -= entries.length + 1;
    if (left < 0) break;
  }
  return (await Promise.all(found)).flat();
}

async function ofOwn(at: string, kind: FileStat['kind'], deps: OwnTargetsDeps): Promise<readonly string[]> {
  const levels = levelsOf(path.basename(at));
  const hooks = linksBelow(path.join(at, 'hooks'), 1, deps);
  const found = kind === 'link' ? below([at, levels], deps) : linksBelow(at, levels, deps);
  return [...(await found), ...(await hooks)];
}

async function below([place, levels]: OwnPlace, deps: OwnTargetsDeps): Promise<readonly string[]> {
  const real = await deps.resolve(place, '/');
  return real === undefined ? [] : [real, ...(await linksBelow(real, levels, deps))];
}

async function linksBelow(folder: string, levels: number, deps: OwnTargetsDeps): Promise<readonly string[]> {
  if (levels === 0) return [];
  const entries = await deps.files.readDir(folder).catch(() => []);
  const found = entries.map(async ({ name, kind }) => {
    const at = path.join(folder, name);
    if (kind === 'folder') return linksBelow(at, levels - 1, deps);
    const target = kind === 'link' ? await deps.resolve(at, '/') : undefined;
    return target === undefined ? [] : [target];
  });
  return (await Promise.all(found)).flat();
}
