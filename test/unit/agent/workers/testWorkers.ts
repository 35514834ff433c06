import type { Entry } from '../../../../src/agent/store/entry.ts';
import type { Tool } from '../../../../src/agent/tools/tool.ts';
import type { TurnEvent, WorkerState } from '../../../../src/agent/turn/events.ts';
import { runTurn } from '../../../../src/agent/turn/runTurn.ts';
import type { TurnDeps } from '../../../../src/agent/turn/turn.ts';
import { createTaskTool, type TaskTurn } from '../../../../src/agent/workers/taskTool.ts';
import { type WorkerLimits, WorkerPool } from '../../../../src/agent/workers/workerPool.ts';
import { testConversation, testDeps } from '../../../support/testTurn.ts';

export interface ChildRecord {
  readonly sessionId: string;
  readonly agentType: string;
  readonly log: Entry[];
  closed: number;
}

/** A conversation whose model can start workers; children are recorded as they are opened. */
export function workersTest(options: {
  readonly cwd: string;
  readonly deps?: Partial<TurnDeps>;
  readonly limits?: Partial<WorkerLimits>;
  readonly turn?: Partial<TaskTurn>;
  /** Offered to parent and children beside the built-in tools. */
  readonly tools?: readonly Tool[];
}) {
  const pool = new WorkerPool();
  const children: ChildRecord[] = [];
  const events: TurnEvent[] = [];
  const usage = { input: 0, output: 0 };
  const builtin = testDeps({ cwd: options.cwd, deps: options.deps }).tools;
  const turn: TaskTurn = {
    sessionId: 'session',
    turnId: 'turn-1',
    pool,
    limits: { atOnce: 8, perTurn: 64, ...options.limits },
    runTurn,
    profiles: [],
    emit: (event) => events.push(event),
    addUsage: (added) => {
      usage.input += added.input;
      usage.output += added.output;
    },
    async openChild({ agentType }) {
      const record: ChildRecord = {
        sessionId: `child-${children.length + 1}`,
        agentType,
        log: [],
        closed: 0,
      };
      children.push(record);
      return {
        sessionId: record.sessionId,
        cwd: options.cwd,
        roots: [options.cwd],
        deps: testDeps({ cwd: options.cwd, deps: { ...options.deps, tools } }, record.log),
        start: async () => ({ context: [] }),
        close: async () => {
          record.closed++;
        },
      };
    },
    ...options.turn,
  };
  const task = createTaskTool(turn) as Tool;
  const tools = async (signal: AbortSignal) => [...(await builtin(signal)), ...(options.tools ?? []), task];
  const parent = testConversation({ cwd: options.cwd, deps: { ...options.deps, tools } });
  const states = (sessionId: string) =>
    events.flatMap((event) =>
      event.kind === 'worker' && event.sessionId === sessionId && event.event.kind === 'worker-state'
        ? [event.event as WorkerState]
        : [],
    );
  return { pool, children, events, usage, parent, states, task };
}

/** What the model was told of its calls, in the order it asked. */
export function results(log: readonly Entry[]): string[] {
  const told = new Map(log.flatMap((entry) => (entry.type === 'result' ? [[entry.callId, entry.text]] : [])));
  return log.flatMap((entry) => (entry.type === 'call' ? [told.get(entry.callId) ?? ''] : []));
}
