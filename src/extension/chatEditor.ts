import { pathToFileURL } from 'node:url';
import { commands, Uri, window, workspace } from 'vscode';
import { ExpectedError } from '../base/errors.ts';
import type { Agents } from './agents.ts';
import { authMethodOf } from './chat/authNotice.ts';
import type { ChatEditor } from './chat/chatHandlers.ts';
import type { ChatScreen } from './chat/chatScreen.ts';
import type { Chats } from './chat/chats.ts';
import { placeOf } from './chat/turnNotices.ts';
import type { Diffs } from './editor/diffs.ts';
import type { Documents } from './editor/documents.ts';
import { completeMention } from './editor/mentions.ts';
import { openFile, openLink, openText } from './editor/openers.ts';
import { completeResource } from './mcp/completeResource.ts';
import type { Setup } from './setup/setup.ts';
import type { Logs } from './view/log.ts';

interface ChatEditorDeps {
  chats(): Chats;
  screen(): ChatScreen;
  readonly agents: Agents;
  readonly documents: Documents;
  readonly diffs: Diffs;
  readonly setup: Setup;
  readonly logs: Logs;
}

/** The editor as the chat sees it. */
export function chatEditor(deps: ChatEditorDeps): ChatEditor {
  const cwd = () => deps.chats().ensure().cwd;
  return {
    readText: async (path) => {
      const text = await deps.documents.read(path);
      if (text === undefined) throw new ExpectedError('not-found', `${path} is not there (any more).`);
      return text;
    },
    openFile: (path, line) => openFile(path, line, cwd()),
    openLink: (href) => openLink(href, cwd()),
    openText,
    openDiff: (item, index) => deps.diffs.showCall(item, index),
    review: (changes) => deps.diffs.review(changes),
    confirmOverwrite,
    complete: async (query, folder, signal) => {
      const all = [completeMention(query, folder, signal), completeResource(deps.chats().current, query)];
      return (await Promise.all(all)).flat();
    },
    expand: (text, folder) => expand(text, folder, deps.agents),
    run: (action) => runAction(action, deps),
    setUp: (way) => deps.setup.choose(way),
    chooseFolder,
    restricted: () => !workspace.isTrusted,
  };
}

async function confirmOverwrite(paths: readonly string[]): Promise<boolean> {
  const names = paths.map((path) => workspace.asRelativePath(path)).join('\n');
  const message = 'These files were changed since by somebody else. Overwrite those changes?';
  return (
    (await window.showWarningMessage(message, { modal: true, detail: names }, 'Overwrite')) === 'Overwrite'
  );
}

/** The folder of a conversation when there are several; undefined keeps the usual one. */
export async function chooseFolder(): Promise<string | undefined> {
  const folders = (workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === 'file');
  if (folders.length < 2) return folders[0]?.uri.fsPath;
  const rows = folders.map(({ name, uri }) => ({ label: name, description: uri.fsPath }));
  return (await window.showQuickPick(rows, { title: 'Folder of the conversation' }))?.description;
}

/** A command or skill of ours for an agent that knows neither; undefined when the text names none. */
async function expand(text: string, cwd: string, agents: Agents): ReturnType<ChatEditor['expand']> {
  const expansion = await (await agents.own()).call('expand', { cwd, text });
  if (expansion.kind === 'plain') return undefined;
  if (expansion.kind === 'refused') throw new ExpectedError('refused', expansion.message);
  const attachments = expansion.skills.map(({ name, path, text: content }) => ({
    kind: 'text' as const,
    label: name,
    uri: pathToFileURL(path).href,
    text: content,
  }));
  return { text: expansion.text, attachments };
}

/** Buttons of notices and of the view's edges. */
async function runAction(action: string, deps: ChatEditorDeps): Promise<void> {
  const method = authMethodOf(action);
  if (method !== undefined) return deps.chats().authenticate(method);
  const place = placeOf(action);
  if (place) return openFile(place.path, place.line, deps.chats().ensure().cwd);
  switch (action) {
    case 'disable-plugin':
      return commands.executeCommand('vak.disablePlugin');
    case 'retry':
      return deps.chats().retry();
    case 'restart-agent':
      await deps.agents.main.restart();
      return undefined;
    case 'show-log':
      return deps.logs.show();
    case 'open-settings':
      return commands.executeCommand('workbench.action.openSettings', '@ext:vakil.vakil');
    case 'show-extensions':
    case 'show-skills':
      return commands.executeCommand('vak.extensions.focus');
    case 'show-servers':
      return commands.executeCommand('vak.servers.focus');
    case 'manage-trust':
      return commands.executeCommand('workbench.trust.manage');
    case 'attach-files':
      return attachFiles(deps);
    default:
      throw new ExpectedError('unknown-action', `There is no action ${action}.`);
  }
}

async function attachFiles({ chats, screen }: ChatEditorDeps): Promise<void> {
  const defaultUri = Uri.file(chats().ensure().cwd);
  const chosen = await window.showOpenDialog({
    canSelectMany: true,
    canSelectFolders: false,
    defaultUri,
    openLabel: 'Attach',
  });
  const attachments = (chosen ?? []).map(({ fsPath }) => ({
    kind: 'file' as const,
    path: fsPath,
    label: fsPath.slice(fsPath.replaceAll('\\', '/').lastIndexOf('/') + 1),
  }));
  if (attachments.length > 0) screen().insert({ text: '', attachments });
}
