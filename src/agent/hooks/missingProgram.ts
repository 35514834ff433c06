import type { Files } from '../host/host.ts';

/** An interpreter and its first word: none of its options here takes a word, so that no code or module counts as a file. */
const INTERPRETER =
  /^\s*(?:python[\d.]*|node|ruby|perl|php|bash|sh|zsh|deno|bun)\s+(?:-[bBdEiOPqsSTuvwx]+\s+)*(?:"([^"$`]+)"|'([^']+)'|([^\s"'$`;&|<>()-][^\s"'$`;&|<>()]*))/;

/**
 * The file that a command's interpreter was to run, when it is not there and the interpreter said so:
 * `python3 guard.py` without its script ends with exit 2 by itself, which must not count as a block of
 * every call. Any doubt is a block: the hook may have said it.
 */
export async function missingProgram(
  command: string,
  { cwd, stderr }: { readonly cwd: string; readonly stderr: string },
  { files, home }: { readonly files: Pick<Files, 'stat'>; readonly home: string },
): Promise<string | undefined> {
  const found = INTERPRETER.exec(command);
  const file = found?.[1] ?? found?.[2] ?? found?.[3];
  if (file === undefined || !stderr.includes(file.replace(/^.*\//, ''))) return undefined;
  const path = file.startsWith('~/')
    ? `${home}${file.slice(1)}`
    : /^(\/|[A-Za-z]:)/.test(file)
      ? file
      : `${cwd}/${file}`;
  return (await files.stat(path)) === undefined ? file : undefined;
}
