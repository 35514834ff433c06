import { spawn } from 'node:child_process';
import { cliFile, type Sandbox } from './agentProcess.ts';

export interface CliResult {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** Runs `vak` in a sandbox's workspace until it ends; `input` is what is piped into it. */
export function runCli(
  place: Sandbox,
  args: readonly string[],
  options: { readonly env?: Readonly<Record<string, string>>; readonly input?: string } = {},
): Promise<CliResult> {
  const child = spawn(process.execPath, [cliFile, ...args], {
    cwd: place.workspace,
    env: { ...place.env, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let out = '';
  let error = '';
  child.stdout.on('data', (bytes: Buffer) => {
    out += bytes.toString();
  });
  child.stderr.on('data', (bytes: Buffer) => {
    error += bytes.toString();
  });
  child.stdin.end(options.input ?? '');
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, error }));
  });
}
