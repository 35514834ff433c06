import { ExpectedError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import { type ItemKind, ItemKindSchema } from '../protocol/inventory.ts';
import { withCatalogues } from './openCatalogues.ts';
import { printJson } from './printInventory.ts';
import { readArgs } from './readArgs.ts';
import type { Verb } from './verb.ts';

/** Every place that was looked at for one item, in order, and why it won or lost there. */
export const explain: Verb = async (args, terminal) => {
  const { values, positionals } = readArgs(args, { json: { type: 'boolean', default: false } });
  const { kind, name } = parseAddress(positionals[0]);
  const explanation = await withCatalogues((catalogues) => catalogues.explain(terminal.cwd, kind, name));
  if (values.json) printJson(explanation.steps, terminal);
  else terminal.out(`${explanation.text}\n`);
  return 0;
};

/** `KIND:NAME`; a name may hold colons itself (`skill:review:checklist`). */
function parseAddress(address: string | undefined): { kind: ItemKind; name: string } {
  const at = address?.indexOf(':') ?? -1;
  if (address === undefined || at < 1)
    throw new ExpectedError('usage', 'Say what to explain: vak explain KIND:NAME');
  const kind = ItemKindSchema.safeParse(address.slice(0, at));
  if (kind.success) return { kind: kind.data, name: address.slice(at + 1) };
  const near = nearest(address.slice(0, at), ItemKindSchema.options, 1)[0];
  throw new ExpectedError(
    'usage',
    `There is no kind "${address.slice(0, at)}"${near ? `; did you mean "${near}"?` : `: choose one of ${ItemKindSchema.options.join(', ')}.`}`,
  );
}
