import { commands, type Disposable } from 'vscode';
import { COMMAND_IDS, type CommandId } from './commandIds.ts';

/** The only place that registers commands: each of the manifest's, and no other. */
export function registerCommands(run: (id: CommandId, args: unknown[]) => Promise<unknown>): Disposable[] {
  return COMMAND_IDS.map((id) => commands.registerCommand(id, (...args: unknown[]) => run(id, args)));
}
