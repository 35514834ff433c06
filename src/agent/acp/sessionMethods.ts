import path from 'node:path';
import {
  type AgentApp,
  type LoadSessionResponse,
  methods,
  type PromptResponse,
  type SessionInfo,
} from '@agentclientprotocol/sdk/unstable';
import { z } from 'zod';
import { ExpectedError } from '../../base/errors.ts';
import type { Conversation } from '../session/conversation.ts';
import type { PromptAnswer } from '../session/parts.ts';
import type { Sessions } from '../session/sessions.ts';
import type { ConversationPlace } from '../session/talk.ts';
import type { SessionHead } from '../store/sessionIndex.ts';
import type { WorkerPool } from '../workers/workerPool.ts';
import { type ClientConnection, configOptions, modeState } from './clientConnection.ts';
import { fromBlock } from './content.ts';
import { toWire } from './wireErrors.ts';

/** What serves one connection; there when the first message comes. */
export interface Served {
  readonly sessions: Sessions;
  readonly client: ClientConnection;
  readonly workers: WorkerPool;
}

const ForkMetaSchema = z
  .looseObject({ vak: z.looseObject({ messageId: z.string().optional() }).optional() })
  .nullish()
  .catch(undefined);

/** Registers the protocol's methods about sessions. No logic stands here: each is a call of a session. */
export function registerSessionMethods(app: AgentApp, served: () => Served): void {
  registerTalk(app, served);
  registerOpening(app, served);
  registerStored(app, served);
}

function registerTalk(app: AgentApp, served: () => Served): void {
  const { session } = methods.agent;
  app.onRequest(session.prompt, ({ params, signal }) =>
    answering(params.sessionId, async () => {
      const conversation = await served().sessions.get(params.sessionId);
      const answer = await conversation.prompt({ content: params.prompt.map(fromBlock) }, signal);
      return promptResponse(answer);
    }),
  );
  app.onNotification(session.cancel, async ({ params }) => {
    const { sessions, workers } = served();
    // With subagents a client may call off one worker by its own session.
    if (workers.has(params.sessionId)) return workers.stop(params.sessionId);
    const conversation = await sessions
      .get(params.sessionId)
      // Nothing runs in a session that is not open: a notification has no answer to say so.
      .catch(() => undefined);
    conversation?.cancel();
  });
  app.onRequest(session.setMode, ({ params }) =>
    answering(params.sessionId, async () => {
      await (await served().sessions.get(params.sessionId)).set('mode', params.modeId);
      return {};
    }),
  );
  app.onRequest(session.setConfigOption, ({ params }) =>
    answering(params.sessionId, async () => {
      const conversation = await served().sessions.get(params.sessionId);
      await conversation.set(params.configId, String(params.value));
      return { configOptions: configOptions(conversation.settingChoices()) };
    }),
  );
}

function registerOpening(app: AgentApp, served: () => Served): void {
  const { session } = methods.agent;
  app.onRequest(session.new, ({ params }) =>
    answering(undefined, async () => {
      const conversation = await served().sessions.create(placeOf(params));
      return { sessionId: conversation.id, ...shown(served().client, conversation) };
    }),
  );
  app.onRequest(session.load, ({ params }) =>
    answering(params.sessionId, async () => {
      const { sessions, client } = served();
      const replay = (conversation: Conversation) => client.replay(conversation);
      return shown(client, await sessions.load(params.sessionId, placeOf(params), replay));
    }),
  );
  app.onRequest(session.resume, ({ params }) =>
    answering(params.sessionId, async () => {
      const { sessions, client } = served();
      return shown(client, await sessions.load(params.sessionId, placeOf(params)));
    }),
  );
  app.onRequest(session.fork, ({ params }) =>
    answering(params.sessionId, async () => {
      const { sessions, client } = served();
      const before = ForkMetaSchema.parse(params._meta)?.vak?.messageId;
      const conversation = await sessions.fork(params.sessionId, placeOf(params), before);
      return { sessionId: conversation.id, ...shown(client, conversation) };
    }),
  );
}

function registerStored(app: AgentApp, served: () => Served): void {
  const { session } = methods.agent;
  app.onRequest(session.list, ({ params }) =>
    answering(undefined, async () => {
      const page = await served().sessions.list(params.cwd ?? undefined, params.cursor ?? undefined);
      return { sessions: page.sessions.map(sessionInfo), nextCursor: page.nextCursor };
    }),
  );
  app.onRequest(session.close, ({ params }) =>
    answering(params.sessionId, async () => {
      const { sessions, client } = served();
      await sessions.close(params.sessionId);
      client.forget(params.sessionId);
      return {};
    }),
  );
  app.onRequest(session.delete, ({ params }) =>
    answering(params.sessionId, async () => {
      const { sessions, client } = served();
      await sessions.delete(params.sessionId);
      client.forget(params.sessionId);
      return {};
    }),
  );
  app.onRequest(session.setTitle, ({ params }) =>
    answering(params.sessionId, async () => {
      const title = params.title.trim();
      await served().sessions.rename(params.sessionId, title);
      return { title };
    }),
  );
}

/** Gives every failure its number and its words. */
export async function answering<T>(sessionId: string | undefined, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw toWire(error, sessionId === undefined ? {} : { sessionId });
  }
}

/** Begins to show a conversation behind this answer, which says what can be chosen in it. */
function shown(client: ClientConnection, conversation: Conversation): LoadSessionResponse {
  client.show(conversation);
  return {
    modes: modeState(conversation.settings.mode),
    configOptions: configOptions(conversation.settingChoices()),
  };
}

function promptResponse(answer: PromptAnswer): PromptResponse {
  if (answer.kind === 'failed') throw answer.error;
  const { stopReason, usage } = answer;
  if (usage === undefined) return { stopReason };
  const { input, output } = usage;
  return { stopReason, usage: { inputTokens: input, outputTokens: output, totalTokens: input + output } };
}

interface WirePlace {
  readonly cwd: string;
  readonly additionalDirectories?: readonly string[] | null;
  readonly mcpServers?: readonly unknown[] | null;
}

/** Fails with `bad-path` for a path that is not absolute: it would mean another folder to each side. */
function placeOf({ cwd, additionalDirectories, mcpServers }: WirePlace): ConversationPlace {
  const roots = [cwd, ...(additionalDirectories ?? [])].map((folder) => {
    if (!path.isAbsolute(folder))
      throw new ExpectedError('bad-path', `The folder "${folder}" is not an absolute path.`);
    return path.resolve(folder);
  });
  return { cwd: roots[0] ?? cwd, roots: [...new Set(roots)], clientServers: mcpServers ?? [] };
}

function sessionInfo({ id, cwd, roots, title, updatedAt }: SessionHead): SessionInfo {
  return {
    sessionId: id,
    cwd,
    additionalDirectories: roots.filter((root) => root !== cwd),
    title: title ?? null,
    updatedAt: new Date(updatedAt).toISOString(),
  };
}
