import path from 'node:path';
import { systemCode } from '../../base/errors.ts';
import type { Host } from '../host/host.ts';

/** What the decision asks of the machine: real paths, and what its disk and home are like. */
export interface Places {
  /**
   * The real path of a file that may not exist yet: of its deepest existing ancestor, with the rest
   * added. Undefined when that can't be found out.
   */
  resolve(file: string, cwd: string): Promise<string | undefined>;
  /** Whether one real path is the other or below it, compared by segments. */
  contains(folder: string, file: string): boolean;
  /** Whether a path is part of what configures the agent itself (R3a). */
  isOwnConfiguration(file: string): boolean;
  readonly home: string;
}

/** Names that hold the agent's own configuration, wherever they stand in a path. */
const OWN_NAMES: readonly string[] = ['.vak', '.agents', '.claude', '.vscode', '.git', 'AGENTS.md'];

export function createPlaces(host: Host): Places {
  const { environment, files } = host;
  const folds = environment.platform !== 'linux';
  const fold = (text: string) => (folds ? text.normalize('NFC').toLowerCase() : text.normalize('NFC'));
  const own = new Set(OWN_NAMES.map(fold));
  const segments = (file: string) => fold(file).split(/[/\\]/).filter(Boolean);
  const contains = (folder: string, file: string) => {
    const inner = segments(file);
    return segments(folder).every((segment, i) => inner[i] === segment);
  };
  const homes = [environment.configHome, path.join(path.dirname(environment.configHome), 'openvaala')];
  return {
    home: environment.home,
    contains,
    isOwnConfiguration: (file) =>
      segments(file).some((segment) => own.has(segment)) || homes.some((folder) => contains(folder, file)),
    resolve: (file, cwd) => resolveReal(absolute(file, cwd, environment.home)),
  };

  async function resolveReal(file: string): Promise<string | undefined> {
    const rest: string[] = [];
    for (let at = file, hops = 0; hops < 256; hops++) {
      const found = await files.lstat(at).catch(() => 'failed' as const);
      if (found === 'failed') return undefined;
      if (found) return followed(at, rest);
      if (at === path.dirname(at)) return undefined;
      rest.unshift(path.basename(at));
      at = path.dirname(at);
    }
    return undefined;
  }

  /** A dangling link counts as the place it points to: writing through it makes a file there. */
  async function followed(at: string, rest: readonly string[]): Promise<string | undefined> {
    try {
      return path.join(await files.realPath(at), ...rest);
    } catch (error) {
      // Links that lead round in circles lead nowhere.
      if (systemCode(error) !== 'ENOENT') return undefined;
      const target = await files.readLink(at).catch(() => undefined);
      if (target === undefined) return undefined;
      const next = await resolveReal(path.resolve(path.dirname(at), target));
      return next === undefined ? undefined : path.join(next, ...rest);
    }
  }
}

/** An absolute path of what a person or a shell wrote. */
export function absolute(file: string, cwd: string, home: string): string {
  if (file === '~' || file.startsWith('~/')) return path.join(home, file.slice(1));
  return path.resolve(cwd, file);
}
