import path from 'node:path';
import { type GivenTrust, revokeFolder, trustFolder } from '../agent/catalogue/trustFolder.ts';
import { createLocalHost } from '../agent/localHost.ts';
import { ExpectedError } from '../base/errors.ts';
import { showUnseen } from '../base/unseenText.ts';
import { COMPARED } from '../protocol/inventory.ts';
import { printJson } from './printInventory.ts';
import { readArgs } from './readArgs.ts';
import type { Terminal, Verb } from './verb.ts';

/** Trusts a folder and prints what may run because of it; `--revoke` takes it back. Running agents follow. */
export const trust: Verb = async (args, terminal) => {
  const { values, positionals } = readArgs(args, {
    revoke: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  });
  const host = createLocalHost();
  const folder = path.resolve(terminal.cwd, positionals[0] ?? '.');
  if ((await host.files.stat(folder))?.kind !== 'folder')
    throw new ExpectedError('not-found', `There is no folder ${folder}.`);
  if (values.revoke) {
    const revoked = await revokeFolder(host, folder);
    if (values.json) printJson(revoked, terminal);
    else {
      terminal.out(
        revoked.wasTrusted
          ? `${revoked.folder} is not trusted any more.\n`
          : `${revoked.folder} was not trusted.\n`,
      );
      if (revoked.stillBy !== undefined)
        terminal.out(`It still counts as trusted because ${revoked.stillBy} above it is.\n`);
    }
    return 0;
  }
  const given = await trustFolder(host, folder);
  if (values.json) printJson(given, terminal);
  else printGiven(given, terminal);
  return 0;
};

function printGiven(given: GivenTrust, terminal: Terminal): void {
  const say = (line: string) => terminal.out(`${showUnseen(line)}\n`);
  say(`${given.folder} is trusted: its skills, commands, agents and AGENTS.md count.`);
  if (given.repository !== undefined)
    say(`So do the AGENTS.md files above it, up to ${given.repository}: it is a part of that repository.`);
  if (given.items.length + given.refused.length === 0) say('Nothing in it can run code.');
  for (const item of given.items) {
    const state = item.already
      ? 'approved before'
      : item.changes.length > 0
        ? 'approved, changed'
        : 'approved';
    say('');
    say(`${item.kind} ${item.name} (${state}), from ${item.path}`);
    const blocks = item.changes.length > 0 ? item.changes : [item.content];
    for (const line of [...blocks.flatMap((block) => block.split('\n')), ...item.notes]) say(`    ${line}`);
  }
  for (const { kind, name, path: file, problem } of given.refused) {
    say('');
    say(`${kind} ${name} (not approved), from ${file}`);
    say(`    Nobody can agree to what it runs: ${problem}.`);
  }
  if (given.items.length > 0) {
    say('');
    say(`What is listed is ${COMPARED}`);
  }
}
