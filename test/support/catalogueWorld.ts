import path from 'node:path';
import { onTestFinished } from 'vitest';
import { LiveCatalogueStore } from '../../src/agent/catalogue/liveCatalogueStore.ts';
import type { Files, Host } from '../../src/agent/host/host.ts';
import { createNodeHost } from '../../src/agent/host/node/nodeHost.ts';
import type { Catalogue } from '../../src/agent/inventory/catalogue.ts';
import { TrustStore } from '../../src/agent/trust/trustStore.ts';
import { nullLog } from '../../src/base/log.ts';
import { type FileTree, tempFolder, writeTree } from './tempFolder.ts';

/** A home and a project of a test's own, on the real disk, and the catalogues made of them. */
export interface World {
  readonly folder: string;
  readonly home: string;
  readonly project: string;
  readonly configHome: string;
  readonly dataHome: string;
  readonly host: Host;
  /** A store that looks at the disk when it is asked, and does not follow changes unless `watch`. */
  store(options?: { watch?: boolean; builtinSkills?: string; files?: Files }): LiveCatalogueStore;
  /** A fresh catalogue of the project. */
  build(): Promise<Catalogue>;
  write(files: FileTree): void;
  /** Trusts the project's folder, without approving what can run code. */
  trust(): Promise<void>;
}

/**
 * Files by path: `project/…`, `home/…`; `config/…` and `data/…` are Vakil's own homes. The project is
 * trusted unless said.
 */
export async function catalogueWorld(
  files: FileTree = {},
  options: { trusted?: boolean; host?: (host: Host) => Host } = {},
): Promise<World> {
  const folder = tempFolder({ 'home/': '', 'project/': '', 'config/': '', 'data/': '' });
  const place = (name: string) => path.join(folder, name);
  const node = createNodeHost({ variables: { HOME: place('home'), PATH: process.env['PATH'] ?? '' } });
  const plain: Host = {
    ...node,
    environment: {
      ...node.environment,
      home: place('home'),
      configHome: place('config/vak'),
      dataHome: place('data/vak'),
      cacheHome: place('cache/vak'),
    },
  };
  const host = options.host?.(plain) ?? plain;
  const write = (tree: FileTree) =>
    writeTree(
      folder,
      Object.fromEntries(
        Object.entries(tree).map(([name, content]) => [name.replace(/^(config|data)\//, '$1/vak/'), content]),
      ),
    );
  write(files);
  const store: World['store'] = ({ watch = false, builtinSkills } = {}) => {
    const made = new LiveCatalogueStore({
      host,
      log: nullLog,
      watch,
      ...(builtinSkills && { builtinSkills }),
    });
    onTestFinished(() => made.dispose());
    return made;
  };
  const trust = () => new TrustStore(host.files, host.environment.dataHome).setFolder(place('project'), true);
  if (options.trusted ?? true) await trust();
  return {
    folder,
    home: place('home'),
    project: place('project'),
    configHome: place('config/vak'),
    dataHome: place('data/vak'),
    host,
    store,
    build: () => store().get(place('project')),
    write,
    trust,
  };
}

/** A skill's file. */
export function skillText(name: string, description = `What ${name} is for.`): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n# ${name}\n`;
}
