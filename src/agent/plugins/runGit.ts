import { childController, onAbort } from '../../base/abort.ts';
import { CancelledError, ExpectedError } from '../../base/errors.ts';
import type { Host } from '../host/host.ts';

/** No clone may take longer, in milliseconds. */
export const GIT_DEADLINE_MS = 120_000;

/**
 * What keeps git from asking, from running anything of the repository's, and from other transports
 * (P12): no prompt of a terminal, a dialog or ssh; no hooks, monitors, filters or submodules.
 */
const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.askPass=',
  'protocol.ext.allow=never',
  'protocol.fd.allow=never',
  'submodule.recurse=false',
  'filter.lfs.smudge=',
  'filter.lfs.process=',
  'filter.lfs.required=false',
  'advice.detachedHead=false',
];

function variables(inherited: Readonly<Record<string, string>>): Record<string, string> {
  const env: Record<string, string> = {
    ...inherited,
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    SSH_ASKPASS_REQUIRE: 'never',
    GCM_INTERACTIVE: 'never',
    GIT_ALLOW_PROTOCOL: 'https:http:ssh:git:file',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_SSH_COMMAND: `${inherited['GIT_SSH_COMMAND'] ?? 'ssh'} -o BatchMode=yes -o ConnectTimeout=15`,
    LC_ALL: 'C',
  };
  // A repository that we are called from must not become the one that we work on.
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_EXTERNAL_DIFF', 'GIT_PROXY_COMMAND'])
    delete env[name];
  return env;
}

export interface GitCall {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly deadlineMs?: number;
  /** Asked now and then while git runs; a reason ends it. */
  readonly overLimit?: () => Promise<string | undefined>;
}

/** Runs git and gives its stdout. Fails with `git-failed`, `git-missing`, `git-deadline`, or as cancelled. */
export async function runGit(host: Host, call: GitCall, signal: AbortSignal): Promise<string> {
  const env = variables(await host.environment.forChild());
  const settings = SETTINGS.flatMap((s) => ['-c', s]);
  const child = host.processes.spawn({
    command: 'git',
    args: [...settings, ...call.args],
    cwd: call.cwd,
    env,
  });
  const out: Uint8Array[] = [];
  const errors: Uint8Array[] = [];
  child.onStdout((bytes) => out.push(bytes));
  child.onStderr((bytes) => errors.push(bytes));
  let why: ExpectedError | undefined;
  const end = (error: ExpectedError | undefined) => {
    why ??= error;
    void child.kill(500);
  };
  const watching = childController(signal);
  const stop = onAbort(signal, () => end(undefined));
  const deadlineMs = call.deadlineMs ?? GIT_DEADLINE_MS;
  const deadline = host.clock.after(deadlineMs, () =>
    end(new ExpectedError('git-deadline', `git gave no answer within ${Math.round(deadlineMs / 1000)} s.`)),
  );
  const limits = call.overLimit ? watchLimit(host, call.overLimit, end, watching.signal) : Promise.resolve();
  try {
    const exit = await child.exited;
    await child.drained();
    if (signal.aborted) throw new CancelledError();
    if (why) throw why;
    if (exit.error)
      throw new ExpectedError('git-missing', 'git could not be started; install it first.', {
        cause: exit.error,
      });
    if (exit.code !== 0)
      throw new ExpectedError('git-failed', failureOf(Buffer.concat(errors).toString('utf8')));
    return Buffer.concat(out).toString('utf8');
  } finally {
    watching.abort();
    await limits;
    watching.dispose();
    stop.dispose();
    deadline.dispose();
    await child.kill(0);
  }
}

const LOOK_MS = 300;

async function watchLimit(
  host: Host,
  overLimit: () => Promise<string | undefined>,
  end: (error: ExpectedError) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    for (;;) {
      await host.clock.sleep(LOOK_MS, signal);
      const reason = await overLimit();
      if (reason !== undefined) return end(new ExpectedError('too-large', reason));
    }
  } catch {
    // The clone is over, or files vanished while they were counted: nothing left to watch.
  }
}

/** The line of git's complaint that says most. */
function failureOf(stderr: string): string {
  const lines = stderr
    .split('\n')
    .map((l) => l.trim())
    .filter((l) => l !== '');
  const line = lines.find((l) => /^(?:fatal|error):/.test(l)) ?? lines.at(-1) ?? 'git failed without a word.';
  const asks =
    /could not read (?:Username|Password)|Authentication failed|terminal prompts disabled|Permission denied/.test(
      stderr,
    );
  return asks ? `The repository asks for credentials that git has not got: ${line}` : line;
}
