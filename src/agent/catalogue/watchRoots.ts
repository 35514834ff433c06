import path from 'node:path';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { Files } from '../host/host.ts';
import { type Places, ROOTS, type RootKind, rootsOf } from '../inventory/roots.ts';

/** What stands as a file right in the folder of its kind: nothing deeper counts, and a watch of one folder is cheap. */
const FLAT: ReadonlySet<RootKind> = new Set(['command', 'agent', 'mcp', 'executor']);

/**
 * Calls `changed` after something changed in a place that a catalogue is built from. Says too much
 * rather than too little: a rebuild that finds nothing else changes nothing.
 */
export function watchRoots(
  files: Files,
  places: Places,
  more: {
    readonly trustFile: string;
    readonly instructionFolders: readonly string[];
    readonly privateSkills?: string;
  },
  changed: () => void,
): Disposable {
  const store = new DisposableStore();
  const deep = new Set<string>();
  const shallow = new Set<string>();
  const named = new Map<string, Set<string>>();
  const watchNames = (folder: string, names: readonly string[]) =>
    named.set(folder, new Set([...(named.get(folder) ?? []), ...names]));
  for (const kind of Object.keys(ROOTS) as RootKind[])
    for (const root of rootsOf(kind, places)) {
      if (root.layer === 'builtin') continue;
      if (kind === 'config' || root.table !== undefined)
        watchNames(root.path, ['config.toml', 'config.yaml']);
      else if (FLAT.has(kind)) shallow.add(root.path);
      else deep.add(root.path);
    }
  if (more.privateSkills !== undefined) deep.add(more.privateSkills);
  watchNames(path.dirname(more.trustFile), [path.basename(more.trustFile)]);
  for (const folder of more.instructionFolders) watchNames(folder, ['AGENTS.md', '.git']);
  for (const folder of deep) store.add(files.watch(folder, () => changed(), { recursive: true }));
  for (const folder of shallow) store.add(files.watch(folder, () => changed()));
  for (const [folder, names] of named)
    store.add(
      files.watch(folder, (file) => {
        // A watcher that does not know the name tells the folder.
        if (file === folder || names.has(path.basename(file))) changed();
      }),
    );
  return store;
}
