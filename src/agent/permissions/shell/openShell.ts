import { type Bare, type Opened, placed, plain, type Read, refuse } from './opened.ts';
import { programName, type Word } from './word.ts';
import { BASH_LIKE, withoutVersion } from './wrappers.ts';

/** A shell: `-c TEXT`, a script, or commands from its input. */
export async function openShell(command: Bare, rest: readonly Word[], read: Read): Promise<Opened> {
  const name = withoutVersion(programName(command.words[0]));
  if (name === 'su') return openSu(command, rest, read);
  if (rest.length === 1 && /^--(?:version|help)$/.test(rest[0]?.text ?? '')) return plain;
  const { letters, strange, script } = shellOptions(rest);
  if (strange) return refuse(command, 'an option can have the shell run something else');
  if (letters.includes('c')) {
    if (script?.known !== 'yes') return refuse(command, 'what the shell runs is an expansion');
    const opened = placed(await read(script.text), command, 'transparent');
    return BASH_LIKE.has(name) ? opened : { ...opened, ...also(opened, command, 'it is no text for bash') };
  }
  if (rest.some((w) => w.known === 'no')) return refuse(command, 'what the shell runs is an expansion');
  if (script && !/^\/(?:dev|proc)\/|^-$/.test(script.text) && !letters.includes('s')) return plain;
  // Its input may come from further out: from a function, a group, or `exec < file` before it.
  if (typeof command.input !== 'object' || command.input.known !== 'yes')
    return refuse(command, 'the shell reads its commands from its input');
  const opened = placed(await read(command.input.text), command, 'transparent');
  return BASH_LIKE.has(name) ? opened : { ...opened, ...also(opened, command, 'it is no text for bash') };
}

function also(opened: Opened, command: Bare, reason: string): Pick<Opened, 'unknown'> {
  return { unknown: [...opened.unknown, ...refuse(command, reason).unknown] };
}

/** The letters of a shell's options, each `o` and `O` with its value passed over, and the first operand. */
function shellOptions(rest: readonly Word[]): {
  letters: string;
  strange: boolean;
  script: Word | undefined;
} {
  let letters = '';
  let i = 0;
  for (; i < rest.length; i++) {
    const text = rest[i]?.text ?? '';
    if (text === '--' || !/^[-+]./.test(text)) break;
    if (text.startsWith('--')) {
      if (!/^--(?:norc|noprofile|posix|login)$/.test(text))
        return { letters, strange: true, script: undefined };
      continue;
    }
    if (text.startsWith('-')) letters += text.slice(1);
    i += text.replace(/[^oO]/g, '').length;
  }
  return { letters, strange: false, script: rest[i]?.text === '--' ? rest[i + 1] : rest[i] };
}

/** `su` and its like: a text behind `-c` for the shell of somebody else. */
export async function openSu(command: Bare, rest: readonly Word[], read: Read): Promise<Opened> {
  const at = rest.findIndex((w) => /^-[a-zA-Z]*c$|^--command$/.test(w.text));
  const text = at >= 0 ? rest[at + 1] : undefined;
  if (text?.known !== 'yes') return refuse(command, 'the commands of that shell are not known');
  return placed(await read(text.text), command, 'opaque');
}
