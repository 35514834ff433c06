import type { Catalogue } from '../inventory/catalogue.ts';

type Snapshot = Omit<Catalogue, 'generation'>;

/**
 * True when a rebuild found nothing that anybody could notice. Skills are many: an unchanged file gives
 * the same object from build to build, so they are compared by identity first.
 */
export function sameCatalogue(a: Snapshot, b: Snapshot): boolean {
  return sameSkills(a, b) && JSON.stringify(rest(a)) === JSON.stringify(rest(b));
}

function sameSkills(a: Snapshot, b: Snapshot): boolean {
  return (
    a.skills.length === b.skills.length &&
    a.skills.every(
      (skill, i) => skill === b.skills[i] || JSON.stringify(skill) === JSON.stringify(b.skills[i]),
    )
  );
}

/** All that does not follow from the skills that can be used. */
function rest(snapshot: Snapshot): object {
  const items = snapshot.items.filter(
    (i) => i.kind !== 'skill' || i.state !== 'active' || i.reason !== undefined,
  );
  return { ...snapshot, generation: 0, items, skills: [], looked: [], readable: [] };
}
