import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { ExpectedError, systemCode } from '../../base/errors.ts';
import { parseJson } from '../../base/json.ts';
import type { Host } from '../host/host.ts';
import { STAGING_PREFIX } from './stagePlugin.ts';

/*
 * The folder of the user's plugins on disk. What `install` brings stands in `.versions/<name>/<id>/`, and
 * `<name>` is a link to it: replacing the link is one rename, so that at every moment, also after a kill,
 * the old or the new plugin is there whole. What begins with a dot is no plugin to anybody.
 */

const LOCK = '.lock';
const PENDING = '.pending.json';
const VERSIONS = '.versions';

/** How things were before a change that has not come to its end. */
const BeforeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('absent') }),
  z.object({ kind: z.literal('link'), target: z.string() }),
  z.object({ kind: z.literal('folder'), keptAt: z.string() }),
]);
export type Before = z.infer<typeof BeforeSchema>;

const PendingSchema = z.object({
  plugin: z.object({ name: z.string(), before: BeforeSchema }).optional(),
  config: z.object({ path: z.string(), text: z.string().nullable() }).optional(),
});
type Pending = z.infer<typeof PendingSchema>;

export class PluginFolder {
  readonly path: string;
  readonly #host: Host;
  readonly #agentStarts: () => Promise<readonly number[]>;

  /** `agentStarts`: when each running agent of this user began, in epoch milliseconds. */
  constructor(host: Host, folder: string, agentStarts: () => Promise<readonly number[]>) {
    this.#host = host;
    this.path = folder;
    this.#agentStarts = agentStarts;
  }

