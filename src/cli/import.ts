import { createNodeHost } from '../agent/host/node/nodeHost.ts';
import type { ImportPlan } from '../agent/import/importPlan.ts';
import { applyImport, importTool, planImport } from '../agent/import/planImport.ts';
import { printJson } from './printInventory.ts';
import { readArgs } from './readArgs.ts';
import type { Terminal, Verb } from './verb.ts';

/** Hooks and servers of another tool: what would be written and what can't be carried over; `--write` writes it. */
export const importSettings: Verb = async (args, terminal) => {
  const { values, positionals } = readArgs(args, {
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  });
  const host = createNodeHost();
  const plan = await planImport(importTool(positionals[0]), terminal.cwd, host);
  if (values.write) await applyImport(plan, host);
  if (values.json) printJson({ ...plan, written: values.write }, terminal);
  else printPlan(plan, values.write, terminal);
  return 0;
};

function printPlan({ files, losses, read }: ImportPlan, written: boolean, terminal: Terminal): void {
  if (read.length === 0) terminal.out('There is nothing to import here.\n');
  for (const { path, content } of files)
    terminal.out(`${written ? 'written' : 'would write'} ${path}\n${content.replace(/^(?=.)/gm, '  ')}\n`);
  for (const { from, what, why } of losses) terminal.out(`not carried over: ${what} (${from}): ${why}\n`);
  if (!written && files.length > 0) terminal.out('\nNothing was written. Do it with --write.\n');
  if (read.length > 0 && losses.length === 0) terminal.out('Everything is carried over.\n');
}
