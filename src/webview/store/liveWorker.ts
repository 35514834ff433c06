import type { WorkerView } from '../../protocol/chat.ts';

/** The worker as it is now, or undefined when it works no more. The host lists those that do. */
export function liveWorker(
  worker: Pick<WorkerView, 'sessionId'>,
  workers: readonly WorkerView[],
): WorkerView | undefined {
  return workers.find((each) => each.sessionId === worker.sessionId && each.state !== 'idle');
}
