import type { Environment } from '../host/host.ts';
import type { Entry } from '../store/entry.ts';
import { spillFolder } from '../tools/spill.ts';
import { contractOf } from './history.ts';

/**
 * The folders of what was put aside for a conversation (R3): by itself, by its workers and by those that it was
 * forked from, whose results its model knows. What other conversations put aside stays closed to it.
 */
export function putAside(environment: Environment, id: string, entries: readonly Entry[]): readonly string[] {
  const workers = entries.flatMap((entry) =>
    entry.type === 'result' && entry.meta?.worker ? [entry.meta.worker.sessionId] : [],
  );
  const ids = [id, ...(contractOf(entries)?.forked_from ?? []), ...workers];
  return [...new Set(ids)].map((each) => spillFolder(environment, each));
}
