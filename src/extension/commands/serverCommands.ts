import { ExpectedError } from '../../base/errors.ts';
import type { ServerState } from '../../protocol/vak.ts';
import type { Chats } from '../chat/chats.ts';
import { openText } from '../editor/openers.ts';
import type { EditorServers } from '../mcp/editorServers.ts';
import type { ServerNode } from '../view/serversTree.ts';
import type { CommandHandlers } from './commandIds.ts';

/** What the rows of the tree *MCP servers* offer. */
export function serverCommands(chats: Chats, editorServers: EditorServers) {
  const act = (action: 'restart' | 'sign-in' | 'disable' | 'enable') => async (node: unknown) => {
    const conversation = chats.ensure();
    await conversation.client?.call('mcpAction', {
      sessionId: conversation.id,
      server: serverOf(node).id,
      action,
    });
  };
  return {
    'vak.server.restart': act('restart'),
    'vak.server.signIn': act('sign-in'),
    'vak.server.enable': act('enable'),
    'vak.server.disable': act('disable'),
    'vak.server.log': async (node: unknown) => {
      const { log, id } = serverOf(node);
      await openText(log.length > 0 ? log.join('\n') : `${id} has said nothing yet.`, 'log');
    },
    // From the palette: all that wait.
    'vak.server.allow': async (node: unknown) =>
      editorServers.allow(node === undefined ? undefined : serverOf(node).id),
  } satisfies Partial<CommandHandlers>;
}

function serverOf(node: unknown): ServerState {
  const row = node as ServerNode | undefined;
  if (row?.kind !== 'server')
    throw new ExpectedError('no-server', 'Choose a server in the view MCP servers.');
  return row.server;
}
