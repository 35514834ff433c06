import type { Found, Loaded } from '../inventory/loaded.ts';
import type { Root } from '../inventory/roots.ts';

export const UNTRUSTED = 'The folder is not trusted, so nothing of its own counts.';

/** A root with what was loaded from it. */
export interface RootLoad<T> {
  readonly root: Root;
  readonly loaded: Loaded<T>;
}

/**
 * Puts everything of an untrusted project's layer in state `untrusted` (R5): listed, never used, and its
 * mistakes are told without counting as errors.
 */
export function applyTrust<T>({ root, loaded }: RootLoad<T>, trusted: boolean): Loaded<T> {
  if (trusted || root.under !== 'project') return loaded;
  return {
    found: loaded.found.map((found): Found<T> => {
      const { value: _, ...entry } = found;
      return { ...entry, state: 'untrusted', reason: UNTRUSTED };
    }),
    diagnostics: loaded.diagnostics.map((d) => ({ ...d, severity: 'info' })),
    looked: loaded.looked,
  };
}
