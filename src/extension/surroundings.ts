import os from 'node:os';
import { workspace } from 'vscode';
import { Emitter } from '../base/event.ts';
import type { Disposable } from '../base/lifecycle.ts';
import type { Log } from '../base/log.ts';
import type { Inventory } from '../protocol/inventory.ts';
import type { Agents } from './agents.ts';
import type { SurroundingState } from './chat/chatScreen.ts';
import type { Chats } from './chat/chats.ts';
import { inventoryCommands } from './chat/commandViews.ts';
import type { Setup } from './setup/setup.ts';
import { waitingNames } from './view/inventoryTree.ts';

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
  #toApprove: readonly string[] = [];
  /** Commands of ours beside those of a foreign agent. */
  #commands: SurroundingState['commands'] = [];

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
      // Models of a foreign agent are its own matter.
      setup: state.kind === 'running' && !state.client.info.own ? null : setup().view,
      counts: this.#counts,
      toApprove: [...this.#toApprove],
      commands: this.#commands,
    };
  }

  /** Everything there is in the conversation's folder, as our own agent sees it. */
  async inventory(): Promise<Inventory> {
    return (await this.#deps.agents.own()).call('inventory', { cwd: this.cwd });
  }

  /** Looks again what there is: for the counts, and for the completion beside a foreign agent. */
  async count(): Promise<void> {
    const { state } = this.#deps.agents.main;
    if (state.kind !== 'running') return;
    try {
      const inventory = await this.inventory();
      const of = (kind: string) =>
        inventory.items.filter((i) => i.kind === kind && i.state === 'active').length;
      this.#counts = { servers: of('mcp'), skills: of('skill') };
      this.#toApprove = waitingNames(inventory.items);
      this.#commands = state.client.info.own ? [] : inventoryCommands(inventory);
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
