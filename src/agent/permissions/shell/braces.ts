/** More words than this are not made of one: nobody writes so many. */
const MOST_WORDS = 512;

/** More braces than this in one word are not followed. */
const MOST_GROUPS = 64;

/** Of more numbers than this the first and the last stand for all: no name that matters has so many beside it. */
const MOST_NUMBERS = 64;

/** A piece of a word as it is written that stays together: quoted, escaped, an expansion, or one sign. */
const PIECE = /\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\$(?:\{[^}]*\}|\w+)?|[\s\S]/g;

/**
 * The words that bash makes of one with braces (`a{b,c}`, `{1..3}`), as they would be written without them.
 * Undefined when there are too many.
 */
export function expandBraces(written: string): readonly string[] | undefined {
  const pieces = written.match(PIECE) ?? [];
  return pieces.filter((piece) => piece === '{').length > MOST_GROUPS ? undefined : expanded(pieces);
}

function expanded(pieces: readonly string[]): readonly string[] | undefined {
  for (let from = pieces.indexOf('{'); from >= 0; from = pieces.indexOf('{', from + 1)) {
    const group = groupAt(pieces, from);
    if (!group) continue;
    const behind = expanded(pieces.slice(group.end + 1));
    const inside = group.choices.flatMap((choice) => expanded(choice) ?? Array<string>(MOST_WORDS).fill(''));
    if (!behind || behind.length * inside.length > MOST_WORDS) return undefined;
    const before = pieces.slice(0, from).join('');
    return inside.flatMap((choice) => behind.map((rest) => before + choice + rest));
  }
  return [pieces.join('')];
}

/** What stands between the brace at `from` and its partner, cut at the commas between them; undefined when it is text. */
function groupAt(
  pieces: readonly string[],
  from: number,
): { readonly choices: readonly (readonly string[])[]; readonly end: number } | undefined {
  const choices: string[][] = [[]];
  let depth = 0;
  for (let at = from + 1; at < pieces.length; at++) {
    const piece = pieces[at] ?? '';
    if (piece === '{') depth++;
    if (piece === '}' && depth-- === 0) {
      const [only = []] = choices;
      const range = choices.length === 1 ? rangeOf(only.join('')) : choices;
      return range && { choices: range, end: at };
    }
    if (piece === ',' && depth === 0) choices.push([]);
    else choices.at(-1)?.push(piece);
  }
  return undefined;
}

/** `1..3`, `a..c`, `1..9..2`, each as one choice. */
function rangeOf(text: string): string[][] | undefined {
  const found = /^(?:(-?\d{1,6})\.\.(-?\d{1,6})|([A-Za-z])\.\.([A-Za-z]))(?:\.\.-?(\d{1,6}))?$/.exec(text);
  if (!found) return undefined;
  const [, low, high, first, last, by] = found;
  const code = (letter: string | undefined) => letter?.charCodeAt(0) ?? 0;
  const [from, to] = first === undefined ? [Number(low), Number(high)] : [code(first), code(last)];
  const step = Math.max(1, Number(by ?? 1)) * Math.sign(to - from);
  const count = step === 0 ? 1 : Math.floor((to - from) / step) + 1;
  const write = (n: number) => (first === undefined ? String(n) : String.fromCharCode(n));
  const all = count > MOST_NUMBERS ? [0, count - 1] : Array.from({ length: count }, (_, i) => i);
  return all.map((i) => [write(from + i * step)]);
}
