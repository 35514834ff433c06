import { SerialQueue } from '../../base/abort.ts';
import { ExpectedError } from '../../base/errors.ts';
import { Emitter } from '../../base/event.ts';
import { DisposableStore, MutableDisposable } from '../../base/lifecycle.ts';
import type { Log } from '../../base/log.ts';
import type { Diagnostic, Inventory, ItemKind } from '../../protocol/inventory.ts';
import { editorSettings } from '../config/editorSettings.ts';
import type { Files, Host } from '../host/host.ts';
import { instructionFolders } from '../instructions/findInstructions.ts';
import type { Catalogue } from '../inventory/catalogue.ts';
import type {
  CatalogueChange,
  CatalogueStore,
  Explanation,
  ItemAddress,
  ReloadResult,
} from '../inventory/catalogueStore.ts';
import { explain } from '../inventory/explain.ts';
import { FileCache } from '../inventory/fileCache.ts';
import { placesOf } from '../inventory/roots.ts';
import { setItemEnabled } from '../inventory/setItemEnabled.ts';
import { approvalOf } from '../trust/approval.ts';
import { TrustStore } from '../trust/trustStore.ts';
import type { CodeItem } from './applyApprovals.ts';
import { type Built, buildCatalogue } from './buildCatalogue.ts';
import { decideTrust, type EditorTrust } from './folderTrust.ts';
import { sameCatalogue } from './sameCatalogue.ts';
import { watchRoots } from './watchRoots.ts';

export interface CatalogueStoreOptions {
  readonly host: Host;
  readonly log: Log;
  /** Folder of the skills shipped with Vakil. */
  readonly builtinSkills?: string;
  /** Follow changes of files; a command line that ends at once needs none. */
  readonly watch: boolean;
  /** Files of the executor that conversations run on by default; default: this machine. */
  readonly executorFiles?: Files;
}

/** Changes come in bursts (an editor writes and renames, git checks out): one build for all, in milliseconds. */
const DEBOUNCE_MS = 120;

interface Entry {
  readonly cwd: string;
  readonly cache: FileCache;
  /** One build after another; a burst of requests shares the last one. */
  readonly queue: SerialQueue;
  readonly watchers: MutableDisposable<{ dispose(): void }>;
  readonly timer: MutableDisposable<{ dispose(): void }>;
  first?: Promise<void>;
  current?: Catalogue;
  code: readonly CodeItem[];
  refused?: Diagnostic;
  refusedDiagnostics?: readonly Diagnostic[];
  /** A change was seen and its build has not begun. */
  stale: boolean;
}

