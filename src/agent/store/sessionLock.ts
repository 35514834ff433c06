import process from 'node:process';
import { z } from 'zod';
import { ExpectedError, systemCode } from '../../base/errors.ts';
import { parseJson } from '../../base/json.ts';
import type { Host } from '../host/host.ts';
import type { StoreErrorCode } from './sessionLog.ts';

const LockSchema = z.object({ pid: z.number().int().positive() });

/** A file beside a session that says which process writes to it. One left by a process that is gone does not count. */
export class SessionLock {
  readonly #host: Host;
  readonly #path: string;

  private constructor(host: Host, path: string) {
    this.#host = host;
    this.#path = path;
  }

  /** Fails with `session-open-elsewhere` while another process, or another part of this one, has it. */
  static async take(host: Host, path: string): Promise<SessionLock> {
    for (;;) {
      try {
        await host.files.createExclusive(path, JSON.stringify({ pid: process.pid }));
        return new SessionLock(host, path);
      } catch (error) {
        if (systemCode(error) !== 'EEXIST') throw error;
      }
      const owner = await ownerOf(host, path);
      if (owner !== undefined && isAlive(owner))
        throw new ExpectedError<StoreErrorCode>(
          'session-open-elsewhere',
          `This conversation is open in another Vakil (process ${owner}). Close it there, or continue in a copy (fork).`,
        );
      await host.files.remove(path);
    }
  }

  release(): Promise<void> {
    return this.#host.files.remove(this.#path);
  }
}

async function ownerOf(host: Host, path: string): Promise<number | undefined> {
  try {
    const json = parseJson(await host.files.readText(path));
    const lock = LockSchema.safeParse(json.ok ? json.value : undefined);
    return lock.success ? lock.data.pid : undefined;
  } catch (error) {
    // Released in this moment: nobody owns it.
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}
