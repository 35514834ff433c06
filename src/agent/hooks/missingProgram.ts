import type { Files } from '../host/host.ts';

const INTERPRETER =
  /^\s*(python[\d.]*|node|ruby|perl|php|bash|sh|zsh|deno|bun)\s+(?:-[\w-]+\s+)*(?:"([^"$`]+)"|'([^']+)'|([^\s"'$`;&|<>()-][^\s"'$`;&|<>()]*))/;

/**
 * The file that a command's interpreter was to run, when it is not there: `python3 guard.py` without
 * its script ends with exit 2 by itself, which must not count as a block of every call.
 */
export async function missingProgram(
  command: string,
  cwd: string,
  { files, home }: { readonly files: Pick<Files, 'stat'>; readonly home: string },
): Promise<string | undefined> {
  const found = INTERPRETER.exec(command);
  const file = found?.[2] ?? found?.[3] ?? found?.[4];
  if (file === undefined) return undefined;
  const path = file.startsWith('~/')
    ? `${home}${file.slice(1)}`
    : /^(\/|[A-Za-z]:)/.test(file)
      ? file
      : `${cwd}/${file}`;
  return (await files.stat(path)) === undefined ? file : undefined;
}
