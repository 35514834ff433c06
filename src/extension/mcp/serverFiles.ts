import path from 'node:path';
import type { EditorServer } from './mcpFile.ts';
import { substitute, type VariableValues } from './substitute.ts';

/** The machine on which a server would start. */
export interface FilePlace {
  values(folder: string | undefined): VariableValues;
  /** SHA-256 of a file's bytes; undefined when there is no such file. */
  digest(path: string): Promise<string | undefined>;
}

/** How many names are looked up for one server. */
const MAX_NAMES = 256;

/**
 * The files that a server's command, arguments, variables and environment file name, each with the hash of
 * its bytes: an approval is for these too. A name is a whole text or a piece of it between blanks, quotes
 * and signs. Undefined when there are too many to look at.
 */
export async function serverFiles(
  definition: EditorServer,
  folder: string | undefined,
  place: FilePlace,
): Promise<readonly string[] | undefined> {
  if (definition.kind !== 'stdio') return [];
  const values = place.values(folder);
  const { server } = substitute(definition, values, new Map());
  if (server.kind !== 'stdio') return [];
  const base = folder ?? values.userHome;
  const cwd = server.cwd ? path.resolve(base, server.cwd) : base;
  const texts = [server.command, ...server.args, ...Object.values(server.env)];
  const names = new Set(texts.flatMap((text) => [text, ...text.split(/[\s'"`=;&|<>(),:]+/)]).filter(Boolean));
  const files = new Set([...names].map((name) => path.resolve(cwd, name)));
  if (server.envFile) files.add(path.resolve(base, server.envFile));
  if (files.size > MAX_NAMES) return undefined;
  const lines = await Promise.all(
    [...files].sort().map(async (file) => {
      const digest = await place.digest(file);
      return digest === undefined ? [] : [`${file} ${digest}`];
    }),
  );
  return lines.flat();
}
