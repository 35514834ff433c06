import { ExpectedError } from '../../base/errors.ts';
import type { Attachment, ChatHandlers, ResponseOf } from '../../protocol/chat.ts';
import { chipsOf, imagesOf, promptBlocks } from './attachments.ts';
import type { Changes } from './changes.ts';
import type { Chats } from './chats.ts';
import type { Conversation, Outgoing } from './conversation.ts';
import { isHeld } from './restrictedMode.ts';
import type { ToolItem } from './toolItem.ts';
import type { ViewFeed } from './viewFeed.ts';

/** What the chat needs of the editor around it. */
export interface ChatEditor {
  readText(path: string): Promise<string>;
  openFile(path: string, line?: number): Promise<void>;
  openLink(href: string): Promise<void>;
  openText(text: string, language: string): Promise<void>;
  openDiff(item: ToolItem, index: number): Promise<void>;
  review(changes: Changes): Promise<void>;
  /** Asks before it overwrites what somebody changed since. */
  confirmOverwrite(paths: readonly string[]): Promise<boolean>;
  complete(query: string, cwd: string, signal: AbortSignal): Promise<ResponseOf<'mention/complete'>['items']>;
  /** What a message that begins with a command becomes for an agent that does not know ours; undefined: as it is. */
  expand(text: string, cwd: string): Promise<{ text: string; attachments: Attachment[] } | undefined>;
  run(action: string, itemId: string | undefined): Promise<void>;
  setUp(way: 'key' | 'editor' | 'ollama' | 'rehearsal'): Promise<void>;
  chooseFolder(): Promise<string | undefined>;
  /** True in a workspace that the person does not trust (yet). */
  restricted(): boolean;
}

interface HandlerDeps {
  readonly chats: Chats;
  readonly feed: ViewFeed;
  readonly changes: Changes;
  readonly editor: ChatEditor;
}

/** What each message of the view does. */
export function chatHandlers(deps: HandlerDeps): ChatHandlers {
  return {
    ...turnHandlers(deps),
    ...sessionHandlers(deps),
    ...editorHandlers(deps),
    ...workerHandlers(deps),
  };
}

type Part<M extends keyof ChatHandlers> = Pick<ChatHandlers, M>;

function turnHandlers({ chats, feed, editor }: HandlerDeps) {
  return {
    'view/snapshot': async () => {
      chats.ensure();
      return feed.snapshot();
    },
    'transcript/page': async ({ before, count }) =>
      feed.transcript?.page(before, count) ?? { items: [], first: 0 },
    'prompt/send': async ({ text, attachments, how }) => {
      const conversation = chats.ensure();
      if (conversation.phase === 'failed') void chats.retry();
      if (feed.shownWorker !== undefined) await steerWorker(conversation, feed.shownWorker, text, how);
      else await conversation.send(await outgoing(conversation, text, attachments, editor), how);
      return null;
    },
    'turn/stop': async () => {
      await chats.current?.stop();
      return null;
    },
    'queue/remove': async ({ id }) => {
      chats.current?.removeQueued(id);
      return null;
    },
    'queue/steer': async ({ id }) => {
      await chats.current?.steerQueued(id);
      return null;
    },
    'permission/answer': async ({ requestId, optionId, feedback }) => {
      if (!chats.current?.questions.answerPermission(requestId, { optionId, feedback }))
        throw new ExpectedError('gone', 'This question is not open any more.');
      return null;
    },
    'elicitation/answer': async ({ requestId, action, content }) => {
      const problem = chats.current?.questions.answerElicitation(requestId, action, content ?? {});
      if (problem !== undefined) throw new ExpectedError('bad-answer', problem);
      return null;
    },
    'config/set': async ({ id, value }) => {
      const options = chats.current?.state.configOptions ?? [];
      if (editor.restricted() && isHeld(options, id, value))
        throw new ExpectedError('restricted', 'Trust this workspace first: until then the agent only reads.');
      await chats.current?.setOption(id, value);
      return null;
    },
  } satisfies Partial<ChatHandlers>;
}

function sessionHandlers({ chats, changes, editor }: HandlerDeps) {
  return {
    'session/new': async ({ cwd }) => {
      chats.begin(cwd);
      return null;
    },
    'session/list': async () => ({ sessions: await chats.list() }),
    'session/open': async ({ id, cwd }) => {
      await chats.open(id, cwd);
      return null;
    },
    'session/rename': async ({ id, title }) => {
      await chats.rename(id, title);
      return null;
    },
    'session/delete': async ({ id }) => {
      await chats.delete(id);
      return null;
    },
    'session/fork': async ({ messageId }) => {
      await chats.fork(messageId);
      return null;
    },
    'message/restore': async ({ messageId, filesOnly }) => {
      const conversation = chats.ensure();
      await restoreTo(conversation, messageId, filesOnly, editor);
      await changes.lookAgain();
      return null;
    },
  } satisfies Partial<ChatHandlers>;
}

