import { expandPrompt } from '../agent/commands/expand.ts';
import { ExpectedError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import { listKind } from './listKind.ts';
import { withCatalogues } from './openCatalogues.ts';
import { printJson } from './printInventory.ts';
import { readArgs } from './readArgs.ts';
import type { Terminal, Verb } from './verb.ts';

/** Custom commands: those that were found, or what one becomes with arguments. */
export const commands: Verb = async (args, terminal) => {
  const [action = 'list', ...rest] = args;
  switch (action) {
    case 'expand':
      return expand(rest, terminal);
    case 'list':
    case '--json': {
      const { values } = readArgs(args, { json: { type: 'boolean', default: false } });
      return listKind('command', values.json, terminal);
    }
    default:
      throw new ExpectedError('usage', `"commands ${action}" is not known; there are list and expand.`);
  }
};

/** What follows the name is the command's, options or not. */
async function expand(args: readonly string[], terminal: Terminal): Promise<number> {
  const json = args[0] === '--json';
  const [name, ...words] = args.slice(json || args[0] === '--' ? 1 : 0);
  if (name === undefined) throw new ExpectedError('usage', 'Say which: vak commands expand NAME ARGUMENTS…');
  const catalogue = await withCatalogues((catalogues) => catalogues.get(terminal.cwd));
  const plain = name.replace(/^\//, '');
  const expansion = expandPrompt(`/${plain} ${words.join(' ')}`, catalogue, undefined, false);
  if (json) printJson(expansion, terminal);
  if (expansion.kind === 'expanded') {
    if (!json) terminal.out(`${expansion.text}\n`);
    for (const skill of expansion.skills) terminal.error(`with the skill ${skill.name} (${skill.path})\n`);
    return 0;
  }
  if (expansion.kind === 'refused') throw new ExpectedError('no-skill', expansion.message);
  const names = [...catalogue.commands, ...catalogue.skills].map((c) => c.name);
  const near = nearest(plain, names, 1)[0];
  throw new ExpectedError(
    'no-command',
    `There is no command "${plain}".${near ? ` Did you mean "${near}"?` : ''}`,
  );
}
