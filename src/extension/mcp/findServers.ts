import { createHash } from 'node:crypto';
import path from 'node:path';
import { type EditorServer, type InputDefinition, readMcpFile, readServers } from './mcpFile.ts';
import { type FilePlace, serverFiles } from './serverFiles.ts';

/** Where the editor's servers may be defined, and what may be believed there. */
export interface ServerPlaces extends FilePlace {
  readonly folders: readonly { readonly name: string; readonly path: string }[];
  /** The user profile's `mcp.json`; undefined where it can't be known. */
  readonly userFile?: string;
  /** The setting `vak.mcpServers`. */
  readonly setting: unknown;
  /** The setting `chat.mcp.access` of VS Code. */
  readonly access: string;
  /** The workspace is trusted: its files count. */
  readonly trusted: boolean;
  /** The text of a file; undefined when there is none. */
  read(path: string): Promise<string | undefined>;
  /** Whether the person agreed to what a server runs. */
  isApproved(server: FoundServer): boolean;
}

/** A server of the editor's, found. */
export interface FoundServer {
  readonly name: string;
  /** Undefined variables and inputs still stand in it. */
  readonly definition: EditorServer;
  readonly inputs: ReadonlyMap<string, InputDefinition>;
  /** Where it is defined, for people: a path, or the setting. */
  readonly place: string;
  /** The folder it belongs to; undefined for the user's own. */
  readonly folder?: string;
  /** Comes from the workspace: what it runs needs an approval. */
  readonly fromWorkspace: boolean;
  /** SHA-256 of the definition and of the files it names: an approval is for exactly this. */
  readonly hash: string;
  /** Where the person's own server of that name is defined, whose place it would take. */
  readonly replaces?: string;
}

export interface FoundServers {
  readonly servers: readonly FoundServer[];
  /** Found and not used, with the reason: untrusted files, broken entries, doubles. */
  readonly passedOver: readonly { readonly name: string; readonly place: string; readonly reason: string }[];
}

const SETTING = 'the setting vak.mcpServers';
const PROJECT_FILES = ['.vscode/mcp.json', '.mcp.json'];

/**
 * Every server that the editor configures, each once (E9): of two with one name, or with one
 * definition, the first counts. Order: each folder's `.vscode/mcp.json`, then `.mcp.json`, the user's
 * file, the setting. A server of the workspace takes no place of the person's own before it is approved.
 * Never rejects.
 */
export async function findServers(places: ServerPlaces): Promise<FoundServers> {
  const passedOver: { name: string; place: string; reason: string }[] = [];
  const found: FoundServer[] = [];
  const switchedOff = switchedOffBy(places.access);
  const all = await readAll(places, passedOver);
  for (const each of all) {
    const twin = found.find(
      (other) => isSame(other, each) && (each.fromWorkspace || places.isApproved(other)),
    );
    const reason =
      switchedOff ?? (each.fromWorkspace && !places.trusted ? 'the workspace is not trusted' : undefined);
    if (reason) passedOver.push({ name: each.name, place: each.place, reason });
    else if (twin)
      passedOver.push({ name: each.name, place: each.place, reason: `${twin.place} defines it already` });
    else found.push(withReplaced(each, all));
  }
  return { servers: found, passedOver };
}

function isSame(one: FoundServer, other: FoundServer): boolean {
  return one.name === other.name || JSON.stringify(one.definition) === JSON.stringify(other.definition);
}

function withReplaced(server: FoundServer, all: readonly FoundServer[]): FoundServer {
  const own = all.find((other) => !other.fromWorkspace && other.name === server.name);
  return server.fromWorkspace && own ? { ...server, replaces: own.place } : server;
}

async function readAll(
  places: ServerPlaces,
  passedOver: { name: string; place: string; reason: string }[],
): Promise<FoundServer[]> {
  const files = [
    ...PROJECT_FILES.flatMap((file) =>
      places.folders.map((folder) => ({ file: path.join(folder.path, file), folder: folder.path })),
    ),
    ...(places.userFile ? [{ file: places.userFile, folder: undefined }] : []),
  ];
  const all: FoundServer[] = [];
  for (const { file, folder } of files) {
    const text = await places.read(file);
    if (text === undefined) continue;
    const { servers, inputs, problems } = readMcpFile(text);
    for (const reason of problems) passedOver.push({ name: path.basename(file), place: file, reason });
    for (const [name, definition] of servers) {
      const code = folder ? await serverFiles(definition, folder, places) : [];
      if (code === undefined) passedOver.push({ name, place: file, reason: 'it names too many files' });
      else
        all.push({
          name,
          definition,
          inputs,
          place: file,
          fromWorkspace: folder !== undefined,
          hash: hashOf(definition, code),
          ...(folder ? { folder } : {}),
        });
    }
  }
  const setting = readServers(places.setting);
  for (const reason of setting.problems) passedOver.push({ name: 'vak.mcpServers', place: SETTING, reason });
  for (const [name, definition] of setting.servers)
    all.push({
      name,
      definition,
      inputs: new Map(),
      place: SETTING,
      fromWorkspace: false,
      hash: hashOf(definition, []),
    });
  return all;
}

/** VS Code's own switch holds for its servers here too. */
function switchedOffBy(access: string): string | undefined {
  if (access === 'none') return 'the setting chat.mcp.access is "none"';
  if (access === 'registry') return 'the setting chat.mcp.access allows only servers of the registry';
  return undefined;
}

function hashOf(definition: EditorServer, files: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([definition, files]))
    .digest('hex');
}

/**
 * The user profile's `mcp.json`, from where an extension keeps its global data:
 * `…/User/globalStorage/<ext>` or `…/User/profiles/<id>/globalStorage/<ext>`. Undefined elsewhere.
 */
export function userFileFrom(globalStorage: string): string | undefined {
  const parent = path.dirname(globalStorage);
  return path.basename(parent) === 'globalStorage' ? path.join(path.dirname(parent), 'mcp.json') : undefined;
}
