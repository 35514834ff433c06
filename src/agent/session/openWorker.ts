import type { AgentProfile } from '../inventory/catalogue.ts';
import type { TurnDeps } from '../turn/turn.ts';
import type { Child } from '../workers/worker.ts';
import { contractOf } from './history.ts';
import type { ConversationParts } from './parts.ts';
import type { PromptContext } from './promptContext.ts';
import type { TurnScope } from './turnScope.ts';

/** What a child is made for. */
export interface WorkerSpec {
  readonly title: string;
  /** The call of the parent's that starts it. */
  readonly callId: string;
  readonly agentType: string;
  readonly profile: AgentProfile | undefined;
}

/** Makes the side of a turn that belongs to one conversation or worker. */
export type MakeTurnDeps = (scope: TurnScope, own: ConversationParts) => Promise<TurnDeps>;

/**
 * A child's own side: a session whose first entry names its parent's, so that the lineage can be
 * found with grep (W2), and its own tools' state and instructions. Model, mode, rules and approver are
 * the parent's, unless the agent's profile names a model.
 */
export async function openWorker(
  context: PromptContext,
  parent: TurnScope,
  spec: WorkerSpec,
  makeDeps: MakeTurnDeps,
): Promise<Child> {
  const { parts, conversation } = context;
  const settings = {
    ...parent.settings,
    agent: spec.agentType,
    model: spec.profile?.model ?? parent.settings.model,
  };
  const contract = contractOf(conversation.entries);
  const session = await parts.store.create({
    ...settings,
    parent_session_id: parent.sessionId,
    parent_call_id: spec.callId,
    cwd: parent.cwd,
    roots: [...parent.roots],
    tools: [],
    skills: contract?.skills ?? [],
    instructions: [],
    servers: contract?.servers ?? [],
    versions: contract?.versions ?? {},
  });
  await session.log.append({ type: 'title', title: spec.title });
  const own = parts.forConversation({
    sessionId: session.id,
    cwd: parent.cwd,
    roots: parent.roots,
    parentId: parent.sessionId,
    powers: {},
  });
  const scope: TurnScope = {
    ...parent,
    sessionId: session.id,
    profile: spec.profile,
    settings,
    history: [],
    record: (entry) => session.log.append(entry),
    emit: (event) => parent.emit({ kind: 'worker', sessionId: session.id, event }),
    worker: { parentId: parent.sessionId, agentType: spec.agentType },
  };
  return {
    sessionId: session.id,
    cwd: parent.cwd,
    roots: parent.roots,
    deps: await makeDeps(scope, own),
    start: (stop) => parts.hooks.startWorker(scope, stop),
    async close() {
      await own.close();
      await session.log.sync();
      await session.log.close();
    },
  };
}
