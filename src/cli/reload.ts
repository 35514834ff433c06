import { askReload } from '../agent/catalogue/reloadSignal.ts';
import { createLocalHost } from '../agent/localHost.ts';
import { withCatalogues } from './openCatalogues.ts';
import { diagnosticLine, printJson } from './printInventory.ts';
import { readArgs } from './readArgs.ts';
import type { Verb } from './verb.ts';

/** Lets the running agents of this user build a fresh catalogue; exit 1 when one kept the old, and why. */
export const reload: Verb = async (args, terminal) => {
  const { values } = readArgs(args, { json: { type: 'boolean', default: false } });
  const here = await withCatalogues((catalogues) => catalogues.get(terminal.cwd));
  const answers = await askReload(createLocalHost());
  const kept = answers.filter((a) => a.kind === 'answered' && !a.result.ok);
  const ok = kept.length === 0 && here.fatal === undefined;
  if (values.json) {
    printJson({ ok, fatal: here.fatal, agents: answers }, terminal);
    return ok ? 0 : 1;
  }
  for (const answer of answers) {
    const { pid } = answer;
    if (answer.kind === 'gone') terminal.out(`agent ${pid}: does not answer\n`);
    else if (answer.result.ok) terminal.out(`agent ${pid}: reloaded\n`);
    else {
      terminal.out(`agent ${pid}: kept what it had, because of\n`);
      for (const diagnostic of answer.result.diagnostics) terminal.out(`    ${diagnosticLine(diagnostic)}`);
    }
  }
  if (answers.length === 0) terminal.out('No agent of yours runs now.\n');
  if (here.fatal) terminal.error(`The configuration here fails as a whole:\n${diagnosticLine(here.fatal)}`);
  return ok ? 0 : 1;
};
