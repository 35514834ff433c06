import type { WorkerPool } from '../../workers/workerPool.ts';
import type { Builtin } from './builtin.ts';

/** `/workers`: the live children of the conversation. */
export function workersBuiltin(pool: WorkerPool): Builtin {
  return {
    name: 'workers',
    description: 'Workers that run now',
    async run({ conversation }) {
      const live = pool.list(conversation.id);
      if (live.length === 0) return 'No worker runs now.';
      const lines = live.map(
        ({ task, state, now, sessionId }) =>
          `- **${task.title}** · ${state}${now === undefined ? '' : ` · ${now}`} · \`${sessionId}\``,
      );
      return `${live.length} ${live.length === 1 ? 'worker runs' : 'workers run'}:\n\n${lines.join('\n')}`;
    },
  };
}
