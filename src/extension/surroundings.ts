import os from 'node:os';
import { workspace } from 'vscode';
import { Emitter } from '../base/event.ts';
import type { Disposable } from '../base/lifecycle.ts';
import type { Log } from '../base/log.ts';
import type { Inventory } from '../protocol/inventory.ts';
import type { Agents } from './agents.ts';
import type { SurroundingState } from './chat/chatScreen.ts';
import type { Chats } from './chat/chats.ts';
import type { Setup } from './setup/setup.ts';

interface SurroundingsDeps {
  readonly agents: Agents;
  chats(): Chats;
  setup(): Setup;
  readonly log: Log;
}

/** What stands around a conversation: folders, trust, the agent's name, how much there is to use. */
export class Surroundings implements Disposable {
  readonly #deps: SurroundingsDeps;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  #counts = { servers: 0, skills: 0 };

  constructor(deps: SurroundingsDeps) {
    this.#deps = deps;
  }

  /** The folder of the shown conversation, else the one a conversation would start in. */
  get cwd(): string {
    return this.#deps.chats().current?.cwd ?? defaultCwd();
  }

  get state(): SurroundingState {
    const { agents, setup } = this.#deps;
    const { state } = agents.main;
    return {
      folders: folders(),
      trusted: workspace.isTrusted,
      agentName: state.kind === 'running' ? state.client.info.name : 'Vakil',
      setup: setup().view,
      counts: this.#counts,
    };
  }

  /** Everything there is in the conversation's folder, as our own agent sees it. */
  async inventory(): Promise<Inventory> {
    return (await this.#deps.agents.own()).call('inventory', { cwd: this.cwd });
  }

  /** Counts again what there is. A foreign agent's process is not joined by ours just for that. */
  async count(): Promise<void> {
    if (this.#deps.agents.running.length === 0) return;
    try {
      const { items } = await this.inventory();
      const active = items.filter((item) => item.state === 'active');
      const of = (kind: string) => active.filter((item) => item.kind === kind).length;
      this.#counts = { servers: of('mcp'), skills: of('skill') };
    } catch (error) {
      this.#deps.log.warn('the inventory could not be read', error);
    }
    this.changed();
  }

  changed(): void {
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

function folders(): SurroundingState['folders'] {
  return (workspace.workspaceFolders ?? [])
    .filter((folder) => folder.uri.scheme === 'file')
    .map(({ uri, name }) => ({ path: uri.fsPath, name }));
}

/** The first folder of the workspace; a window without one works in the home folder. */
export function defaultCwd(): string {
  return folders()[0]?.path ?? os.homedir();
}
