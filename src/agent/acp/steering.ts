import type { AgentApp, ContentBlock } from '@agentclientprotocol/sdk/unstable';
import { z } from 'zod';
import type { WorkerPool } from '../workers/workerPool.ts';
import { fromBlock } from './content.ts';
import { answering, type Served } from './sessionMethods.ts';

/** The blocks that a message to a running turn may hold, as ACP writes them. */
const BlockSchema: z.ZodType<ContentBlock> = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.literal('image'), mimeType: z.string(), data: z.string() }),
  z.looseObject({ type: z.literal('resource_link'), uri: z.string(), name: z.string() }),
  z.looseObject({
    type: z.literal('resource'),
    resource: z.union([
      z.looseObject({ uri: z.string(), text: z.string() }),
      z.looseObject({ uri: z.string(), blob: z.string() }),
    ]),
  }),
]);

const SteeringSchema = z.looseObject({
  sessionId: z.string(),
  prompt: z.array(BlockSchema).min(1),
  _meta: z
    .looseObject({
      steering: z.looseObject({ idleBehavior: z.string().optional() }).optional(),
      /** `followUp`: waits until the worker's turn is over, instead of joining it. */
      vak: z.looseObject({ followUp: z.boolean().optional() }).optional(),
    })
    .nullish(),
});

/**
 * `_session/steering`: puts a message into the running turn. In an idle session it starts a turn that
 * nobody waits for, unless the client wants to send an ordinary prompt then.
 */
export function registerSteering(app: AgentApp, served: () => Served): void {
  app.onRequest('_session/steering', SteeringSchema, ({ params }) =>
    answering(params.sessionId, async () => {
      const { sessions, workers } = served();
      if (workers.has(params.sessionId)) return reachWorker(workers, params);
      const conversation = await sessions.get(params.sessionId);
      const request = { content: params.prompt.map(fromBlock) };
      if (conversation.steer(request)) return { outcome: 'injected' };
      if (params._meta?.steering?.idleBehavior === 'promptRequired') return { outcome: 'promptRequired' };
      conversation.prompt(request).catch((error: unknown) => console.error('Unexpected:', error));
      return { outcome: 'startedNewTurn' };
    }),
  );
}

/** A message to one worker, by its session: joins its turn, or waits behind it. */
function reachWorker(workers: WorkerPool, params: z.output<typeof SteeringSchema>): { outcome: string } {
  const prompt = { from: 'person', content: params.prompt.map(fromBlock) } as const;
  if (params._meta?.vak?.followUp) workers.followUp(params.sessionId, prompt);
  else workers.steer(params.sessionId, prompt);
  return { outcome: 'injected' };
}
