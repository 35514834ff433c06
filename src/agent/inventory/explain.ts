import type { ExplainStep, ItemKind } from '../../protocol/inventory.ts';
import type { Catalogue } from './catalogue.ts';
import type { Explanation } from './catalogueStore.ts';

/**
 * Every place that was looked at for one item, in order, and why it won or lost there. Reads only what
 * the loaders recorded; `vak explain` and the view tell the same story from here.
 */
export function explain(
  catalogue: Pick<Catalogue, 'looked' | 'items'>,
  kind: ItemKind,
  name: string,
): Explanation {
  const steps: ExplainStep[] = [];
  let place: ExplainStep | undefined;
  let told = true;
  const closePlace = () => {
    if (place && !told)
      steps.push({
        ...place,
        reason: place.outcome === 'absent' ? absence(place.reason, kind, name) : place.reason,
      });
  };
  for (const { kind: of, name: found, ...step } of catalogue.looked) {
    if (of !== kind) continue;
    if (found === undefined) {
      closePlace();
      place = step;
      told = false;
    } else if (found === name || baseNames(found).includes(name)) {
      steps.push(step);
      told = true;
    }
  }
  closePlace();
  return { steps, text: render(catalogue, kind, name, steps) };
}

/** A hook may be asked for by its file, a plugin's skill by its own name. */
function baseNames(found: string): string[] {
  return found.includes('#') ? [found.slice(0, found.indexOf('#'))] : [];
}

function absence(reason: string, kind: ItemKind, name: string): string {
  return /^\d/.test(reason)
    ? `${reason.slice(0, -1)}, none named "${name}".`
    : reason || `No ${kind} "${name}" here.`;
}

const MARKS: Readonly<Record<ExplainStep['outcome'], string>> = {
  won: '✓',
  lost: '·',
  absent: ' ',
  skipped: '!',
  error: '✗',
  untrusted: '!',
  disabled: '·',
};

function render(
  catalogue: Pick<Catalogue, 'items'>,
  kind: ItemKind,
  name: string,
  steps: readonly ExplainStep[],
): string {
  const item = catalogue.items.find((i) => i.kind === kind && i.name === name && i.state === 'active');
  const head = item
    ? `${kind} "${name}" is active, from ${item.origin.path}${item.reason ? ` (${item.reason})` : ''}`
    : `${kind} "${name}" is not active.`;
  const width = Math.max(0, ...steps.map((s) => s.label.length));
  const lines = steps.map(
    (s, i) =>
      `${String(i + 1).padStart(3)}. ${MARKS[s.outcome]} ${s.label.padEnd(width)}  ${s.path}${s.line ? `:${s.line}` : ''}\n       ${s.outcome}: ${s.reason}`,
  );
  return [head, '', ...lines].join('\n');
}
