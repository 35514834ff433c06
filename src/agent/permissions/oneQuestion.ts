import type { PermissionDecision } from './permission.ts';

export type Question = Extract<PermissionDecision, { outcome: 'ask' }>;
export type Denial = Extract<PermissionDecision, { outcome: 'deny' }>;

/** What asks about one place. `isOutside`: no more than that it lies outside. */
export interface AskedPlace {
  readonly decision: Question;
  readonly isOutside?: true;
}

/** How many reasons a question spells out; the places of all go along. */
const SHOWN_REASONS = 3;

/** One question about all places that ask; those that merely lie outside are named last. Undefined when none asks. */
export function aboutAll(asked: readonly AskedPlace[], always: Question['always']): Question | undefined {
  const far = asked.filter(({ isOutside }) => isOutside);
  const all = [...asked.filter(({ isOutside }) => !isOutside), ...far].map(({ decision }) => decision);
  const [first] = all;
  if (!first) return undefined;
  const reasons = [...new Set(all.map(({ because }) => because))];
  const more = reasons.length - SHOWN_REASONS;
  const rest = more > 0 ? [`and ${more} more like these`] : [];
  return {
    ...first,
    because: [...reasons.slice(0, SHOWN_REASONS), ...rest].join('; '),
    places: new Map(all.flatMap((each) => [...(each.places ?? [])])),
    ...(always && { always }),
  };
}

/** One question about what rules and what places ask, since a yes is to all of it; a denial goes over it. */
export function inOne(
  ruled: Question | undefined,
  placed: Question | Denial | undefined,
): Question | Denial | undefined {
  if (!ruled || !placed || placed.outcome === 'deny') return placed ?? ruled;
  return { ...ruled, because: `${ruled.because}; ${placed.because}`, places: placed.places };
}
