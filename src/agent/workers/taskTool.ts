import { z } from 'zod';
import { ExpectedError, isCancelled } from '../../base/errors.ts';
import type { AgentProfile } from '../inventory/catalogue.ts';
import { createPlaces } from '../permissions/places.ts';
import { defineTool } from '../tools/defineTool.ts';
import type { Tool, ToolContext, ToolResult } from '../tools/tool.ts';
import type { EmitTurnEvent, RunTurn } from '../turn/turn.ts';
import { scopeFolder, TASK_TOOL } from './narrow.ts';
import description from './task.md';
import { type Child, Worker, type WorkerEnd } from './worker.ts';
import type { WorkerLimits, WorkerPool } from './workerPool.ts';

const TaskSchema = z.object({
  prompt: z
    .string()
    .trim()
    .min(1, 'say what the worker shall do')
    .describe('The whole task, with everything the worker needs to know.'),
  label: z.string().optional().describe('A few words that name the worker for the person.'),
  readonly: z.boolean().optional().describe('The worker only reads and searches.'),
  paths: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .describe('Globs below which the worker may write, and nowhere else.'),
  agent_type: z.string().optional().describe('One of the configured agents; default: general.'),
});
type TaskInput = z.output<typeof TaskSchema>;

/** The turn that may start workers. */
export interface TaskTurn {
  readonly sessionId: string;
  readonly turnId: string;
  readonly pool: WorkerPool;
  readonly limits: WorkerLimits;
  readonly runTurn: RunTurn;
  /** Agents that `agent_type` can name. */
  readonly profiles: readonly AgentProfile[];
  /** Makes a child's own side; see `Child`. `profile` undefined is the built-in `general`. */
  openChild(
    spec: {
      readonly title: string;
      readonly callId: string;
      readonly agentType: string;
      readonly profile: AgentProfile | undefined;
    },
    signal: AbortSignal,
  ): Promise<Child>;
  readonly emit: EmitTurnEvent;
  /** The child's tokens count for its parent. */
  addUsage(usage: WorkerEnd['usage']): void;
}

/** The tool that starts workers (W1), for one turn. */
export function createTaskTool(turn: TaskTurn): Tool<TaskInput> {
  return defineTool({
    name: TASK_TOOL,
    aliases: ['Agent', 'Task', 'spawn_agent'],
    description,
    schema: TaskSchema,
    kind: 'think',
    present: (input) => ({ title: titleOf(input), kind: 'think' }),
    claims: ({ readonly, paths }) =>
      readonly ? { readOnly: true } : paths ? { paths } : { exclusive: true },
    // What a worker does is asked about when it does it, by the same rules as its parent's calls.
    subject: () => ({ kind: 'none' }),
    execute: (input, context) => runTask(turn, input, context),
  });
}

async function runTask(turn: TaskTurn, input: TaskInput, context: ToolContext): Promise<ToolResult> {
  const agentType = input.agent_type ?? 'general';
  const profile = turn.profiles.find((one) => one.name === agentType);
  if (!profile && agentType !== 'general')
    return failure(
      `No agent “${agentType}”. There are: ${['general', ...turn.profiles.map((one) => one.name)].join(', ')}.`,
    );
  const outside = input.paths ? await pathsOutside(input.paths, context) : [];
  if (outside.length > 0)
    return failure(
      `paths names what is outside the workspace: ${outside.join(', ')}. Name folders or globs below ${context.roots.join(', ')}.`,
    );
  let giveBack: (() => void) | undefined;
  try {
    turn.pool.admit(turn.turnId, turn.limits);
    giveBack = await turn.pool.place(turn.limits, context.signal);
    const child = await turn.openChild(
      { title: titleOf(input), callId: context.callId, agentType, profile },
      context.signal,
    );
    const task = {
      title: titleOf(input),
      prompt: input.prompt,
      callId: context.callId,
      parentId: turn.sessionId,
      narrowing: {
        readonly: input.readonly ?? false,
        paths: input.readonly ? undefined : input.paths,
        tools: profile?.tools,
      },
    };
    const worker = new Worker(task, child, turn.runTurn, turn.emit);
    const end = await turn.pool.run(turn.sessionId, worker, context.signal);
    turn.addUsage(end.usage);
    return resultOf(end, worker.sessionId);
  } catch (error) {
    if (isCancelled(error) || !(error instanceof ExpectedError)) throw error;
    return failure(error.message);
  } finally {
    giveBack?.();
  }
}

/** Those of a scope's globs that reach out of the workspace, links followed. */
async function pathsOutside(
  globs: readonly string[],
  { host, cwd, roots }: ToolContext,
): Promise<readonly string[]> {
  const places = createPlaces(host);
  const inside = await Promise.all(roots.map((root) => places.resolve(root, cwd)));
  const outside = await Promise.all(
    globs.map(async (glob) => {
      const folder = await places.resolve(scopeFolder(glob, cwd), cwd);
      const held = inside.some((root) => root && folder && places.contains(root, folder));
      return held ? [] : [glob];
    }),
  );
  return outside.flat();
}

function titleOf({ label, prompt }: TaskInput): string {
  const [first = ''] = (label ?? prompt).trim().split('\n');
  return [...first].length > 80 ? `${[...first].slice(0, 79).join('')}…` : first;
}

/** A failure begins with its kind, so that the model can tell them apart; what was done so far follows. */
function resultOf(end: WorkerEnd, sessionId: string): ToolResult {
  const meta = { worker: { sessionId, state: 'idle' } };
  const soFar = end.text === '' ? '' : `\n\nIts last words were:\n${end.text}`;
  switch (end.kind) {
    case 'done':
      return { text: end.text === '' ? 'The worker ended without a word.' : end.text, meta };
    case 'stopped':
      return { ...failure(`Worker stopped: it was ended before it was done.${soFar}`), meta };
    case 'turn-limit':
      return {
        ...failure(`Worker turn limit: it made as many model calls as it may and was not done.${soFar}`),
        meta,
      };
    case 'refused':
      return { ...failure(`Worker refused: its prompt was not taken.${soFar}`), meta };
    case 'failed':
      return { ...failure(`Worker failed: ${end.message}${soFar}`), meta };
  }
}

function failure(text: string): ToolResult {
  return { text, isError: true };
}
