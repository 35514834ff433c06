import { z } from 'zod';
import { deferred, onAbort } from '../../../base/abort.ts';
import { errorMessage } from '../../../base/errors.ts';
import { looksStopped } from '../../sandbox/sandbox.ts';
import { defineTool } from '../defineTool.ts';
import type { Tool, ToolContext, ToolResult } from '../tool.ts';
import { BackgroundCommands } from './backgroundCommands.ts';
import description from './bash.md';
import { type RunningCommand, startCommand, warningOf } from './startCommand.ts';

const DEFAULT_TIMEOUT_MS = 120_000;
const MAX_TIMEOUT_MS = 3_600_000;

const InputSchema = z.object({
  command: z.string().min(1),
  timeout_ms: z.number().int().min(1).max(MAX_TIMEOUT_MS).optional(),
  background: z.boolean().optional(),
});
type Input = z.output<typeof InputSchema>;

export function createBash(): Tool<Input> {
  return defineTool({
    name: 'bash',
    aliases: ['Bash'],
    description,
    schema: InputSchema,
    kind: 'execute',
    present: ({ command }) => ({ title: firstLine(command) }),
    claims: () => ({ exclusive: true }),
    subject: ({ command }) => ({ kind: 'command', line: command }),
    execute: (input, context) => (input.background ? startInBackground(input, context) : run(input, context)),
  });
}

function firstLine(command: string): string {
  const [line = ''] = command.trim().split('\n', 1);
  return line.length < command.trim().length ? `${line} …` : line;
}

async function run(input: Input, context: ToolContext): Promise<ToolResult> {
  const timeoutMs = input.timeout_ms ?? DEFAULT_TIMEOUT_MS;
  const command = await startCommand(input.command, context, (text) => context.output(text));
  const end = await untilEnd(command, timeoutMs, context);
  if (end === 'exited') await command.child.drained();
  // Whatever it left behind goes with it, also when it ended by itself.
  await command.child.kill(end === 'exited' ? 200 : undefined);
  await command.output.close();
  return resultOf(command, end, timeoutMs);
}

type End = 'exited' | 'timeout' | 'cancelled';

async function untilEnd(command: RunningCommand, timeoutMs: number, context: ToolContext): Promise<End> {
  const end = deferred<End>();
  const timer = context.host.clock.after(timeoutMs, () => end.resolve('timeout'));
  const cancel = onAbort(context.signal, () => end.resolve('cancelled'));
  void command.child.exited.then(() => end.resolve('exited'));
  const how = await end.promise;
  timer.dispose();
  cancel.dispose();
  return how;
}

async function resultOf(command: RunningCommand, end: End, timeoutMs: number): Promise<ToolResult> {
  const { child, output } = command;
  const sandbox = command.sandbox.state;
  const text = output.text();
  const exit = await child.exited;
  const last =
    end === 'timeout'
      ? `[ended after ${timeoutMs / 1000} s, its time limit]`
      : end === 'cancelled'
        ? text === ''
          ? '[cancelled before it printed anything]'
          : '[cancelled; what it had printed stands above]'
        : exit.error
          ? `The command could not be started: ${errorMessage(exit.error)}`
          : exit.code === null
            ? `[ended by signal ${exit.signal}]`
            : exit.code !== 0
              ? `exit code ${exit.code}`
              : undefined;
  const parts = [text, last, await warningOf(command)];
  return {
    text: parts.filter(Boolean).join('\n'),
    isError: last !== undefined,
    bounded: true,
    meta: { sandbox },
    ...(sandbox === 'on' && end === 'exited' && looksStopped(text, exit.code)
      ? { stoppedBySandbox: 'The sandbox seems to have stopped this command.' }
      : {}),
  };
}

async function startInBackground(input: Input, context: ToolContext): Promise<ToolResult> {
  const commands = BackgroundCommands.of(context.state);
  const command = await startCommand(input.command, context, () => undefined);
  const id = commands.add(command);
  return {
    text: `Runs in the background as ${id}. Read what it prints with bash_output, end it with bash_kill.`,
    bounded: true,
    meta: { sandbox: command.sandbox.state },
  };
}
