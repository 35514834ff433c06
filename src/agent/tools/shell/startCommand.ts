import { randomId } from '../../../base/ids.ts';
import type { Child } from '../../host/host.ts';
import type { ReadySandbox } from '../../sandbox/commandSandbox.ts';
import { openSpill } from '../spill.ts';
import type { ToolContext } from '../tool.ts';
import { OutputCollector } from './outputCollector.ts';
import { UNATTENDED } from './shellEnvironment.ts';

/** A command line that runs: whoever has it ends it. */
export interface RunningCommand {
  readonly line: string;
  readonly child: Child;
  readonly output: OutputCollector;
  readonly sandbox: ReadySandbox;
}

/** Starts a command line in a process group of its own, with input closed. `live` hears what it prints. */
export async function startCommand(
  line: string,
  context: ToolContext,
  live: (text: string) => void,
): Promise<RunningCommand> {
  const { host } = context;
  const env = await host.environment.forChild(UNATTENDED);
  const shell = (await host.processes.which('bash', env)) ?? (await host.processes.which('sh', env)) ?? 'sh';
  const sandbox = await context.sandbox.ready();
  const child = host.processes.spawn(
    sandbox.wrap({
      command: shell,
      args: ['-c', line],
      cwd: context.cwd,
      env,
      stdin: 'none',
      mark: randomId(),
    }),
  );
  const output = new OutputCollector({
    openSpill: () => openSpill(host, context.sessionId, context.callId),
    live,
  });
  output.follow(child);
  return { line, child, output, sandbox };
}

/** What to say of a command that made something which configures the agent; undefined when it did not. */
export async function warningOf({ sandbox }: RunningCommand): Promise<string | undefined> {
  const made = await sandbox.appeared();
  if (made.length === 0) return undefined;
  return `[This command made ${made.join(', ')}, which configures the agent, the editor or git. Tell the person, who should look at it.]`;
}
