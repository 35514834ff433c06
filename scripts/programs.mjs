import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** A Chromium on this machine (`CHROMIUM` names one), or undefined. */
export function findChromium() {
  const named = process.env.CHROMIUM;
  if (named) return named;
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin', '/usr/local/bin'];
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find(isProgram);
}

/** A program of this name on the PATH, or undefined. */
export function findProgram(name) {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find(isProgram);
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // Not there, or not ours to run.
    return false;
  }
}
