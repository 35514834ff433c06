import process from 'node:process';
import { VERSION } from '../agent/version.ts';
import { ExpectedError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import { helpText } from './help.ts';
import type { Terminal } from './verb.ts';
import { VERBS } from './verbs.ts';

/** Called wrongly, or refused. */
const EXIT_USAGE = 2;
const EXIT_FAILED = 1;
/** A command that does not end by itself by then, once nobody reads it, is ended. */
const STOP_MS = 5_000;

/** Runs a whole command line and sets the exit code of the process. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  const stop = new AbortController();
  const interrupt = () => {
    if (stop.signal.aborted) process.exit(130);
    stop.abort();
  };
  const [name = '--help', ...rest] = args;
  if (name !== 'acp') process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  // A reader that has seen enough (`vak … | head`) ends the command without a word. It ends as a stopped one
  // does, so that it leaves no lock and no child behind.
  let readerIsGone = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (readerIsGone) return;
    if (error.code !== 'EPIPE' || name === 'acp') process.exit(error.code === 'EPIPE' ? 0 : EXIT_FAILED);
    readerIsGone = true;
    process.exitCode = 0;
    stop.abort();
    setTimeout(() => process.exit(0), STOP_MS).unref();
  });
  const code = await runVerb(name, rest, {
    out: (text) => {
      if (!readerIsGone) process.stdout.write(text);
    },
    error: (text) => process.stderr.write(text),
    cwd: process.cwd(),
    signal: stop.signal,
  });
  process.exitCode = readerIsGone ? 0 : code;
}

/** Runs one verb; gives the exit code. The one place of the command line that catches whatever comes. */
export async function runVerb(name: string, args: readonly string[], terminal: Terminal): Promise<number> {
  if (name === '--version' || name === '-v') {
    terminal.out(`${VERSION}\n`);
    return 0;
  }
  if (name === '--help' || name === '-h' || name === 'help') {
    terminal.out(helpText(VERBS));
    return 0;
  }
  const entry = VERBS[name];
  if (entry === undefined) {
    const near = nearest(name, Object.keys(VERBS), 1)[0];
    const hint = near === undefined ? 'See "vak --help".' : `Did you mean "vak ${near}"?`;
    terminal.error(`vak: there is no command "${name}". ${hint}\n`);
    return EXIT_USAGE;
  }
  if (args[0] === '--help' || args[0] === '-h') {
    terminal.out(helpText({ [name]: entry }));
    return 0;
  }
  try {
    const verb = await entry.load();
    return await verb(args, terminal);
  } catch (error) {
    return failed(error, terminal);
  }
}

function failed(error: unknown, terminal: Terminal): number {
  if (error instanceof ExpectedError) {
    const detail = error.detail === undefined ? '' : ` ${error.detail}`;
    terminal.error(`vak: ${error.message}${detail}\n`);
    return error.code === 'usage' ? EXIT_USAGE : EXIT_FAILED;
  }
  terminal.error(`vak: unexpected failure: ${error instanceof Error ? error.stack : String(error)}\n`);
  return EXIT_FAILED;
}
