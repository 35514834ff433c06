import path from 'node:path';
import { onTestFinished } from 'vitest';
import { nullLog } from '../../src/base/log.ts';
import type { AgentClient } from '../../src/extension/acp/agentClient.ts';
import type { ClientHandlers } from '../../src/extension/acp/clientHandlers.ts';
import { Agents } from '../../src/extension/agents.ts';
import { type ChatMemory, Chats } from '../../src/extension/chat/chats.ts';
import type { Conversation, Outgoing } from '../../src/extension/chat/conversation.ts';

import type { AgentSupervisor } from '../../src/extension/process/supervisor.ts';
import type { TranscriptItem } from '../../src/protocol/transcript.ts';
import type { Sandbox } from './agentProcess.ts';
import { projectRoot } from './projectRoot.ts';
import { clientHandlers, noEditorServers } from './rawAgent.ts';

export interface ChatHarness {
  readonly chats: Chats;
  readonly agent: AgentSupervisor<AgentClient>;
  readonly agents: Agents;
  /** What a reload of the window would find. */
  readonly memory: { current: ChatMemory | undefined };
  /** What went to the log, the agent's stderr with it. */
  readonly said: () => string;
  end(): Promise<void>;
}

interface HarnessOptions {
  /** Another agent than our own: a program and its arguments. */
  readonly command?: string;
  readonly args?: readonly string[];
  readonly memory?: ChatMemory;
  readonly handlers?: (chats: () => Chats) => Partial<ClientHandlers>;
  readonly trusted?: boolean;
  /** The person's settings `vak.*` in the editor. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The chat without VS Code around it: real agent process, supervisor and conversations. Ends with the test. */
export function chatHarness(place: Sandbox, options: HarnessOptions = {}): ChatHarness {
  let said = '';
  const servers = noEditorServers();
  const memory = { current: options.memory };
  const handlers = clientHandlers({
    permission: async (question, signal) => chats.owner(question.sessionId)?.permission(question, signal),
    elicit: async (question, signal) =>
      chats.owner(question.sessionId ?? '')?.elicit(question, signal) ?? { action: 'cancel' },
    ...options.handlers?.(() => chats),
  });
  const agents = new Agents({
    settings: () => ({
      command: options.command ?? '',
      args: options.args ?? [],
      env: place.env,
      dist: path.join(projectRoot, 'dist'),
      execPath: process.execPath,
      cwd: place.workspace,
      home: place.home,
    }),
    handlers,
    servers,
    version: '0.0.0',
    log: {
      ...nullLog,
      info: (line) => {
        said += `${line}\n`;
      },
      error: (line, detail) => {
        said += `${line} ${String(detail)}\n`;
      },
    },
    trace: () => undefined,
    greeting: async () => ({
      folders: [{ path: place.workspace, trusted: options.trusted ?? true }],
      settings: options.settings ?? {},
      providers: {},
      open: [],
    }),
  });
  const agent = agents.main;
  const chats: Chats = new Chats({
    agent,
    servers,
    log: nullLog,
    defaultCwd: () => place.workspace,
    restricted: () => options.trusted === false,
    preferredOptions: () =>
      Object.entries(options.settings ?? {}).map(([category, value]) => ({ category, value })),
    remembered: () => memory.current,
    remember: (chat) => {
      memory.current = chat;
    },
    now: () => Date.now(),
  });
  const end = async () => {
    chats.dispose();
    await agents.dispose();
    servers.dispose();
  };
  onTestFinished(end);
  return { chats, agent, agents, memory, said: () => said, end };
}

export function message(text: string): Outgoing {
  return { text, chips: [], images: [], blocks: async () => [{ type: 'text', text }] };
}

/** Resolves when the conversation's state or transcript is as wanted. */
export function until(
  conversation: Conversation,
  holds: (conversation: Conversation) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds(conversation)) return;
      state.dispose();
      items.dispose();
      resolve();
    };
    const state = conversation.onDidChange(look);
    const items = conversation.transcript.onDidChange(look);
    look();
  });
}

export function idle(conversation: Conversation): Promise<void> {
  return until(conversation, ({ phase, state }) => phase === 'idle' && state.queue.length === 0);
}

/** Sends and waits until the turn is over. */
export async function turn(conversation: Conversation, text: string): Promise<void> {
  await idle(conversation);
  const ended = new Promise<void>((resolve) => {
    const link = conversation.onDidEndTurn(() => {
      link.dispose();
      resolve();
    });
  });
  await conversation.send(message(text), 'queue');
  await ended;
}

/** The transcript in short: a line per item. */
export function outline(items: readonly TranscriptItem[]): string[] {
  return items.map(oneLine);
}

function oneLine(item: TranscriptItem): string {
  switch (item.kind) {
    case 'user':
    case 'assistant':
    case 'thought':
      return `${item.kind}: ${item.text}`;
    case 'tool':
      return `tool: ${item.name ?? item.title} ${item.status}`;
    case 'plan':
      return `plan: ${item.entries.map((entry) => entry.content).join('; ')}`;
    case 'notice':
      return `notice: ${item.title}`;
    case 'compaction':
      return `compaction: ${item.status}`;
  }
}
