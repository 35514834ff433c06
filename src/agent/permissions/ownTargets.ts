import path from 'node:path';
import type { Environment, Host } from '../host/host.ts';
import { OWN_NAMES, ownHomes } from './ownNames.ts';

interface OwnTargetsDeps extends Pick<Host, 'environment' | 'files'> {
  readonly resolve: (file: string, cwd: string) => Promise<string | undefined>;
}

/** A place, and for how many levels below it links are looked for. */
type OwnPlace = readonly [place: string, levels: number];

/** The agent reads folders in these; in the others only what is there by itself counts. */
const DEEP: readonly string[] = ['.vak', '.agents', '.claude'];

/**
 * The real paths of what configures the agent or its project and is a link: of the homes, of own names at the top
 * of each root, and of what lies in them. `own`: folders that the configuration names.
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

async function inRoot(root: string, deps: OwnTargetsDeps): Promise<readonly string[]> {
  const real = await deps.resolve(root, '/');
  if (real === undefined) return [];
  const found = OWN_NAMES.map(async (name) => {
    const at = path.join(real, name);
    const kind = (await deps.files.lstat(at).catch(() => undefined))?.kind;
    const levels = DEEP.includes(name) ? 2 : 1;
    if (kind === 'folder') return linksBelow(at, levels, deps);
    return kind === 'link' ? below([at, levels], deps) : [];
  });
  return (await Promise.all(found)).flat();
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
