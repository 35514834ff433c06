import type { ElicitationView } from './chat.ts';

type Field = ElicitationView['fields'][number];
type Value = number | boolean | string | readonly string[];

/**
 * What is wrong with a value that is too small or too large for its field, as a sentence, or undefined.
 * A limit counts a number itself, the characters of a text, and the choices of a list.
 */
export function limitProblem({ limits }: Pick<Field, 'limits'>, value: Value): string | undefined {
  if (!limits || typeof value === 'boolean') return undefined;
  const { least, most } = limits;
  const size = typeof value === 'number' ? value : [...value].length;
  if (least !== undefined && size < least) return `At least ${least}${unit(value, least)}.`;
  if (most !== undefined && size > most) return `At most ${most}${unit(value, most)}.`;
  return undefined;
}

function unit(value: Value, count: number): string {
  if (typeof value === 'number') return '';
  const one = typeof value === 'string' ? 'character' : 'choice';
  return count === 1 ? ` ${one}` : ` ${one}s`;
}
