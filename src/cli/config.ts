import { ExpectedError } from '../base/errors.ts';
import { withCatalogues } from './openCatalogues.ts';
import { diagnosticLine, printJson } from './printInventory.ts';
import { readArgs } from './readArgs.ts';
import type { Verb } from './verb.ts';

/** `config check`: loads everything as the agent would; exit 1 on any error. */
export const config: Verb = async (args, terminal) => {
  const { values, positionals } = readArgs(args, { json: { type: 'boolean', default: false } });
  const [action = 'check'] = positionals;
  if (action !== 'check')
    throw new ExpectedError('usage', `"config ${action}" is not known; there is check.`);
  const { found, catalogue } = await withCatalogues(async (catalogues) => ({
    found: await catalogues.inventory(terminal.cwd),
    catalogue: await catalogues.get(terminal.cwd),
  }));
  const errors = found.diagnostics.filter((d) => d.severity === 'error');
  if (values.json) printJson({ ok: errors.length === 0, diagnostics: found.diagnostics }, terminal);
  else
    for (const diagnostic of found.diagnostics) {
      terminal.out(diagnosticLine(diagnostic));
      if (diagnostic.fix !== undefined && diagnostic.severity !== 'info')
        terminal.out(`    ${diagnostic.fix}\n`);
    }
  if (catalogue.fatal)
    terminal.error(
      'The configuration fails as a whole: no conversation can begin before the first error is repaired.\n',
    );
  const warnings = found.diagnostics.filter((d) => d.severity === 'warning').length;
  terminal.error(`${errors.length} errors, ${warnings} warnings\n`);
  return errors.length > 0 ? 1 : 0;
};
