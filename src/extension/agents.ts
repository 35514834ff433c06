import { setTimeout as sleep } from 'node:timers/promises';
import { ExpectedError } from '../base/errors.ts';
import { toDisposable } from '../base/lifecycle.ts';
import type { Log } from '../base/log.ts';
import type { AgentClient } from './acp/agentClient.ts';
import type { ClientHandlers } from './acp/clientHandlers.ts';
import type { EditorServers } from './mcp/editorServers.ts';
import { type AgentSettings, type AgentStart, agentStart } from './process/agentCommand.ts';
import { launchAgent } from './process/launchAgent.ts';
import { AgentSupervisor } from './process/supervisor.ts';

export interface Greeting {
  readonly folders: { readonly path: string; readonly trusted: boolean }[];
  /** The person's settings that are keys of the configuration. */
  readonly settings: Record<string, unknown>;
  readonly providers: Record<string, { apiKey?: string; baseUrl?: string }>;
  /** Absolute paths of the documents that are open. */
  readonly open: string[];
}

interface AgentsPorts {
  settings(): AgentSettings;
  readonly handlers: ClientHandlers;
  readonly servers: EditorServers;
  readonly version: string;
  readonly log: Log;
  trace(direction: 'in' | 'out', message: unknown): void;
  /** What an agent of ours is told before it opens a conversation. */
  greeting(): Promise<Greeting>;
}

/** What this extension does for the agent beyond ACP. */
const POWERS = { editorModels: true, documents: true, trust: true, openUrl: true, secrets: true };

/**
 * The agent processes: the one that converses, and, when that is a foreign one, our own beside it for
 * what only ours knows (the catalogue, commands and skills).
 */
export class Agents {
  readonly main: AgentSupervisor<AgentClient>;
  readonly #companion: AgentSupervisor<AgentClient>;
  readonly #ports: AgentsPorts;

  constructor(ports: AgentsPorts) {
    this.#ports = ports;
    this.main = this.#supervisor(() => agentStart(ports.settings()));
    this.#companion = this.#supervisor(() => agentStart({ ...ports.settings(), command: '' }));
  }

  /** Our own agent, whichever process it is. */
  async own(): Promise<AgentClient> {
    const { state } = this.main;
    const own = state.kind === 'running' ? state.client.info.own : agentStart(this.#ports.settings()).own;
    return own ? this.main.client() : this.#companion.client();
  }

  /** Those of ours that run now. */
  get running(): AgentClient[] {
    return [this.main, this.#companion].flatMap(({ state }) =>
      state.kind === 'running' && state.client.info.own ? [state.client] : [],
    );
  }

  async dispose(): Promise<void> {
    await Promise.all([this.main.dispose(), this.#companion.dispose()]);
  }

  /** An agent of another version may not know one of these: then it goes without. */
  async #greet(client: AgentClient): Promise<void> {
    const { folders, settings, providers, open } = await this.#ports.greeting();
    for (const tell of [
      () => client.call('trust', { folders }),
      () => client.call('settings', { settings }),
      () => client.call('credentials', { providers }),
      () => client.notify('documents', { open }),
    ])
      await tell().catch((error) => {
        if (!(error instanceof ExpectedError) || error.code !== 'unsupported') throw error;
        this.#ports.log.warn(error.message);
      });
  }

  #supervisor(start: () => AgentStart): AgentSupervisor<AgentClient> {
    const { handlers, servers, version, log, trace } = this.#ports;
    return new AgentSupervisor<AgentClient>({
      launch: async (signal) => {
        const powers = POWERS;
        const noise = (line: string) => log.warn(`the agent wrote on its output: ${line.slice(0, 500)}`);
        const stderr = (bytes: Uint8Array) => log.info(`agent: ${new TextDecoder().decode(bytes).trimEnd()}`);
        const options = { start: start(), handlers, servers, version, powers, trace, noise, stderr };
        const running = await launchAgent(options, signal);
        try {
          if (running.client.info.own) await this.#greet(running.client);
        } catch (error) {
          await running.end();
          throw error;
        }
        return running;
      },
      after: (ms, act) => {
        const timer = new AbortController();
        sleep(ms, undefined, { signal: timer.signal }).then(act, () => undefined);
        return toDisposable(() => timer.abort());
      },
      now: () => Date.now(),
    });
  }
}