/** The catalogues of all working folders that this process knows. */
export class LiveCatalogueStore implements CatalogueStore {
  readonly #options: CatalogueStoreOptions;
  readonly #trust: TrustStore;
  readonly #entries = new Map<string, Entry>();
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new Emitter<CatalogueChange>());
  readonly onDidChange = this.#changed.event;
  #generation = 0;
  #editorTrust: EditorTrust | undefined;
  #settings: ReturnType<typeof editorSettings> | undefined;

  constructor(options: CatalogueStoreOptions) {
    this.#options = options;
    this.#trust = new TrustStore(options.host.files, options.host.environment.dataHome);
  }

  async get(cwd: string): Promise<Catalogue> {
    const entry = this.#entry(cwd);
    entry.first ??= this.#rebuild(entry);
    await entry.first;
    // A change that was seen counts from the next turn on, also when its build has not begun yet.
    if (entry.stale) await this.#rebuild(entry);
    if (!entry.current)
      throw new ExpectedError('no-catalogue', `The extensions of ${cwd} could not be read.`);
    return entry.current;
  }

  peek(cwd: string): Catalogue | undefined {
    return this.#entries.get(cwd)?.current;
  }

  async reload(): Promise<ReloadResult> {
    const entries = [...this.#entries.values()];
    for (const entry of entries) await this.#rebuild(entry);
    const refused = entries.filter((e) => e.refused);
    const broken = entries.flatMap((e) => (e.current?.fatal ? [e.current.fatal] : []));
    return {
      ok: refused.length === 0 && broken.length === 0,
      diagnostics: [...refused.flatMap((e) => e.refusedDiagnostics ?? []), ...broken],
    };
  }

  async inventory(cwd: string): Promise<Inventory> {
    const catalogue = await this.get(cwd);
    const refused = this.#entries.get(cwd)?.refusedDiagnostics ?? [];
    const known = new Set(refused.map((d) => JSON.stringify(d)));
    const rest = catalogue.diagnostics.filter((d) => !known.has(JSON.stringify(d)));
    return { items: [...catalogue.items], diagnostics: [...refused, ...rest] };
  }

  async explain(cwd: string, kind: ItemKind, name: string): Promise<Explanation> {
    return explain(await this.get(cwd), kind, name);
  }

  async setEditorTrust(folders: EditorTrust): Promise<void> {
    this.#editorTrust = folders;
    await this.#rebuildAll();
  }

  async setSettings(settings: Readonly<Record<string, unknown>>): Promise<void> {
    this.#settings = editorSettings(settings);
    await this.#rebuildAll();
  }

  async approve(
    cwd: string,
    { kind, name }: Pick<ItemAddress, 'kind' | 'name'>,
    approved: boolean,
    content?: string,
  ): Promise<void> {
    await this.get(cwd);
    const entry = this.#entry(cwd);
    const items = entry.code.filter((c) =>
      kind === 'plugin' ? c.plugin === name : c.kind === kind && c.name === name,
    );
    if (items.length === 0)
      throw new ExpectedError('not-found', `There is no ${kind} "${name}" that needs an approval.`);
    // Two plugins may have hooks of one name: the person agreed to what they were shown.
    const shown = content === undefined ? items : items.filter((c) => c.content === content);
    if (shown.length === 0)
      throw new ExpectedError('changed', `${name} changed while you looked at it. Look at it again.`);
    await this.#trust.approve(
      Object.fromEntries(shown.map((c) => [c.key, approved ? approvalOf(c.content) : undefined])),
    );
    await this.#rebuildAll();
  }

  async setEnabled(cwd: string, item: ItemAddress, enabled: boolean): Promise<void> {
    await this.get(cwd);
    const { host } = this.#options;
    await setItemEnabled(host.files, host.environment.configHome, item, enabled);
    await this.#rebuildAll();
  }

  dispose(): void {
    for (const entry of this.#entries.values()) {
      entry.timer.dispose();
      entry.watchers.dispose();
    }
    this.#store.dispose();
  }

  #entry(cwd: string): Entry {
    let entry = this.#entries.get(cwd);
    if (!entry) {
      entry = {
        cwd,
        cache: new FileCache(),
        queue: new SerialQueue(),
        watchers: new MutableDisposable(),
        timer: new MutableDisposable(),
        code: [],
        stale: false,
      };
      this.#entries.set(cwd, entry);
    }
    return entry;
  }

  async #rebuildAll(): Promise<void> {
    for (const entry of this.#entries.values()) await this.#rebuild(entry);
  }

  #rebuild(entry: Entry): Promise<void> {
    return entry.queue.run(async () => {
      entry.timer.value = undefined;
      entry.stale = false;
      const started = this.#options.host.clock.ticks();
      const built = await this.#build(entry);
      this.#options.log.debug(
        `catalogue of ${entry.cwd} built in ${Math.round(this.#options.host.clock.ticks() - started)} ms`,
      );
      this.#swap(entry, built);
      if (this.#options.watch && !entry.watchers.value && !this.#store.isDisposed)
        await this.#watch(entry, built);
    });
  }

  async #build(entry: Entry): Promise<Built> {
    const { host, builtinSkills, executorFiles } = this.#options;
    const recorded = await this.#trust.read();
    const files = executorFiles ?? host.files;
    entry.cache.beginBuild();
    const built = await buildCatalogue(
      {
        host,
        ...(executorFiles && { executorFiles }),
        places: placesOf(host.environment, entry.cwd, builtinSkills),
        cache: entry.cache,
        trusted: await decideTrust(files, entry.cwd, this.#editorTrust, recorded),
        editorSettings: this.#settings,
      },
      recorded.approvals,
    );
    entry.cache.endBuild();
    return built;
  }

  /** Takes the fresh catalogue over; where it fails as a whole, a good one stays (N7). */
  #swap(entry: Entry, { catalogue, code }: Built): void {
    const good = entry.current !== undefined && entry.current.fatal === undefined;
    if (catalogue.fatal && good && entry.current) {
      const repeated = JSON.stringify(entry.refused) === JSON.stringify(catalogue.fatal);
      entry.refused = catalogue.fatal;
      entry.refusedDiagnostics = catalogue.diagnostics.filter((d) => d.severity === 'error');
      if (!repeated)
        this.#changed.fire({ cwd: entry.cwd, catalogue: entry.current, refused: catalogue.fatal });
      return;
    }
    const recovered = entry.refused !== undefined;
    entry.refused = undefined;
    entry.refusedDiagnostics = undefined;
    entry.code = code;
    if (entry.current && !recovered && sameCatalogue(entry.current, catalogue)) return;
    const isFirst = entry.current === undefined;
    entry.current = { ...catalogue, generation: ++this.#generation };
    if (!isFirst) this.#changed.fire({ cwd: entry.cwd, catalogue: entry.current });
  }

  async #watch(entry: Entry, { catalogue }: Built): Promise<void> {
    const { host, executorFiles } = this.#options;
    const folders = await instructionFolders(executorFiles ?? host.files, entry.cwd);
    const directory = catalogue.config.skillsDirectory;
    entry.watchers.value = watchRoots(
      host.files,
      placesOf(host.environment, entry.cwd, undefined),
      {
        trustFile: this.#trust.path,
        instructionFolders: folders,
        ...(directory !== undefined && { privateSkills: directory }),
      },
      () => {
        entry.stale = true;
        entry.timer.value = host.clock.after(DEBOUNCE_MS, () => {
          this.#rebuild(entry).catch((error: unknown) =>
            this.#options.log.error('catalogue not rebuilt', error),
          );
        });
      },
    );
  }
}
