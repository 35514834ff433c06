import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { createPluginWorld } from '../agent/catalogue/pluginWorld.ts';
import { createNodeHost } from '../agent/host/node/nodeHost.ts';
import type { Offer } from '../agent/plugins/marketplace.ts';
import { PluginCommands, type PluginDialog, type UpdateOutcome } from '../agent/plugins/pluginCommands.ts';
import { ExpectedError } from '../base/errors.ts';
import { showUnseen } from '../base/unseenText.ts';
import { printJson } from './printInventory.ts';
import { readArgs } from './readArgs.ts';
import type { Terminal, Verb } from './verb.ts';

interface Options {
  readonly path?: string;
  readonly ref?: string;
  readonly yes: boolean;
  readonly json: boolean;
}

/** `vak plugin …`: install, look at, update, switch and remove plugins of the user's. */
export const plugin: Verb = async (args, terminal) => {
  const { values, positionals } = readArgs(args, {
    path: { type: 'string' },
    ref: { type: 'string' },
    yes: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  });
  const [action = 'list', name] = positionals;
  const host = createNodeHost();
  const commands = new PluginCommands(host, createPluginWorld(host, terminal.cwd));
  switch (action) {
    case 'install':
      return install(commands, required(name, 'install SOURCE'), values, terminal);
    case 'list':
      return list(commands, values.json, terminal);
    case 'update':
      return update(commands, name, values, terminal);
    case 'enable':
    case 'disable':
      await commands.setEnabled(required(name, `${action} NAME`), action === 'enable', terminal.signal);
      terminal.out(`${name} is ${action}d.\n`);
      return 0;
    case 'uninstall':
      await commands.uninstall(required(name, 'uninstall NAME'), terminal.signal);
      terminal.out(`${name} is uninstalled.\n`);
      return 0;
    default:
      throw new ExpectedError(
        'usage',
        `"plugin ${action}" is not known; there are install, list, update, enable, disable and uninstall.`,
      );
  }
};

async function install(
  commands: PluginCommands,
  source: string,
  options: Options,
  terminal: Terminal,
): Promise<number> {
  const request = { source, path: options.path, ref: options.ref, cwd: terminal.cwd };
  const outcome = await commands.install(request, dialogOn(terminal, options.yes), terminal.signal);
  switch (outcome.kind) {
    case 'installed':
      terminal.out(`${outcome.name} is installed.\n`);
      return 0;
    case 'choices':
      printOffers(outcome.offers, options.json, terminal);
      return 1;
    case 'declined':
      terminal.error('Nothing was changed. Agree with --yes.\n');
      return 1;
  }
}

function printOffers(offers: readonly Offer[], json: boolean, terminal: Terminal): void {
  if (json) {
    printJson(offers, terminal);
    return;
  }
  const width = Math.max(...offers.map((o) => o.name.length));
  for (const { name, path, address, description } of offers)
    terminal.out(`${showUnseen(`${name.padEnd(width)}  ${path ?? address ?? ''}  ${description}`)}\n`);
  terminal.error('The source has several plugins: choose one with --path and its folder or name.\n');
}

async function list(commands: PluginCommands, json: boolean, terminal: Terminal): Promise<number> {
  const plugins = await commands.list();
  if (json) {
    printJson(plugins, terminal);
    return 0;
  }
  const names = Math.max(0, ...plugins.map((p) => p.name.length));
  const versions = Math.max(0, ...plugins.map((p) => p.version.length || 1));
  for (const { name, version, enabled, source } of plugins)
    terminal.out(
      `${name.padEnd(names)}  ${(version || '-').padEnd(versions)}  ${enabled ? 'enabled ' : 'disabled'}  ${source}\n`,
    );
  return 0;
}

async function update(
  commands: PluginCommands,
  name: string | undefined,
  options: Options,
  terminal: Terminal,
): Promise<number> {
  const outcomes = await commands.update(name, dialogOn(terminal, options.yes), terminal.signal);
  if (options.json) printJson(outcomes, terminal);
  else for (const outcome of outcomes) terminal.out(updateLine(outcome));
  const undone = outcomes.some((o) => o.outcome === 'declined');
  if (undone) terminal.error('Nothing was changed where you did not agree. Agree with --yes.\n');
  return undone || outcomes.some((o) => o.outcome === 'failed') ? 1 : 0;
}

function updateLine({ name, outcome, reason }: UpdateOutcome): string {
  switch (outcome) {
    case 'updated':
      return `${name} is updated.\n`;
    case 'unchanged':
      return `${name} is up to date.\n`;
    case 'declined':
      return `${name} stays as it is.\n`;
    case 'failed':
      return `${name} could not be updated: ${reason ?? ''}\n`;
  }
}

function dialogOn(terminal: Terminal, yes: boolean): PluginDialog {
  return {
    progress: (message) => terminal.error(`${message}\n`),
    async agree(text) {
      terminal.out(`${text}\n`);
      if (yes) return true;
      if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
      const reader = createInterface({ input: process.stdin, output: process.stdout });
      try {
        const answer = await reader.question('Agree to this, and to what it runs? [y/N] ', {
          signal: terminal.signal,
        });
        return /^y(?:es)?$/i.test(answer.trim());
      } finally {
        reader.close();
      }
    },
  };
}

function required(value: string | undefined, usage: string): string {
  if (value === undefined) throw new ExpectedError('usage', `Call: vak plugin ${usage}`);
  return value;
}
