import { followed } from './commandPlaces.ts';
import { absolute, type Places } from './places.ts';
import type { Word } from './shell/word.ts';

/** More folders than this that a line may be in are not followed. */
export const MAX_BASES = 16;

/** Where words lead from each folder, with links followed or not. Undefined when nobody knows, or there are too many. */
export async function foldersBehind(
  bases: readonly string[],
  targets: readonly Word[],
  places: Places,
): Promise<readonly string[] | undefined> {
  const all = new Set<string>();
  for (const { text: target, known } of targets) {
    if (known === 'glob') return undefined;
    for (const base of bases)
      for (const text of await spellings(target, base, places)) {
        const named = absolute(text, base, places.home);
        all.add(named);
        const { real } = await followed(text, base, places);
        if (real === undefined) return undefined;
        if (real !== (await places.resolveElsewhere(named, base))) all.add(real);
      }
  }
  return all.size > MAX_BASES ? undefined : [...all];
}

/** A `~` in quotes is the name of a folder, where there is one. */
async function spellings(text: string, base: string, places: Places): Promise<string[]> {
  const literal = `./${text}`;
  const isName = /^~(?:\/|$)/.test(text) && (await places.kindOf(literal, base)) !== undefined;
  return isName ? [text, literal] : [text];
}
