import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ExpectedError } from '../../base/errors.ts';
import { OwnedChild } from '../../node/child.ts';
import { endMarked, PROCESS_MARK } from '../../node/processMark.ts';
import { childEnvironment, loginShellEnvironment, ownEnvironment } from '../../node/shellEnvironment.ts';
import type { AgentStart } from './agentCommand.ts';
import { Tail } from './tail.ts';

/** How long an agent may take to leave after its input ended, before it is killed with all it started. */
const LEAVE_MS = 1000;
const KILL_GRACE_MS = 1000;

/** A running agent process and what it said on stderr. Whoever starts it calls `end`. */
export class AgentProcess {
  readonly start: AgentStart;
  readonly child: OwnedChild;
  readonly #stderr = new Tail();
  /** Everything it starts carries this, also what left its group or outlived it. */
  readonly #mark = randomUUID();
  #ended: Promise<void> | undefined;

  constructor(
    start: AgentStart,
    env: Readonly<Record<string, string>>,
    onStderr: (bytes: Uint8Array) => void,
  ) {
    this.start = start;
    this.child = new OwnedChild({ ...start, env: { ...env, [PROCESS_MARK]: this.#mark }, stdin: 'pipe' });
    this.child.onStderr((bytes) => {
      this.#stderr.push(bytes);
      onStderr(bytes);
    });
  }

  /** What the connection needs of it. */
  get pipes() {
    const { child } = this;
    return {
      onStdout: child.onStdout,
      ended: child.drained(),
      write: (text: string) => child.write(text),
      endInput: () => child.endInput(),
    };
  }

  /** Ends it whole: input first, so that it can put its files in order, then all it started, daemons too. */
  end(): Promise<void> {
    this.#ended ??= this.#end();
    return this.#ended;
  }

  async #end(): Promise<void> {
    this.child.endInput();
    const timer = new AbortController();
    await Promise.race([
      this.child.exited,
      sleep(LEAVE_MS, undefined, { signal: timer.signal }).catch(() => undefined),
    ]);
    timer.abort();
    await this.child.kill(KILL_GRACE_MS);
    await endMarked(this.#mark);
  }

  /** Why it is gone, with the last it said. */
  async failure(): Promise<ExpectedError> {
    const exit = await this.child.exited;
    await this.child.drained();
    const said = String(this.#stderr);
    const { label, command, own } = this.start;
    if (exit.error) {
      const missing = (exit.error as NodeJS.ErrnoException).code === 'ENOENT';
      return new ExpectedError(
        'agent-not-started',
        missing
          ? `The program ${command} was not found.`
          : `${label} could not be started: ${exit.error.message}`,
        {
          detail: own ? undefined : 'Look at the setting vak.agent.command and at your PATH.',
          cause: exit.error,
        },
      );
    }
    const how = exit.signal
      ? `was ended by ${exit.signal}`
      : `ended with exit code ${exit.code ?? 'unknown'}`;
    return new ExpectedError('agent-gone', `The agent ${label} ${how}.`, { detail: said || undefined });
  }
}

/**
 * The environment an agent starts with. Our own asks the login shell itself, for what it starts; a
 * foreign one gets what the login shell would have given it.
 */
export async function agentEnvironment(start: AgentStart): Promise<Record<string, string>> {
  const base = ownEnvironment();
  return childEnvironment(start.own ? base : await loginShellEnvironment(base), [], start.env);
}
