import * as z from 'zod';
import { isRecord } from '../../base/json.ts';
import { type CommandView, CommandViewSchema } from '../../protocol/chat.ts';
import type { Inventory } from '../../protocol/inventory.ts';
import type { CommandInfo } from '../acp/updates.ts';

const MetaSchema = z.object({
  group: CommandViewSchema.shape.group.optional().catch(undefined),
  source: z.string().optional().catch(undefined),
  note: z.string().optional().catch(undefined),
});

/** Slash commands as the view lists them. Our own agent says in `_meta.vak` what each is and where from. */
export function commandViews(commands: readonly CommandInfo[]): CommandView[] {
  return commands.map(({ name, description, hint, meta }) => {
    const vak = MetaSchema.parse(isRecord(meta) && isRecord(meta.vak) ? meta.vak : {});
    return {
      name: name.replace(/^\//, ''),
      description,
      hint,
      group: vak.group ?? (name.startsWith('skill:') ? 'skill' : 'command'),
      source: vak.source ?? 'agent',
      note: vak.note,
    };
  });
}

/** Our commands and skills for the completion of an agent that knows neither; they are expanded before it sees them. */
export function inventoryCommands({ items }: Inventory): CommandView[] {
  return items.flatMap(({ kind, name, description, label, state }): CommandView[] => {
    if (state !== 'active') return [];
    if (kind === 'command') return [{ name, description, group: 'command', source: label }];
    return kind === 'skill' ? [{ name: `skill:${name}`, description, group: 'skill', source: label }] : [];
  });
}
