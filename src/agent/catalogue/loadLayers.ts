import path from 'node:path';
import type { Diagnostic } from '../../protocol/inventory.ts';
import type { Config } from '../config/config.ts';
import { type ConfigFile, readConfigFile } from '../config/configFile.ts';
import type { editorSettings } from '../config/editorSettings.ts';
import { mergeConfig } from '../config/mergeConfig.ts';
import type { Files, Host } from '../host/host.ts';
import type { FileCache } from '../inventory/fileCache.ts';
import { type Places, type Root, rootsOf } from '../inventory/roots.ts';

/** What building a catalogue needs from outside. */
export interface BuildDeps {
  /** Vakil's own machine. */
  readonly host: Host;
  /** Files of the conversation's executor; default: Vakil's own machine. */
  readonly executorFiles?: Files;
  readonly places: Places;
  readonly cache: FileCache;
  readonly trusted: boolean;
  readonly editorSettings: ReturnType<typeof editorSettings> | undefined;
}

/** The configuration of both layers, merged, and the files it came from. */
export interface Layers {
  readonly config: Config;
  readonly userConfigs: readonly ConfigFile[];
  /** By the folder of a base; of an untrusted project too, to list what it holds. */
  readonly configAt: ReadonlyMap<string, ConfigFile>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Files of the machine that a root is on (Q1). */
export function filesOf(root: Pick<Root, 'machine'>, deps: BuildDeps): Files {
  return root.machine === 'executor' ? (deps.executorFiles ?? deps.host.files) : deps.host.files;
}

export async function loadLayers(deps: BuildDeps): Promise<Layers> {
  const configAt = new Map<string, ConfigFile>();
  const project: ConfigFile[] = [];
  const user: ConfigFile[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const root of rootsOf('config', deps.places)) {
    const layer = root.layer === 'project' ? 'project' : 'user';
    const file = await readConfigFile(filesOf(root, deps), root.path, layer);
    if (!file) continue;
    configAt.set(root.path, file);
    if (layer === 'user') user.push(file);
    else if (deps.trusted) project.push(file);
    const count = layer === 'user' || deps.trusted;
    diagnostics.push(...file.diagnostics.map((d): Diagnostic => (count ? d : { ...d, severity: 'info' })));
  }
  const merged = mergeConfig({
    project,
    editor: deps.editorSettings?.settings,
    editorUnread: deps.editorSettings?.unread,
    user,
  });
  diagnostics.push(...(deps.editorSettings?.diagnostics ?? []), ...merged.diagnostics);
  const config = { ...merged.config, skillsDirectory: privateSkills(merged.config, deps.places) };
  return { config, userConfigs: user, configAt, diagnostics };
}

/** `skills.directory` may begin with `~/`; else it starts from the config home, whatever folder is worked in. */
function privateSkills({ skillsDirectory: folder }: Config, places: Places): string | undefined {
  if (folder === undefined) return undefined;
  return folder.startsWith('~/')
    ? path.join(places.home, folder.slice(2))
    : path.resolve(places.configHome, folder);
}
