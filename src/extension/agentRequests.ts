import { window } from 'vscode';
import { ExpectedError } from '../base/errors.ts';
import type { AgentClient } from './acp/agentClient.ts';
import type {
  ClientHandlers,
  ElicitationAnswer,
  ElicitationQuestion,
  VakHandlers,
} from './acp/clientHandlers.ts';
import type { Chats } from './chat/chats.ts';
import type { Documents } from './editor/documents.ts';
import { editorChat, editorModels } from './models/editorModels.ts';
import { openAddress } from './openAddress.ts';
import type { Credentials } from './setup/credentials.ts';

interface RequestDeps {
  chats(): Chats;
  readonly documents: Documents;
  readonly credentials: Credentials;
  /** The agent that converses now. */
  agent(): AgentClient | undefined;
  /** Every running agent of ours. */
  running(): readonly AgentClient[];
  changed(what: 'inventory' | 'models'): void;
  mcpChanged(sessionId: string): void;
  progress(token: string, message: string): void;
}

/** What agents ask of the editor, answered by the conversation it concerns or by the editor itself. */
export function agentRequests(deps: RequestDeps): ClientHandlers {
  const { documents } = deps;
  return {
    permission: async (question, signal) =>
      deps.chats().owner(question.sessionId)?.permission(question, signal),
    elicit: (question, signal) => elicit(question, deps.chats(), signal),
    elicitationDone: (id) => {
      for (const conversation of deps.chats().all) conversation.questions.elicitationDone(id);
    },
    readFile: (path) => documents.read(path),
    // Some foreign agents look whether a file is there by reading it, and can't make one when that fails.
    missingFile: () => (deps.agent()?.info.own ? undefined : ''),
    writeFile: (path, content) => documents.write(path, content),
    vak: vakRequests(deps),
    changed: deps.changed,
    mcpChanged: deps.mcpChanged,
    progress: deps.progress,
  };
}

/** A question without a conversation, as during a sign-in, stands in the one that is shown. */
export async function elicit(
  question: ElicitationQuestion,
  chats: Chats,
  signal: AbortSignal,
): Promise<ElicitationAnswer> {
  const owner = question.sessionId === undefined ? chats.current : chats.owner(question.sessionId);
  if (!owner) return { action: 'cancel' };
  const answer = await owner.elicit(question, signal);
  if (answer.action === 'accept' && question.url !== undefined) await openAddress(question.url);
  return answer;
}

function vakRequests({ credentials, running }: RequestDeps): VakHandlers {
  return {
    editorModels: async () => ({ models: await editorModels() }),
    editorChat: async (params, signal) => {
      const { streamId } = params;
      const sent: Promise<void>[] = [];
      const result = await editorChat(
        params,
        (chunk) => {
          for (const client of running()) sent.push(client.notify('editorChunk', { streamId, chunk }));
        },
        signal,
      );
      await Promise.all(sent);
      return result;
    },
    openUrl: async ({ url, reason }) => {
      if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
        throw new ExpectedError('bad-url', 'Only http and https addresses can be opened.');
      // The host decides whom one trusts; the rest stands below it, a parameter a line.
      const choice = await window.showInformationMessage(
        `Open ${new URL(url).host} in the browser?`,
        { modal: true, detail: `${reason}\n\n${url.replaceAll(/(?=[?&])/g, '\n')}` },
        'Open',
      );
      return { opened: choice === 'Open' && (await openAddress(url)) };
    },
    secretGet: async ({ key }) => ({ value: await credentials.get(key) }),
    secretSet: async ({ key, value }) => {
      await credentials.set(key, value);
      return {};
    },
  };
}
