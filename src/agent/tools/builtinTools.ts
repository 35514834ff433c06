import { createEditFile } from './files/editFile.ts';
import { createReadFile } from './files/readFile.ts';
import { createWriteFile } from './files/writeFile.ts';
import { createUpdatePlan } from './plan/updatePlan.ts';
import { createBash } from './shell/bash.ts';
import { createBashKill } from './shell/bashKill.ts';
import { createBashOutput } from './shell/bashOutput.ts';
import type { Tool } from './tool.ts';

/** The tools that every conversation has (section 15), but for `task` and `mcp`, which their own parts bring. */
export function createBuiltinTools(): readonly Tool[] {
  return [
    createReadFile(),
    createWriteFile(),
    createEditFile(),
    createBash(),
    createBashOutput(),
    createBashKill(),
    createUpdatePlan(),
  ];
}
