import type { Files, Host } from '../host/host.ts';

/** The two machines that a hook's script concerns: the one it lies on, and the one it runs on. */
export interface ScriptHosts {
  /** Vakil's machine. */
  readonly home: Pick<Host, 'files'>;
  /** The executor on which the event happened. */
  readonly executor: Pick<Host, 'files' | 'environment'>;
}

/**
 * The script as it stands on the executor's machine, below `<cache>/hooks/<hash>/`: copied when it is
 * not there as it is now, content and mode (H5). Only the one file is copied. Throws what the system
 * says when it can't be read or written, and what `check` throws for the bytes that would run.
 */
export async function placeScript(
  script: string,
  { home, executor }: ScriptHosts,
  check: (content: Uint8Array) => void,
): Promise<string> {
  const [content, stat] = await Promise.all([home.files.read(script), home.files.stat(script)]);
  check(content);
  const mode = (stat?.mode ?? 0o755) & 0o777;
  const folder = `${executor.environment.cacheHome}/hooks/${await digest(content, mode)}`;
  const copy = `${folder}/${script.split(/[/\\]/).at(-1) ?? 'hook'}`;
  if (await isThere(executor.files, copy, content, mode)) return copy;
  await executor.files.makeDir(folder);
  await executor.files.write(copy, content, { mode });
  await executor.files.chmod(copy, mode);
  return copy;
}

/** The copy is compared byte for byte: what anybody wrote there since does not run. */
async function isThere(files: Files, copy: string, content: Uint8Array, mode: number): Promise<boolean> {
  const stat = await files.stat(copy);
  if (stat?.kind !== 'file' || stat.size !== content.length || (stat.mode & 0o777) !== mode) return false;
  return Buffer.compare(await files.read(copy), content) === 0;
}

async function digest(content: Uint8Array, mode: number): Promise<string> {
  const bytes = new Uint8Array([...new TextEncoder().encode(`${mode}\n`), ...content]);
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  return Buffer.from(hash).toString('hex').slice(0, 32);
}
