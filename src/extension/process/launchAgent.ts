import { childController, raceAbort } from '../../base/abort.ts';
import { ExpectedError } from '../../base/errors.ts';
import { AgentClient, type ConnectOptions } from '../acp/agentClient.ts';
import type { AgentStart } from './agentCommand.ts';
import { AgentProcess, agentEnvironment } from './agentProcess.ts';
import type { Running } from './supervisor.ts';

/** A foreign agent may fetch itself first (`npx`); ours answers within a second. */
const HANDSHAKE_MS = { own: 30_000, foreign: 180_000 };

type LaunchOptions = Omit<ConnectOptions, 'pipes' | 'own'> & {
  readonly start: AgentStart;
  stderr(bytes: Uint8Array): void;
};

/** Starts an agent and shakes hands with it. When that fails nothing of it is left running. */
export async function launchAgent(
  options: LaunchOptions,
  signal: AbortSignal,
): Promise<Running<AgentClient>> {
  const { start } = options;
  const process = new AgentProcess(start, await raceAbort(agentEnvironment(start), signal), options.stderr);
  const deadline = childController(signal);
  const limitMs = start.own ? HANDSHAKE_MS.own : HANDSHAKE_MS.foreign;
  const timer = setTimeout(() => deadline.abort(), limitMs);
  const failed = process.child.exited.then(() => process.failure());
  try {
    const connected = AgentClient.connect(
      { ...options, pipes: process.pipes, own: start.own },
      deadline.signal,
    );
    const client = await Promise.race([connected, failed.then((error) => Promise.reject(error))]);
    return {
      client,
      gone: failed,
      end: async () => {
        client.dispose();
        await process.end();
      },
    };
  } catch (error) {
    await process.end();
    if (deadline.signal.aborted && !signal.aborted)
      throw new ExpectedError(
        'agent-not-started',
        `${start.label} did not answer within ${limitMs / 1000} seconds.`,
        {
          detail: (await process.failure()).detail,
        },
      );
    // The pipe closes a moment before the exit is known; the exit says more.
    if (error instanceof ExpectedError && error.code === 'agent-gone') throw await failed;
    throw error;
  } finally {
    clearTimeout(timer);
    deadline.dispose();
  }
}
