import path from 'node:path';
import { systemCode } from '../../base/errors.ts';
import { type Files, PlaceMovedError } from './host.ts';

/** The paths that a decision was made about, each with its real path at that time. All absolute. */
export type DecidedPlaces = ReadonlyMap<string, string>;

/**
 * Files for a call that was decided about: a path it named is the place that the decision saw, and
 * using it fails with `EMOVED` when that is another place by now. Other paths are as ever.
 */
export function decidedFiles(files: Files, places: DecidedPlaces): Files {
  const { real } = files;
  const decided = [...places.values()];
  const isOn = (way: string, file: string) => file === way || file.startsWith(way + path.sep);
  /** The folders above and the files below a decided place are known by their real paths. */
  const placeOf = (file: string) =>
    places.get(file) ?? (decided.some((each) => isOn(file, each) || isOn(each, file)) ? file : undefined);
  /** The one function of the two that is for this path, with the path for it. */
  const through = <T>(
    file: string,
    plain: (at: string) => Promise<T>,
    strict: (at: string) => Promise<T>,
  ) => {
    const place = placeOf(file);
    return place === undefined ? plain(file) : strict(place);
  };
  return {
    ...files,
    read: (file, range) =>
      through(
        file,
        (at) => files.read(at, range),
        (at) => real.read(at, range),
      ),
    readText: (file) =>
      through(file, files.readText, async (at) => Buffer.from(await real.read(at)).toString('utf8')),
    write: (file, content, options) =>
      through(
        file,
        (at) => files.write(at, content, options),
        (at) => real.write(at, content, options),
      ),
    stat: (file) => through(file, files.stat, real.stat),
    lstat: (file) => through(file, files.lstat, real.stat),
    readDir: (folder) => through(folder, files.readDir, real.readDir),
    makeDir: (folder) => through(folder, files.makeDir, real.makeDir),
    remove: (file) => through(file, files.remove, real.remove),
    async realPath(file) {
      const place = places.get(file);
      if (place === undefined) return files.realPath(file);
      const found = await files.realPath(file).catch(async (error: unknown) => {
        // A file that is yet to be made has the place that was decided.
        if (!['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '') || (await real.stat(place))) throw error;
        return place;
      });
      if (found !== place) throw new PlaceMovedError(file);
      return place;
    },
  };
}
