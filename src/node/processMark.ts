import { setTimeout as sleep } from 'node:timers/promises';
import { processesMarked, signalProcesses } from './processTree.ts';

/**
 * The variable by which everything that one agent starts can be found, whoever its parent is by then:
 * who starts an agent sets it, and children inherit it. When the agent is killed and can end nothing
 * itself, its starter ends what carries the mark.
 */
export const PROCESS_MARK = 'VAK_PROCESS_MARK';

/** Ends every process that carries the mark: TERM, then KILL after `graceMs`. Resolves when none is left. */
export async function endMarked(mark: string, graceMs = 500): Promise<void> {
  const own = (list: Awaited<ReturnType<typeof processesMarked>>) =>
    list.filter((info) => info.pid !== process.pid);
  let left = own(await processesMarked(PROCESS_MARK, mark));
  await signalProcesses(left, 'SIGTERM');
  for (const end = Date.now() + graceMs; left.length > 0 && Date.now() < end; ) {
    await sleep(20);
    left = own(await processesMarked(PROCESS_MARK, mark));
  }
  while (left.length > 0) {
    await signalProcesses(left, 'SIGKILL');
    await sleep(5);
    left = own(await processesMarked(PROCESS_MARK, mark));
  }
}
