import type { Exit } from '../../host/host.ts';
import type { ToolState } from '../tool.ts';
import type { Endable } from '../toolState.ts';
import { type RunningCommand, warningOf } from './startCommand.ts';

interface Background extends RunningCommand {
  /** Characters that were given out already. */
  mark: number;
  exit: Exit | undefined;
  /** Said with its end. */
  warning: string | undefined;
}

/** The commands of a conversation that run in the background. All of them end with it. */
export class BackgroundCommands implements Endable {
  readonly #commands = new Map<string, Background>();
  #next = 1;

  static of(state: ToolState): BackgroundCommands {
    return state.get('background-commands', () => new BackgroundCommands());
  }

  add(command: RunningCommand): string {
    const id = `bash-${this.#next++}`;
    const background: Background = { ...command, mark: 0, exit: undefined, warning: undefined };
    this.#commands.set(id, background);
    void command.child.exited.then(async (exit) => {
      await command.child.drained();
      await command.output.close();
      background.warning = await warningOf(command);
      background.exit = exit;
    });
    return id;
  }

  get ids(): string[] {
    return [...this.#commands.keys()];
  }

  /** What it printed since the last look, and how it stands; undefined when there is no such command. */
  read(id: string): (Pick<Background, 'exit' | 'warning'> & { readonly text: string }) | undefined {
    const command = this.#commands.get(id);
    if (!command) return undefined;
    const { text, mark } = command.output.since(command.mark);
    command.mark = mark;
    return { text, exit: command.exit, warning: command.warning };
  }

  /** Ends it with everything it started; false when there is no such command. */
  async kill(id: string): Promise<boolean> {
    const command = this.#commands.get(id);
    if (!command) return false;
    await command.child.kill();
    return true;
  }

  async end(): Promise<void> {
    await Promise.all(this.ids.map((id) => this.kill(id)));
  }
}
