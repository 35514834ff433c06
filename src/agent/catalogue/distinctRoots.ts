import type { ItemKind } from '../../protocol/inventory.ts';
import type { Files } from '../host/host.ts';
import type { LookedAt } from '../inventory/catalogue.ts';
import { lookedAt } from '../inventory/loaded.ts';
import type { Root } from '../inventory/roots.ts';

/**
 * A folder reached by two names is read once (N2), as the first that may count: where an untrusted
 * project's folder is the user's own too, it is the user's. Gives for each root what to record instead
 * of reading it, or undefined.
 */
export async function doubledRoots(
  roots: readonly Root[],
  kind: ItemKind,
  filesOf: (root: Root) => Files,
  trusted: boolean,
): Promise<readonly (LookedAt | undefined)[]> {
  const reals = await Promise.all(
    roots.map(async (root) => {
      const real = await filesOf(root)
        .realPath(root.path)
        .catch(() => undefined);
      return real === undefined ? undefined : `${root.machine}:${root.table ?? ''}:${real}`;
    }),
  );
  const counts = (root: Root) => trusted || root.under !== 'project';
  return roots.map((root, i) => {
    const real = reals[i];
    if (real === undefined) return undefined;
    const same = roots.filter((_, j) => reals[j] === real);
    const chosen = same.find(counts) ?? same[0];
    if (!chosen || chosen === root) return undefined;
    return lookedAt(root, kind, `This is the same folder as ${chosen.path}, which is read once.`, 'skipped');
  });
}
