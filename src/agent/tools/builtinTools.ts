import { createApplyPatch } from './files/applyPatch.ts';
import { createEditFile } from './files/editFile.ts';
import { createReadFile } from './files/readFile.ts';
import { createWriteFile } from './files/writeFile.ts';
import { createUpdatePlan } from './plan/updatePlan.ts';
import { createGlob } from './search/glob.ts';
import { createGrep } from './search/grep.ts';
import { createBash } from './shell/bash.ts';
import { createBashKill } from './shell/bashKill.ts';
import { createBashOutput } from './shell/bashOutput.ts';
import type { Tool } from './tool.ts';
import { createWebFetch, type WebFetchOptions } from './web/webFetch.ts';

export interface BuiltinToolOptions {
  /** Default: public addresses only. */
  readonly web?: WebFetchOptions;
}

/** The tools that every conversation has (section 15), but for `task` and `mcp`, which their own parts bring. */
export function createBuiltinTools({
  web = { allowPrivate: () => false },
}: BuiltinToolOptions = {}): readonly Tool[] {
  return [
    createReadFile(),
    createWriteFile(),
    createEditFile(),
    createApplyPatch(),
    createBash(),
    createBashOutput(),
    createBashKill(),
    createGlob(),
    createGrep(),
    createWebFetch(web),
    createUpdatePlan(),
  ];
}
