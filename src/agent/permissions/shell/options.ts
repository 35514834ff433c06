import { isOne, UNKNOWN, type Word } from './word.ts';
import type { Wrapper } from './wrappers.ts';

/** A wrapper's arguments, taken apart as the wrapper itself does it. */
export interface WrapperArguments {
  readonly options: readonly Option[];
  /** What is set for the inner command: `env A=1 CMD`. */
  readonly assignments: readonly string[];
  /** The inner command. */
  readonly words: readonly Word[];
  /** An option is not known, so the inner command may start elsewhere. */
  readonly strange: boolean;
}

interface Option {
  readonly name: string;
  readonly value: string | undefined;
}

export function readArguments(wrapper: Wrapper, rest: readonly Word[]): WrapperArguments {
  const options: Option[] = [];
  let strange = false;
  let i = 0;
  for (; i < rest.length; i++) {
    const { text, known } = rest[i] ?? { text: '', known: 'no' };
    if (text === '-' && wrapper.assignments) {
      options.push({ name: 'i', value: undefined });
      continue;
    }
    if (text.startsWith(UNKNOWN)) strange = true;
    if (!text.startsWith('-') || text === '-') break;
    if (text === '--') {
      i++;
      break;
    }
    const found = known === 'yes' ? readOption(wrapper, text) : undefined;
    if (!found) {
      strange = true;
      continue;
    }
    options.push(...found.options);
    if (found.wants === undefined) continue;
    i++;
    options.push({ name: found.wants, value: rest[i]?.text });
    if (rest[i]?.known !== 'yes') strange = true;
  }
  i += wrapper.operands ?? 0;
  const from = i;
  while (wrapper.assignments && /^(?:[^-=][^=]*)?=/.test(rest[i]?.text ?? '')) i++;
  // One of them may be more than one word, or none.
  const passed = rest.slice(0, i);
  if (!passed.every(isOne)) strange = true;
  const assignments = rest.slice(from, i).map((word) => word.text);
  return { options, assignments, words: rest.slice(i), strange };
}

/** The options that stand in one word, and the name of the one that wants the next word. */
interface Found {
  readonly options: readonly Option[];
  readonly wants?: string;
}

function readOption(wrapper: Wrapper, text: string): Found | undefined {
  const [, long, given] = /^--([^=]*)(?:=([\s\S]*))?$/.exec(text) ?? [];
  if (long === undefined) return readLetters(wrapper, text.slice(1));
  const flag = fullName(wrapper.longFlags, long);
  const named = fullName(wrapper.valueNames, long);
  const name = flag ?? named;
  // Programs take the beginning of a name for it, as long as no other begins so.
  if (name === undefined || (flag !== undefined && named !== undefined)) return undefined;
  if (named !== undefined && given === undefined) return { options: [], wants: named };
  return { options: [{ name, value: given }] };
}

function fullName(names: readonly string[] | undefined, beginning: string): string | undefined {
  return names?.find((name) => name === beginning) ?? names?.find((name) => name.startsWith(beginning));
}

/** `nu` are two, `uroot` has its value joined, `u` has it in the next word. */
function readLetters(wrapper: Wrapper, text: string): Found | undefined {
  const options: Option[] = [];
  for (const [i, name] of [...text].entries()) {
    const joined = text.slice(i + 1);
    if (wrapper.valueLetters?.includes(name))
      return joined ? { options: [...options, { name, value: joined }] } : { options, wants: name };
    if (wrapper.joinedLetters?.includes(name)) return { options: [...options, { name, value: joined }] };
    if (!wrapper.flags?.includes(name)) return undefined;
    options.push({ name, value: undefined });
  }
  return { options };
}
