import path from 'node:path';
import { counted } from '../agent/inventory/loaded.ts';
import { placesOf, rootsOf } from '../agent/inventory/roots.ts';
import { createLocalHost } from '../agent/localHost.ts';
import { type Validation, validateSkills } from '../agent/skills/validateSkills.ts';
import { ExpectedError } from '../base/errors.ts';
import { listKind } from './listKind.ts';
import { diagnosticLine, printJson } from './printInventory.ts';
import { readArgs } from './readArgs.ts';
import type { Terminal, Verb } from './verb.ts';

/** Skills: those that were found, or whether their files are right. */
export const skills: Verb = async (args, terminal) => {
  const { values, positionals } = readArgs(args, { json: { type: 'boolean', default: false } });
  const [action = 'list', target] = positionals;
  switch (action) {
    case 'list':
      return listKind('skill', values.json, terminal);
    case 'validate':
      return validate(target, terminal, values.json);
    default:
      throw new ExpectedError('usage', `"skills ${action}" is not known; there are list and validate.`);
  }
};

async function validate(target: string | undefined, terminal: Terminal, json: boolean): Promise<number> {
  const results = await Promise.all(
    (await targetsOf(target, terminal.cwd)).map((t) => validateSkills(t, createLocalHost().files)),
  );
  const all: Validation = {
    files: results.flatMap((r) => r.files),
    diagnostics: results.flatMap((r) => r.diagnostics),
  };
  if (json) printJson(all, terminal);
  else for (const diagnostic of all.diagnostics) terminal.out(diagnosticLine(diagnostic));
  const invalid = new Set(all.diagnostics.filter((d) => d.severity === 'error').map((d) => d.path));
  if (!json) terminal.error(`${counted(all.files.length, 'skill')}, ${invalid.size} invalid\n`);
  return invalid.size > 0 ? 1 : 0;
}

/** Without a path: the project's and the user's roots, as far as they are there. */
async function targetsOf(target: string | undefined, cwd: string): Promise<string[]> {
  if (target !== undefined) return [path.resolve(cwd, target)];
  const host = createLocalHost();
  const roots = rootsOf('skill', placesOf(host.environment, cwd, undefined)).map((r) => r.path);
  const present = await Promise.all(roots.map(async (r) => ((await host.files.stat(r)) ? r : undefined)));
  return [...new Set(present.filter((r) => r !== undefined))];
}
