import { randomBytes } from 'node:crypto';
import { OwnedChild } from './child.ts';

type Variables = Readonly<Record<string, string>>;

/** Variables of ours that no child gets: what makes VS Code's runtime behave as Node (M17). */
const OWN_VARIABLES = [
  'ELECTRON_RUN_AS_NODE',
  'ELECTRON_NO_ASAR',
  'VSCODE_ESM_ENTRYPOINT',
  'VSCODE_HANDLES_UNCAUGHT_ERRORS',
  'NODE_CHANNEL_FD',
];

/** Our process's variables as they are, those without a value left out. */
export function ownEnvironment(source: NodeJS.ProcessEnv = process.env): Record<string, string> {
  return Object.fromEntries(
    Object.entries(source).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/**
 * What the person's login shell would give a program: an editor started from a desktop lacks the PATH
 * of nvm, mise and the like. The shell is asked once, with a deadline; whatever it prints of its own
 * is passed over. Falls back to `base` when there is no shell or it fails.
 */
export async function loginShellEnvironment(
  base: Variables,
  options: { timeoutMs?: number } = {},
): Promise<Record<string, string>> {
  const shell = base['SHELL'];
  if (process.platform === 'win32' || !shell || !/(?:bash|zsh|ksh|dash|\/sh|fish)$/.test(shell))
    return { ...base };
  const mark = randomBytes(8).toString('hex');
  const child = new OwnedChild({
    command: shell,
    args: ['-i', '-l', '-c', `printf %s ${mark}; env -0; printf %s ${mark}`],
    cwd: base['HOME'] ?? '/',
    env: { ...base, TERM: 'dumb', VAK_RESOLVING_ENVIRONMENT: '1' },
  });
  const pieces: Uint8Array[] = [];
  child.onStdout((bytes) => pieces.push(bytes));
  const timer = setTimeout(() => void child.kill(0), options.timeoutMs ?? 5000);
  await child.exited;
  await child.drained();
  clearTimeout(timer);
  await child.kill(0);
  const text = Buffer.concat(pieces).toString('utf8').split(mark)[1];
  if (text === undefined) return { ...base };
  return { ...base, ...parseEnvironment(text), TERM: base['TERM'] ?? 'dumb' };
}

/** Variables as `env -0` prints them: values may hold newlines. */
export function parseEnvironment(text: string): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const entry of text.split('\0')) {
    const at = entry.indexOf('=');
    if (at > 0) variables[entry.slice(0, at)] = entry.slice(at + 1);
  }
  delete variables['VAK_RESOLVING_ENVIRONMENT'];
  return variables;
}

/** An environment for a child: `base` without ours and without `secrets`, with `extra` laid over it. */
export function childEnvironment(
  base: Variables,
  secrets: Iterable<string>,
  extra: Variables = {},
): Record<string, string> {
  const variables: Record<string, string> = { ...base };
  for (const name of [...OWN_VARIABLES, ...secrets]) delete variables[name];
  return { ...variables, ...extra };
}
