import { window } from 'vscode';
import * as z from 'zod';
import { ExpectedError } from '../../base/errors.ts';
import { nearest } from '../../base/nearest.ts';
import type { Inventory, InventoryItem } from '../../protocol/inventory.ts';
import type { CommandHandlers } from './commandIds.ts';
import { slashText } from './slashText.ts';

interface PromptCommandDeps {
  inventory(): Promise<Inventory>;
  /** Sends a message in the shown conversation and reveals it. */
  send(text: string): Promise<void>;
}

type Kind = 'command' | 'skill';

/** What a key binding may give as `args`: a name, or a name with what stands behind it. */
const ArgsSchema = z.union([
  z.string().transform((name) => ({ name, arguments: undefined as string | undefined })),
  z.object({ name: z.string(), arguments: z.string().optional() }),
]);

/** *Run Command…* and *Run Skill…*: everything there is, with the view open or not. */
export function promptCommands(deps: PromptCommandDeps) {
  return {
    'vak.runCommand': (args: unknown) => run('command', args, deps),
    'vak.runSkill': (args: unknown) => run('skill', args, deps),
  } satisfies Partial<CommandHandlers>;
}

async function run(kind: Kind, args: unknown, deps: PromptCommandDeps): Promise<void> {
  const items = (await deps.inventory()).items.filter(
    (item) => item.kind === kind && item.state === 'active',
  );
  const given = ArgsSchema.safeParse(args);
  const item = given.success ? find(kind, given.data.name, items) : await choose(kind, items);
  if (!item) return;
  const behind = given.success ? (given.data.arguments ?? '') : await askArguments(item);
  if (behind !== undefined) await deps.send(slashText(item, behind));
}

function find(kind: Kind, name: string, items: readonly InventoryItem[]): InventoryItem {
  const wanted = name.replace(/^\/?(skill:)?/, '');
  const item = items.find((i) => i.name === wanted);
  if (item) return item;
  const near = nearest(
    wanted,
    items.map((i) => i.name),
  );
  const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
  throw new ExpectedError('not-found', `There is no ${kind} "${wanted}".${hint}`);
}

async function choose(kind: Kind, items: readonly InventoryItem[]): Promise<InventoryItem | undefined> {
  if (items.length === 0) {
    void window.showInformationMessage(
      `There is no ${kind} here yet. The view Extensions can make one from a template.`,
    );
    return undefined;
  }
  const rows = items.map((item) => ({
    label: item.name,
    description: item.label,
    detail: item.description,
    item,
  }));
  const title = kind === 'command' ? 'Run Command' : 'Run Skill';
  return (await window.showQuickPick(rows, { title, matchOnDescription: true, matchOnDetail: true }))?.item;
}

function askArguments(item: InventoryItem): Promise<string | undefined> {
  const title = `${slashText(item, '')}`;
  return Promise.resolve(
    window.showInputBox({
      title,
      placeHolder: 'What stands behind it; may stay empty',
      prompt: item.description,
    }),
  );
}
