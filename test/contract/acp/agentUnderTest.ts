import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { AcpPeer, type Message } from '../../support/acpPeer.ts';
import { cliFile, type Sandbox, sandbox, startAgent, testEnvironment } from '../../support/agentProcess.ts';
import { type FileTree, suiteFolder, writeTree } from '../../support/tempFolder.ts';

export interface InitializeAnswer {
  readonly protocolVersion: number;
  readonly agentInfo?: { readonly name: string; readonly version: string };
  readonly authMethods?: readonly { readonly type?: string }[];
  readonly agentCapabilities: {
    readonly loadSession?: boolean;
    readonly promptCapabilities?: Readonly<Record<string, boolean>>;
    readonly sessionCapabilities?: Readonly<Record<string, unknown>>;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
  readonly _meta?: Readonly<Record<string, unknown>>;
}

export interface ConfigOption {
  readonly id: string;
  readonly type: string;
  readonly category?: string;
  readonly currentValue: unknown;
  readonly options: readonly { readonly value: string }[];
}

export interface Opened {
  readonly sessionId: string;
  readonly modes?: { readonly currentModeId: string; readonly availableModes: readonly { id: string }[] };
  readonly configOptions?: readonly ConfigOption[];
}

/** A fresh agent with a home and a workspace of its own, and the short ways to talk with it. */
export class AgentUnderTest {
  readonly peer: AcpPeer;
  readonly place: Sandbox;

  constructor(place: Sandbox, peer: AcpPeer = startAgent(place)) {
    this.place = place;
    this.peer = peer;
  }

  /** An agent that has answered `initialize`. */
  static async start(
    options: { readonly workspace?: FileTree; readonly client?: object; readonly place?: Sandbox } = {},
  ): Promise<AgentUnderTest> {
    const agent = new AgentUnderTest(options.place ?? sandbox({ workspace: options.workspace }));
    await agent.initialize(options.client);
    return agent;
  }

  initialize(clientCapabilities: object = {}): Promise<InitializeAnswer> {
    return this.peer.request('initialize', { protocolVersion: 1, clientCapabilities });
  }

  open(params: object = {}): Promise<Opened> {
    return this.peer.request('session/new', { cwd: this.place.workspace, mcpServers: [], ...params });
  }

  /** Starts a prompt; gives its answer as it comes, error or not. */
  prompt(sessionId: string, text: string): Promise<Message> {
    return this.peer.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
  }

  /** Sends a prompt and gives the reason why it stopped. */
  async stopReason(sessionId: string, text: string): Promise<string> {
    const answer = await this.prompt(sessionId, text);
    return (answer.result as { stopReason: string }).stopReason;
  }

  /** Starts a prompt that runs until it is cancelled; resolves when it has said its first word. */
  async promptForever(
    sessionId: string,
  ): Promise<{ readonly id: number; readonly answer: Promise<Message> }> {
    const prompt = [{ type: 'text', text: 'say working\nwait 60000\nsay done' }];
    const started = this.peer.start('session/prompt', { sessionId, prompt });
    await this.peer.waitFor(
      ({ method, params }) =>
        method === 'session/update' &&
        (params as { sessionId: string }).sessionId === sessionId &&
        JSON.stringify(params).includes('"working'),
    );
    return started;
  }
}

/**
 * One agent for all tests of a `describe`, each in a session of its own: call it while tests are
 * collected. The answer is the agent once the tests run.
 */
export function suiteAgent(workspace: FileTree = {}): () => AgentUnderTest {
  const folder = suiteFolder({ 'home/': '', 'workspace/': '' });
  const home = path.join(folder, 'home');
  const place = { home, workspace: path.join(folder, 'workspace'), env: testEnvironment(home) };
  writeTree(place.workspace, workspace);
  let agent: AgentUnderTest | undefined;
  beforeAll(async () => {
    const { env, workspace: cwd } = place;
    agent = new AgentUnderTest(
      place,
      new AcpPeer({ command: process.execPath, args: [cliFile, 'acp'], cwd, env }),
    );
    await agent.initialize();
  });
  afterAll(() => agent?.peer[Symbol.asyncDispose]());
  return () => {
    if (agent === undefined) throw new Error('no test runs');
    return agent;
  };
}

/** Index of the frame that carries this answer. */
export function frameOf(peer: AcpPeer, answer: Message): number {
  return peer.frames.findIndex((frame) => frame.message?.id === answer.id && frame.from === 'them');
}

/** The `session/update`s behind a frame, by their kind. */
export function updatesAfter(peer: AcpPeer, index: number): readonly string[] {
  return updatesBetween(peer, index + 1, peer.frames.length);
}

export function updatesBetween(peer: AcpPeer, start: number, end: number): readonly string[] {
  return peer.frames
    .slice(start, end)
    .map(({ message }) => message)
    .filter((message) => message?.method === 'session/update')
    .map((message) => (message?.params ?? {}) as { update?: { sessionUpdate: string } })
    .map(({ update }) => update?.sessionUpdate ?? '');
}
