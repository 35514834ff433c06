import { onAbort, throwIfCancelled } from '../../base/abort.ts';
import { CancelledError } from '../../base/errors.ts';
import type { Clock, Exit, Processes, SpawnSpec } from '../host/host.ts';

/** Bytes of stdout and of stderr that are kept; what follows is read and thrown away (H10). */
export const OUTPUT_LIMIT = 65_536;
/** How long a hook that was told to end may take. */
const KILL_GRACE_MS = 2000;
/** How long output may still come when the process is gone: a grandchild may hold its pipes for ever. */
const DRAIN_MS = 100;

/** What stands of a stream: at most `OUTPUT_LIMIT` bytes. */
export interface Captured {
  readonly text: string;
  readonly cut: boolean;
}

/** How the process of a hook went. */
export interface HookResult {
  readonly end:
    | { readonly kind: 'exit'; readonly code: number }
    | { readonly kind: 'signal'; readonly signal: string }
    | { readonly kind: 'timeout'; readonly afterMs: number }
    | { readonly kind: 'no-start'; readonly reason: string };
  readonly stdout: Captured;
  readonly stderr: Captured;
  readonly ms: number;
}

export interface HookProcessDeps {
  readonly processes: Processes;
  readonly clock: Clock;
}

/**
 * Runs the process of a hook in a group of its own: writes stdin, reads what it says, and settles by
 * its exit or its deadline, never by a pipe that somebody holds (H11). The clock starts before stdin is
 * written. Rejects only when cancelled; the whole group is gone then, as it is after the deadline.
 */
export async function runHookProcess(
  spec: Omit<SpawnSpec, 'stdin'>,
  input: string,
  timeoutMs: number,
  { processes, clock }: HookProcessDeps,
  signal: AbortSignal,
): Promise<HookResult> {
  throwIfCancelled(signal);
  const start = clock.ticks();
  const child = processes.spawn({ ...spec, stdin: 'pipe' });
  const stdout = new Capture();
  const stderr = new Capture();
  child.onStdout((bytes) => stdout.take(bytes));
  child.onStderr((bytes) => stderr.take(bytes));
  const stopped = Promise.withResolvers<'timeout' | 'cancelled'>();
  const deadline = clock.after(timeoutMs, () => stopped.resolve('timeout'));
  const abort = onAbort(signal, () => stopped.resolve('cancelled'));
  const finish = (end: HookResult['end']): HookResult => ({
    end,
    stdout: stdout.text(),
    stderr: stderr.text(),
    ms: clock.ticks() - start,
  });
  try {
    // Not waited for: a hook that reads nothing takes nothing.
    void child.write(input).then(() => child.endInput());
    const first = await Promise.race([child.exited, stopped.promise]);
    if (first === 'timeout' || first === 'cancelled') {
      await child.kill(KILL_GRACE_MS);
      if (first === 'cancelled') throw new CancelledError();
      return finish({ kind: 'timeout', afterMs: timeoutMs });
    }
    const exited = clock.ticks();
    await child.drained(DRAIN_MS);
    // Somebody it started still held its pipes: nobody reads them any more, so it ends too.
    if (clock.ticks() - exited >= DRAIN_MS) await child.kill(KILL_GRACE_MS);
    return finish(endOf(first));
  } finally {
    deadline.dispose();
    abort.dispose();
  }
}

function endOf({ code, signal, error }: Exit): HookResult['end'] {
  if (error) return { kind: 'no-start', reason: error.message };
  return signal !== null ? { kind: 'signal', signal } : { kind: 'exit', code: code ?? 0 };
}

/** The first bytes of a stream; the rest is only counted. */
class Capture {
  readonly #parts: Uint8Array[] = [];
  #length = 0;
  #cut = false;

  take(bytes: Uint8Array): void {
    const room = OUTPUT_LIMIT - this.#length;
    if (bytes.length > room) this.#cut = true;
    if (room <= 0) return;
    const part = bytes.length > room ? bytes.slice(0, room) : bytes;
    this.#parts.push(part);
    this.#length += part.length;
  }

  text(): Captured {
    const text = new TextDecoder().decode(Buffer.concat(this.#parts));
    return { text: this.#cut ? text.replace(/\uFFFD+$/, '') : text, cut: this.#cut };
  }
}
