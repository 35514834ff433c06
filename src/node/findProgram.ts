import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';

/** The absolute path of a program on the PATH of `env`, or undefined. Windows also tries the endings of PATHEXT. */
export async function findProgram(
  program: string,
  env: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const endings = process.platform === 'win32' ? (env['PATHEXT'] ?? '.EXE;.CMD;.BAT;.COM').split(';') : [''];
  const folders = path.isAbsolute(program) ? [''] : (env['PATH'] ?? env['Path'] ?? '').split(path.delimiter);
  for (const folder of folders)
    for (const ending of endings) {
      const file = path.join(folder, program + ending);
      if (await isProgram(file)) return file;
    }
  return undefined;
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    // Not there or not executable: the next folder of the PATH may have it.
    return false;
  }
}
