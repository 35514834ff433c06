import { join } from 'node:path';
import type { AppendFile, Environment, Host } from '../host/host.ts';

/** Where the full text of a session's long results is put aside. Its conversation reads it without a question (R3). */
export function spillFolder(environment: Environment, sessionId: string): string {
  return join(environment.cacheHome, 'outputs', safeName(sessionId));
}

/** Opens the file that takes a call's full text. */
export async function openSpill(
  host: Host,
  sessionId: string,
  callId: string,
): Promise<{ readonly path: string; readonly file: AppendFile }> {
  const folder = spillFolder(host.environment, sessionId);
  await host.files.makeDir(folder);
  const path = join(folder, `${safeName(callId)}.txt`);
  return { path, file: await host.files.openAppend(path) };
}

/** Puts a whole text aside; undefined when the disk does not take it. */
export async function spillText(
  host: Host,
  sessionId: string,
  callId: string,
  text: string,
): Promise<string | undefined> {
  try {
    const { path, file } = await openSpill(host, sessionId, callId);
    await file.append(text);
    await file.close();
    return path;
  } catch {
    // A full disk must not fail the call whose text this is.
    return undefined;
  }
}

/** Ids come from providers and clients: nothing of them may lead out of the folder. */
function safeName(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 100) || '_';
}