function editorHandlers({ chats, changes, editor, feed }: HandlerDeps) {
  return {
    'mention/complete': async ({ query }, signal) => ({
      items: await editor.complete(query, chats.ensure().cwd, signal),
    }),
    'open/file': async ({ path, line }) => {
      await editor.openFile(path, line);
      return null;
    },
    'open/diff': async ({ callId, index }) => {
      const item = feed.transcript?.get(callId);
      if (item?.kind !== 'tool')
        throw new ExpectedError('gone', 'This change is not in the conversation any more.');
      await editor.openDiff(item, index);
      return null;
    },
    'open/link': async ({ href }) => {
      await editor.openLink(href);
      return null;
    },
    'open/text': async ({ text, language }) => {
      await editor.openText(text, language);
      return null;
    },
    'changes/keep': async ({ path }) => {
      changes.keep(path);
      return null;
    },
    'changes/undo': async ({ path }) => {
      await undoChanges(changes, editor, path);
      return null;
    },
    'changes/review': async () => {
      await editor.review(changes);
      return null;
    },
    'setup/choose': async ({ id }) => {
      await editor.setUp(id);
      return null;
    },
    'action/run': async ({ id, itemId }) => {
      await editor.run(id, itemId);
      return null;
    },
  } satisfies Partial<ChatHandlers>;
}

function workerHandlers({ chats, feed }: HandlerDeps): Part<'worker/open' | 'worker/stop'> {
  return {
    'worker/open': async ({ sessionId }) => {
      const conversation = chats.ensure();
      const worker = sessionId === null ? undefined : conversation.workers.get(sessionId);
      if (sessionId !== null && !worker)
        throw new ExpectedError('gone', 'This worker is not part of the conversation any more.');
      feed.show(worker?.transcript ?? conversation.transcript, worker?.view ?? null);
      return null;
    },
    'worker/stop': async ({ sessionId }) => {
      await chats.current?.client?.call('workerStop', { sessionId });
      return null;
    },
  };
}

/** Brings changed files back; those that somebody else changed since only after the person agreed. */
export async function undoChanges(
  changes: Changes,
  editor: Pick<ChatEditor, 'confirmOverwrite'>,
  path: string | undefined,
): Promise<void> {
  const left = await changes.undo(path, false);
  if (left.length > 0 && (await editor.confirmOverwrite(left)))
    for (const one of left) await changes.undo(one, true);
}

/** A message on its way: shown as the person wrote it, sent as this agent can take it. */
export async function outgoing(
  conversation: Conversation,
  text: string,
  attachments: readonly Attachment[],
  editor: Pick<ChatEditor, 'readText' | 'expand'>,
): Promise<Outgoing> {
  const { client, cwd } = conversation;
  return {
    text,
    chips: chipsOf(attachments),
    images: imagesOf(attachments),
    blocks: async () => {
      const expanded =
        client && !client.info.own && text.startsWith('/') ? await editor.expand(text, cwd) : undefined;
      const all = [...attachments, ...(expanded?.attachments ?? [])];
      const powers = conversation.client?.info.can ?? { images: false, embed: false };
      return promptBlocks(expanded?.text ?? text, all, powers, (path) => editor.readText(path));
    },
  };
}

async function steerWorker(
  conversation: Conversation,
  worker: string,
  text: string,
  how: 'queue' | 'steer',
): Promise<void> {
  const known = conversation.workers.get(worker);
  if (!known || known.view.state === 'idle')
    throw new ExpectedError('gone', 'This worker has finished; it can not take a message any more.');
  const steered = how === 'steer';
  const own = known.writer.own({ text, chips: [], images: [], steered });
  const meta = steered ? {} : { vak: { followUp: true } };
  const taken = await conversation.client?.steer(worker, [{ type: 'text', text }], meta);
  if (taken) return;
  known.transcript.remove(own);
  throw new ExpectedError('gone', 'This worker has finished; it can not take a message any more.');
}

/** Brings files, and the conversation unless `filesOnly`, back to before a message of the person. */
export async function restoreTo(
  conversation: Conversation,
  messageId: string,
  filesOnly: boolean,
  editor: Pick<ChatEditor, 'confirmOverwrite'>,
): Promise<void> {
  const { client, id: sessionId } = conversation;
  if (!client) throw new ExpectedError('agent-gone', 'The agent is not ready yet.');
  if (conversation.phase === 'running') throw new ExpectedError('busy', 'Stop the running turn first.');
  const first = await client.call('restore', { sessionId, messageId, filesOnly });
  if (first.conflicts.length > 0) {
    if (!(await editor.confirmOverwrite(first.conflicts.map((conflict) => conflict.path)))) return;
    await client.call('restore', { sessionId, messageId, filesOnly, force: true });
  }
  if (!filesOnly) conversation.restoredTo(messageId);
}
