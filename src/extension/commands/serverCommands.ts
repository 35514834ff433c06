import { ExpectedError } from '../../base/errors.ts';
import type { Inventory, InventoryItem } from '../../protocol/inventory.ts';
import type { ServerState } from '../../protocol/vak.ts';
import type { Chats } from '../chat/chats.ts';
import type { Reports } from '../editor/reports.ts';
import type { EditorServers } from '../mcp/editorServers.ts';
import { untilCancelled } from '../untilCancelled.ts';
import type { ServerNode } from '../view/serversTree.ts';
import type { CommandHandlers } from './commandIds.ts';

type ServerAction = 'restart' | 'sign-in' | 'disable' | 'enable';

interface ServerCommandDeps {
  readonly chats: Chats;
  readonly editorServers: EditorServers;
  readonly reports: Reports;
  inventory(): Promise<Inventory>;
  approve(item: InventoryItem): Promise<void>;
}

/** What the rows of the tree *MCP servers* offer. */
export function serverCommands({ chats, editorServers, reports, inventory, approve }: ServerCommandDeps) {
  const ask = async (server: string, action: ServerAction, signal?: AbortSignal) => {
    const conversation = chats.ensure();
    await conversation.client?.call('mcpAction', { sessionId: conversation.id, server, action }, signal);
  };
  const act = (action: ServerAction) => async (node: unknown) => ask(serverOf(node).id, action);
  return {
    'vak.server.restart': async (node: unknown) => {
      const { id, clientName } = serverOf(node);
      if (clientName !== undefined) await editorServers.restart(clientName, false);
      await ask(id, 'restart');
    },
    'vak.server.askAgain': async (node: unknown) => {
      const { id, clientName } = serverOf(node);
      if (clientName === undefined) return;
      await editorServers.restart(clientName, true);
      await ask(id, 'restart');
    },
    'vak.server.signIn': async (node: unknown) => {
      const { id, clientName } = serverOf(node);
      if (clientName !== undefined) return editorServers.signIn(clientName);
      const title = `Signing in to ${id}. It goes on in the browser.`;
      return untilCancelled(title, (signal) => ask(id, 'sign-in', signal));
    },
    'vak.server.enable': act('enable'),
    'vak.server.disable': act('disable'),
    'vak.server.log': async (node: unknown) => {
      const { log, id } = serverOf(node);
      const text = log.length > 0 ? log.join('\n') : `${id} has said nothing yet.`;
      await reports.show(`Log of ${id}`, text, 'log');
    },
    'vak.server.allow': async (node: unknown) => {
      // From the palette: all of the editor's that wait.
      if (node === undefined) return editorServers.allow();
      const { id, clientName } = serverOf(node);
      if (clientName !== undefined) return editorServers.allow(clientName);
      const { items } = await inventory();
      const item = items.find(
        (each) => each.kind === 'mcp' && each.name === id && each.state === 'untrusted',
      );
      if (item) await approve(item);
    },
  } satisfies Partial<CommandHandlers>;
}

function serverOf(node: unknown): ServerState {
  const row = node as ServerNode | undefined;
  if (row?.kind !== 'server')
    throw new ExpectedError('no-server', 'Choose a server in the view MCP servers.');
  return row.server;
}
