import { window } from 'vscode';
import { ExpectedError, errorMessage, isCancelled } from '../../base/errors.ts';
import { outgoing, undoChanges } from '../chat/chatHandlers.ts';
import { chooseFolder } from '../chatEditor.ts';
import type { Core } from '../core.ts';
import type { ExtensionsTree } from '../view/extensionsTree.ts';
import { agentCommands } from './agentCommands.ts';
import { approveItem } from './approveItem.ts';
import { changeCommands } from './changeCommands.ts';
import { chatCommands, revealChat } from './chatCommands.ts';
import type { CommandHandlers, CommandId } from './commandIds.ts';
import { itemCommands } from './itemCommands.ts';
import { pluginCommands } from './pluginCommands.ts';
import { promptCommands } from './promptCommands.ts';
import { serverCommands } from './serverCommands.ts';

/** What each command of the manifest does. */
export function commandHandlers(core: Core, extensions: ExtensionsTree): CommandHandlers {
  const { agents, chats, screen, logs, reports, setup, surroundings, changes, diffs, editor, progress } =
    core;
  const ownAgent = () => agents.own();
  const cwd = () => surroundings.cwd;
  const send = async (text: string) => {
    const conversation = chats.ensure();
    await conversation.send(await outgoing(conversation, text, [], editor), 'queue');
    await revealChat();
  };
  const approvals = { ownAgent, cwd, refresh: () => extensions.refresh() };
  const restart = async () => {
    await agents.main.restart();
  };
  return {
    ...chatCommands({ chats, screen, chooseFolder }),
    ...promptCommands({ inventory: () => surroundings.inventory(), send }),
    ...agentCommands({ chats, logs, reports, ownAgent, restart, enterKey: () => setup.choose('key'), cwd }),
    ...itemCommands({ ...approvals, send, reports }),
    ...serverCommands({
      chats,
      editorServers: core.editorServers,
      reports,
      inventory: () => surroundings.inventory(),
      approve: (item) => approveItem(item, approvals),
    }),
    ...pluginCommands({ ownAgent, onProgress: (token, listener) => progress.listen(token, listener) }),
    ...changeCommands({ chats, changes, diffs, undo: (path) => undoChanges(changes, editor, path) }),
  };
}

/** Runs a command. One that fails says so with the way to the log; one that was called off says nothing. */
export async function runCommand(
  core: Core,
  handlers: CommandHandlers,
  id: CommandId,
  args: readonly unknown[],
): Promise<unknown> {
  try {
    return await handlers[id](...args);
  } catch (error) {
    if (isCancelled(error)) return undefined;
    core.log.error(`${id} failed`, error);
    const detail = error instanceof ExpectedError && error.detail ? ` ${error.detail}` : '';
    void window.showErrorMessage(`${errorMessage(error)}${detail}`, 'Show Log').then((choice) => {
      if (choice) core.logs.show();
    });
    return undefined;
  }
}
