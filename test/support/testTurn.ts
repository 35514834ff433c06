import { DEFAULT_CONFIG } from '../../src/agent/config/config.ts';
import type { Host } from '../../src/agent/host/host.ts';
import { createNodeHost } from '../../src/agent/host/node/nodeHost.ts';
import { createRehearsalModel } from '../../src/agent/model/rehearsalModel.ts';
import { streamModel } from '../../src/agent/model/streamModel.ts';
import type {
  ApprovalAnswer,
  ApprovalQuestion,
  PermissionDecision,
} from '../../src/agent/permissions/permission.ts';
import {
  type CommandSandbox,
  createCommandSandbox,
  sandboxFinder,
} from '../../src/agent/sandbox/commandSandbox.ts';
import type { Entry, NewEntry } from '../../src/agent/store/entry.ts';
import { createBuiltinTools } from '../../src/agent/tools/builtinTools.ts';
import type { Documents } from '../../src/agent/tools/tool.ts';
import { ConversationToolState } from '../../src/agent/tools/toolState.ts';
import type { TurnEvent } from '../../src/agent/turn/events.ts';
import { runTurn } from '../../src/agent/turn/runTurn.ts';
import type { TurnDeps, TurnOutcome, TurnPrompt } from '../../src/agent/turn/turn.ts';

export interface TestTurnOptions {
  readonly cwd: string;
  /** Laid over the ports of the test. */
  readonly deps?: Partial<TurnDeps>;
  readonly decision?: (input: Parameters<TurnDeps['permissions']['decide']>[0]) => PermissionDecision;
  readonly answer?: (question: ApprovalQuestion) => ApprovalAnswer | Promise<ApprovalAnswer>;
  readonly history?: readonly Entry[];
}

/** A conversation in memory: real tools and files, the rehearsal model, everything allowed unless said. */
export interface TestConversation {
  readonly log: Entry[];
  readonly events: TurnEvent[];
  readonly questions: ApprovalQuestion[];
  readonly toolState: ConversationToolState;
  /** Runs one turn; a text is the person's prompt. */
  send(prompt: string | TurnPrompt, signal?: AbortSignal): Promise<TurnOutcome>;
}

/** No document is open in an editor. */
export const noDocuments: Documents = { read: async () => undefined, write: async () => false };

/** Commands run as they are. */
export function noSandbox(host: Host): CommandSandbox {
  return createCommandSandbox(host, sandboxFinder(host), { mode: 'off', network: true, roots: [] });
}

/** The host of this machine, with its places inside the given folder. */
export function testHost(folder: string): Host {
  return createNodeHost({
    variables: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      XDG_CACHE_HOME: `${folder}/cache`,
      XDG_DATA_HOME: `${folder}/data`,
      XDG_CONFIG_HOME: `${folder}/config`,
    },
  });
}

/** Ports of a turn that writes its entries to `log` and its questions to `questions`. */
export function testDeps(
  options: TestTurnOptions,
  log: Entry[] = [],
  questions: ApprovalQuestion[] = [],
  toolState = new ConversationToolState(),
): TurnDeps {
  const host = options.deps?.host ?? testHost(options.cwd);
  let ids = log.length;
  const tools = createBuiltinTools();
  return {
    host,
    documents: noDocuments,
    toolState,
    model: createRehearsalModel(host.clock, () => `call-${++ids}`),
    ask: (model, request, signal) => streamModel(model, request, { clock: host.clock, signal }),
    tools: async () => tools,
    sandbox: noSandbox(host),
    permissions: {
      decide: async (input) => options.decision?.(input) ?? { outcome: 'allow', because: 'a test' },
      mode: () => 'auto',
      rules: () => DEFAULT_CONFIG.permissions,
      trusted: () => true,
      readable: () => [],
      approver: {
        ask: async (question) => {
          questions.push(question);
          return (await options.answer?.(question)) ?? { outcome: 'once' };
        },
      },
      remember: async () => undefined,
    },
    skills: [],
    skillsBudget: DEFAULT_CONFIG.skillsBudget,
    system: () => [],
    record: async (entry: NewEntry) => {
      const kept = { id: `e${++ids}`, at: 0, ...entry } as Entry;
      log.push(kept);
      return kept;
    },
    takeSteering: () => [],
    maxTurns: DEFAULT_CONFIG.maxTurns,
    compactAt: DEFAULT_CONFIG.compactAt,
    ...options.deps,
  };
}

export function testConversation(options: TestTurnOptions): TestConversation {
  const log: Entry[] = [...(options.history ?? [])];
  const events: TurnEvent[] = [];
  const questions: ApprovalQuestion[] = [];
  const toolState = new ConversationToolState();
  const deps = testDeps(options, log, questions, toolState);
  let turns = 0;
  return {
    log,
    events,
    questions,
    toolState,
    send: (prompt, signal = new AbortController().signal) =>
      runTurn(
        {
          sessionId: 'session',
          turnId: `turn-${++turns}`,
          cwd: options.cwd,
          roots: [options.cwd],
          history: [...log],
          prompt:
            typeof prompt === 'string'
              ? { from: 'person', content: [{ type: 'text', text: prompt }] }
              : prompt,
        },
        deps,
        (event) => events.push(event),
        signal,
      ),
  };
}
