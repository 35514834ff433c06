import { basename } from 'node:path';
import { commands, Uri, window } from 'vscode';
import type { Attachment, SessionView } from '../../protocol/chat.ts';
import type { ChatScreen } from '../chat/chatScreen.ts';
import type { Chats } from '../chat/chats.ts';
import { selectionItem } from '../editor/mentions.ts';
import type { CommandHandlers } from './commandIds.ts';

interface ChatCommandDeps {
  readonly chats: Chats;
  readonly screen: ChatScreen;
  chooseFolder(): Promise<string | undefined>;
}

export async function revealChat(): Promise<void> {
  await commands.executeCommand('vak.chat.focus');
}

/** The commands about conversations. */
export function chatCommands({ chats, screen, chooseFolder }: ChatCommandDeps) {
  const insert = async (attachments: Attachment[]) => {
    await revealChat();
    screen.insert({ text: '', attachments });
  };
  return {
    'vak.openChat': async () => {
      await revealChat();
      screen.focus();
    },
    'vak.newChat': async () => {
      const folder = await chooseFolder();
      await revealChat();
      chats.begin(folder);
      screen.focus();
    },
    'vak.resumeChat': async () => {
      const chosen = await pickSession(await chats.list());
      if (!chosen) return;
      await revealChat();
      await chats.open(chosen.id, chosen.cwd);
    },
    'vak.stop': async () => {
      await chats.current?.stop();
    },
    'vak.attachSelection': async () => {
      const selected = selectionItem();
      const file = window.activeTextEditor?.document.uri;
      if (selected) await insert([selected.attachment]);
      else if (file?.scheme === 'file') await insert([fileAttachment(file)]);
    },
    'vak.attachFile': async (clicked: unknown, all: unknown) => {
      const uris = (Array.isArray(all) ? all : [clicked]).filter((uri) => uri instanceof Uri);
      if (uris.length > 0) await insert(uris.map(fileAttachment));
    },
  } satisfies Partial<CommandHandlers>;
}

function fileAttachment(uri: Uri): Attachment {
  return { kind: 'file', path: uri.fsPath, label: basename(uri.fsPath) };
}

async function pickSession(sessions: readonly SessionView[]): Promise<SessionView | undefined> {
  if (sessions.length === 0) {
    void window.showInformationMessage('There is no earlier conversation.');
    return undefined;
  }
  const rows = sessions.map((session) => ({
    label: session.title || 'Untitled conversation',
    description: session.updatedAt ? new Date(session.updatedAt).toLocaleString() : '',
    detail: session.cwd,
    session,
  }));
  const options = { title: 'Resume a conversation', matchOnDetail: true };
  return (await window.showQuickPick(rows, options))?.session;
}
