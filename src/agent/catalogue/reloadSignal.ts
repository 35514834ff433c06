import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { SerialQueue } from '../../base/abort.ts';
import { errorMessage } from '../../base/errors.ts';
import { parseJson } from '../../base/json.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/lifecycle.ts';
import type { Log } from '../../base/log.ts';
import { DiagnosticSchema } from '../../protocol/inventory.ts';
import type { Files, Host } from '../host/host.ts';
import type { CatalogueStore, ReloadResult } from '../inventory/catalogueStore.ts';

/*
 * How the command line reaches the agents of this user that run now: each leaves a file `<id>.json` in
 * the data home and watches the folder. `<id>.<n>.ask` asks it to reload; it answers by `<id>.<n>.answer`.
 * Files and no socket: nothing listens, and the folder's own permissions say who may ask.
 */

const PresenceSchema = z.object({ pid: z.number().int().positive(), startedAt: z.number() });
export type Presence = z.infer<typeof PresenceSchema>;
const AnswerSchema = z.object({ ok: z.boolean(), diagnostics: z.array(DiagnosticSchema) });

function folderOf(host: Host): string {
  return path.join(host.environment.dataHome, 'agents');
}

/** Makes this agent reachable until disposed. Never throws: an agent that can't be asked works all the same. */
export function followReloads(host: Host, store: Pick<CatalogueStore, 'reload'>, log: Log): Disposable {
  const folder = folderOf(host);
  const id = randomUUID();
  const disposables = new DisposableStore();
  const queue = new SerialQueue();
  const look = () => void queue.run(() => answerAll(host.files, folder, id, store)).catch(report);
  const report = (error: unknown) => log.warn('a request to reload was not answered', errorMessage(error));
  void (async () => {
    await host.files.makeDir(folder);
    const presence: Presence = { pid: process.pid, startedAt: host.clock.now() };
    await host.files.write(path.join(folder, `${id}.json`), JSON.stringify(presence), { mode: 0o600 });
    disposables.add(
      toDisposable(() => void host.files.remove(path.join(folder, `${id}.json`)).catch(() => undefined)),
    );
    disposables.add(host.files.watch(folder, look));
    look();
  })().catch(report);
  return disposables;
}

async function answerAll(
  files: Files,
  folder: string,
  id: string,
  store: Pick<CatalogueStore, 'reload'>,
): Promise<void> {
  for (const { name } of await files.readDir(folder)) {
    if (!name.startsWith(`${id}.`) || !name.endsWith('.ask')) continue;
    const ask = path.join(folder, name);
    await files.remove(ask);
    const { ok, diagnostics } = await store.reload();
    await files.write(ask.replace(/\.ask$/, '.answer'), JSON.stringify({ ok, diagnostics }), { mode: 0o600 });
  }
}

/** How one running agent answered; `gone` when it did not in time. */
export type AgentAnswer = Presence &
  ({ readonly kind: 'answered'; readonly result: ReloadResult } | { readonly kind: 'gone' });

const ANSWER_MS = 10_000;
const LOOK_AGAIN_MS = 25;

/** Asks every running agent of this user to reload and waits for all of them, in milliseconds at most. */
export async function askReload(host: Host, waitMs = ANSWER_MS): Promise<AgentAnswer[]> {
  const folder = folderOf(host);
  const running = await runningAgents(host);
  return Promise.all(
    running.map(async ({ id, presence }): Promise<AgentAnswer> => {
      const base = path.join(folder, `${id}.${randomUUID()}`);
      await host.files.write(`${base}.ask`, '', { mode: 0o600 });
      const until = host.clock.ticks() + waitMs;
      while (host.clock.ticks() < until) {
        const answer = await readAnswer(host.files, `${base}.answer`);
        if (answer) return { ...presence, kind: 'answered', result: answer };
        await host.clock.sleep(LOOK_AGAIN_MS);
      }
      await Promise.all([
        host.files.remove(`${base}.ask`),
        host.files.remove(path.join(folder, `${id}.json`)),
      ]);
      return { ...presence, kind: 'gone' };
    }),
  );
}

/** Agents of this user that run now; forgets those whose process is gone. */
export async function runningAgents(host: Host): Promise<{ id: string; presence: Presence }[]> {
  const folder = folderOf(host);
  const names = (await host.files.readDir(folder).catch(() => [])).map((e) => e.name);
  const found: { id: string; presence: Presence }[] = [];
  for (const name of names.filter((n) => n.endsWith('.json'))) {
    const file = path.join(folder, name);
    const json = parseJson(await host.files.readText(file).catch(() => ''));
    const presence = PresenceSchema.safeParse(json.ok ? json.value : undefined);
    if (presence.success && isAlive(presence.data.pid))
      found.push({ id: name.slice(0, -5), presence: presence.data });
    else await host.files.remove(file);
  }
  return found;
}

/** Signal 0 asks without doing anything. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}

async function readAnswer(files: Files, file: string): Promise<ReloadResult | undefined> {
  const text = await files.readText(file).catch(() => undefined);
  const json = text === undefined ? undefined : parseJson(text);
  const answer = AnswerSchema.safeParse(json?.ok ? json.value : undefined);
  if (!answer.success) return undefined;
  await files.remove(file);
  return answer.data;
}
