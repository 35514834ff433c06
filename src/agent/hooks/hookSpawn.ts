import { ExpectedError } from '../../base/errors.ts';
import type { Host, SpawnSpec } from '../host/host.ts';
import type { HookDefinition } from '../inventory/catalogue.ts';
import { holdScript } from './hookApproval.ts';
import { placeScript, type ScriptHosts } from './hookScript.ts';

export interface HookHosts extends ScriptHosts {
  readonly executor: Host;
}

/**
 * Shell start-up files are not read: what they print would stand before a hook's answer. Bash reads
 * `.bashrc` also when its stdin is a socket, as ours is: it takes us for a remote shell.
 */
const SHELL_STARTUP = ['BASH_ENV', 'ENV'];
const NO_STARTUP = '--norc';

/**
 * How a hook is started: `command` by `bash -c` in the executor's working folder, `script` by itself,
 * from its copy on the executor's machine (H4, H5), whose bytes are those that were agreed to. A plugin's script runs where it lies, with the rest
 * of its plugin beside it. Throws when it can't be started, saying why.
 */
export async function hookSpawn(
  hook: Pick<
    HookDefinition,
    'command' | 'script' | 'args' | 'pluginRoot' | 'approvedContent' | 'fromUsersPlugin'
  >,
  cwd: string,
  hosts: HookHosts,
): Promise<Omit<SpawnSpec, 'stdin'>> {
  const { executor } = hosts;
  const { pluginRoot } = hook;
  const env = await executor.environment.forChild(
    pluginRoot === undefined ? {} : { VAK_PLUGIN_ROOT: pluginRoot, OPENVAALA_PLUGIN_ROOT: pluginRoot },
  );
  for (const name of SHELL_STARTUP) delete env[name];
  if (hook.script !== undefined) {
    const inPlace = pluginRoot !== undefined && executor.id === 'local';
    const command = inPlace
      ? hook.script
      : await placeScript(hook.script, hosts, (content) => holdScript(hook, content, cwd));
    return { command, args: hook.args, cwd, env };
  }
  return { command: await findBash(executor, env), args: [NO_STARTUP, '-c', hook.command ?? ''], cwd, env };
}

async function findBash({ environment, processes }: Host, env: Record<string, string>): Promise<string> {
  if (environment.platform !== 'win32') return 'bash';
  const bash = await processes.which('bash', env);
  if (bash !== undefined) return bash;
  throw new ExpectedError(
    'no-bash',
    'there is no bash on the PATH; install Git for Windows, which brings one',
  );
}
