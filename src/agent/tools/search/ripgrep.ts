import { createRequire } from 'node:module';
import { onAbort, throwIfCancelled } from '../../../base/abort.ts';
import { LineDecoder } from '../../../base/jsonl.ts';
import type { Host } from '../../host/host.ts';
import type { ToolContext } from '../tool.ts';

export const NO_RIPGREP =
  'ripgrep was not found. Install the program "rg", or set VAK_RIPGREP to its path and start again.';

/** Milliseconds a search may take. */
const TIME_LIMIT_MS = 60_000;
/** Error text that is kept, in characters. */
const MAX_ERROR = 2_000;

/** What ripgrep says about an ignore file shows lines of that file, which may be a link to anywhere. */
const ALWAYS: readonly string[] = ['--no-config', '--no-ignore-messages'];

/** Where ripgrep is on a machine; undefined when there is none. See docs/decisions/ripgrep.md. */
export async function findRipgrep(host: Host): Promise<string | undefined> {
  const named = host.environment.get('VAK_RIPGREP');
  if (named && (await host.files.stat(named).catch(() => undefined))) return named;
  const own = host.id === 'local' ? packaged() : undefined;
  return own ?? host.processes.which('rg', await host.environment.forChild());
}

function packaged(): string | undefined {
  const program = process.platform === 'win32' ? 'rg.exe' : 'rg';
  try {
    return createRequire(import.meta.url).resolve(
      `@vscode/ripgrep-${process.platform}-${process.arch}/bin/${program}`,
    );
  } catch {
    // Not installed beside us: the PATH may have one.
    return undefined;
  }
}

export interface Search {
  readonly args: readonly string[];
  readonly cwd: string;
  /** Takes a line without its end; false ends the search. */
  readonly line: (text: string) => boolean;
}

/** How a search ended; `error` is what ripgrep had to say. */
export type SearchEnd =
  | { readonly kind: 'done' | 'stopped' | 'timeout' }
  | { readonly kind: 'failed'; readonly error: string };

/** Runs ripgrep and hands its lines over. Rejects only when cancelled. */
export async function runRipgrep(search: Search, context: ToolContext): Promise<SearchEnd> {
  const { host, signal } = context;
  const program = await findRipgrep(host);
  if (!program) return { kind: 'failed', error: NO_RIPGREP };
  const child = host.processes.spawn({
    command: program,
    args: [...ALWAYS, ...search.args],
    cwd: search.cwd,
    env: await host.environment.forChild(),
  });
  let end: 'done' | 'stopped' | 'timeout' = 'done';
  let error = '';
  const stop = (why: 'stopped' | 'timeout') => {
    if (end === 'done') end = why;
    void child.kill(200);
  };
  const decoder = new LineDecoder();
  const take = (lines: readonly string[]) => {
    for (const line of lines) {
      if (end !== 'done') return;
      if (line !== '' && !search.line(line)) stop('stopped');
    }
  };
  child.onStdout((bytes) => take(decoder.push(bytes)));
  child.onStderr((bytes) => {
    if (error.length < MAX_ERROR) error += new TextDecoder().decode(bytes);
  });
  const timer = host.clock.after(TIME_LIMIT_MS, () => stop('timeout'));
  const cancel = onAbort(signal, () => void child.kill(0));
  const exit = await child.exited;
  await child.drained();
  timer.dispose();
  cancel.dispose();
  throwIfCancelled(signal);
  if (end === 'done') take([decoder.rest()]);
  if (exit.error) return { kind: 'failed', error: exit.error.message };
  // 1 means that nothing was found; 2 that something could not be read, which matters when nothing was.
  if (end === 'done' && exit.code !== 0 && exit.code !== 1)
    return { kind: 'failed', error: error.trim().slice(0, MAX_ERROR) };
  return { kind: end };
}