  /** One change at a time, also between processes; puts right what a killed one left behind. */
  async locked<T>(act: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const { files } = this.#host;
    await files.makeDir(this.path);
    await this.#takeLock(signal);
    try {
      await this.#recover();
      return await act();
    } finally {
      await this.#collectVersions(await this.#agentStarts());
      await files.remove(this.#at(LOCK));
    }
  }

  /** What stands under a name now. */
  async stateOf(name: string): Promise<Before | { kind: 'folder' }> {
    const { files } = this.#host;
    const stat = await files.lstat(this.#at(name));
    if (!stat) return { kind: 'absent' };
    return stat.kind === 'link'
      ? { kind: 'link', target: await files.readLink(this.#at(name)) }
      : { kind: 'folder' };
  }

  /** A name that is taken already, also in another case: some disks make no difference. */
  async nameTaken(name: string): Promise<string | undefined> {
    const entries = await this.#host.files.readDir(this.path).catch(() => []);
    return entries.map((e) => e.name).find((e) => e.toLowerCase() === name.toLowerCase());
  }

  /** Runs a change so that it can be undone: by `undo` now, or by the next command after a kill. */
  async undoable<T>(pending: Pending, act: (undo: () => Promise<void>) => Promise<T>): Promise<T> {
    const { files } = this.#host;
    await files.write(this.#at(PENDING), JSON.stringify(pending));
    let result: T;
    try {
      result = await act(() => this.#rollBack(pending));
    } catch (error) {
      await this.#rollBack(pending);
      await files.remove(this.#at(PENDING));
      throw error;
    }
    await files.remove(this.#at(PENDING));
    return result;
  }

  /** Puts a staged plugin among the versions and makes the name mean it. */
  async putInPlace(name: string, id: string, staged: string, staging: string): Promise<void> {
    const { files } = this.#host;
    const version = path.join(VERSIONS, name, id);
    await files.makeDir(this.#at(path.join(VERSIONS, name)));
    await files.remove(this.#at(version));
    await files.rename(staged, this.#at(version));
    await this.#pointTo(name, version, staging);
  }

  /** Takes the name away. A folder that a person put there moves to `keptAt`, until the change has counted. */
  async takeAway(name: string, before: Before): Promise<void> {
    const { files } = this.#host;
    if (before.kind === 'folder') await files.rename(this.#at(name), before.keptAt);
    else await files.remove(this.#at(name));
  }

  /** A folder of its own for one change. */
  async makeStaging(): Promise<string> {
    const folder = this.#at(`${STAGING_PREFIX}${randomUUID()}`);
    await this.#host.files.makeDir(folder);
    return folder;
  }

  /**
   * Removes versions that no name means, unless an agent that runs may still use them: one that began
   * before they were replaced.
   */
  async #collectVersions(agentStarts: readonly number[]): Promise<void> {
    const { files, clock } = this.#host;
    for (const { name } of await files.readDir(this.#at(VERSIONS)).catch(() => [])) {
      const state = await this.stateOf(name);
      const folder = this.#at(path.join(VERSIONS, name));
      const entries = (await files.readDir(folder)).map((e) => e.name);
      for (const id of entries.filter((e) => !e.endsWith('.replaced'))) {
        if (state.kind === 'link' && state.target === path.join(VERSIONS, name, id)) continue;
        const mark = path.join(folder, `${id}.replaced`);
        const since = Number(await files.readText(mark).catch(() => '0')) || clock.now();
        if (agentStarts.some((start) => start <= since)) {
          await files.write(mark, String(since));
          continue;
        }
        await files.remove(path.join(folder, id));
        await files.remove(mark);
      }
      if ((await files.readDir(folder)).length === 0) await files.remove(folder);
    }
    if ((await files.readDir(this.#at(VERSIONS)).catch(() => [0])).length === 0)
      await files.remove(this.#at(VERSIONS));
  }

  #at(name: string): string {
    return path.join(this.path, name);
  }

  /** The link is made aside and renamed over the old one. */
  async #pointTo(name: string, target: string, staging: string): Promise<void> {
    const link = path.join(staging, 'link');
    await this.#host.files.remove(link);
    await this.#host.files.symlink(target, link);
    await this.#host.files.rename(link, this.#at(name));
  }

  async #rollBack({ plugin, config }: Pending): Promise<void> {
    const { files } = this.#host;
    if (plugin) {
      const now = await this.stateOf(plugin.name);
      const { before } = plugin;
      if (before.kind === 'absent' && now.kind === 'link') await files.remove(this.#at(plugin.name));
      if (before.kind === 'link' && !(now.kind === 'link' && now.target === before.target)) {
        const staging = await this.makeStaging();
        await this.#pointTo(plugin.name, before.target, staging);
        await files.remove(staging);
      }
      if (before.kind === 'folder' && now.kind === 'absent' && (await files.stat(before.keptAt)))
        await files.rename(before.keptAt, this.#at(plugin.name));
    }
    if (config?.text === null) await files.remove(config.path);
    else if (config) await files.write(config.path, config.text);
  }

  /** Undoes a change that was killed, and removes what it staged. */
  async #recover(): Promise<void> {
    const { files } = this.#host;
    const text = await files.readText(this.#at(PENDING)).catch(() => undefined);
    if (text !== undefined) {
      const json = parseJson(text);
      const pending = PendingSchema.safeParse(json.ok ? json.value : undefined);
      if (pending.success) await this.#rollBack(pending.data);
      await files.remove(this.#at(PENDING));
    }
    for (const { name } of await files.readDir(this.path))
      if (name.startsWith(STAGING_PREFIX)) await files.remove(this.#at(name));
  }

  async #takeLock(signal: AbortSignal): Promise<void> {
    const { files, clock } = this.#host;
    const until = clock.ticks() + WAIT_MS;
    for (;;) {
      try {
        await files.createExclusive(this.#at(LOCK), String(process.pid));
        return;
      } catch (error) {
        if (systemCode(error) !== 'EEXIST') throw error;
      }
      const owner = (await files.readText(this.#at(LOCK)).catch(() => '')).trim();
      if (owner === '' ? await this.#isOld(LOCK) : !isAlive(Number(owner))) await this.#breakLock(owner);
      else if (clock.ticks() > until)
        throw new ExpectedError('busy', `Another plugin command (process ${owner}) is still at work.`);
      else await clock.sleep(50, signal);
    }
  }

  /** A lock without its owner's number was left by one that died while it wrote that. */
  async #isOld(name: string): Promise<boolean> {
    const stat = await this.#host.files.stat(this.#at(name));
    return stat !== undefined && this.#host.clock.now() - stat.mtimeMs > EMPTY_LOCK_MS;
  }

  /** Only the lock of the dead owner is broken: another process may have taken it meanwhile. */
  async #breakLock(owner: string): Promise<void> {
    const { files } = this.#host;
    const aside = this.#at(`.lock-${randomUUID()}`);
    try {
      await files.rename(this.#at(LOCK), aside);
    } catch {
      // Somebody else broke it first.
      return;
    }
    if ((await files.readText(aside)).trim() === owner) await files.remove(aside);
    else await files.rename(aside, this.#at(LOCK));
  }
}

const WAIT_MS = 60_000;
const EMPTY_LOCK_MS = 2_000;

/** Signal 0 asks without doing anything. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}
