import type { InventoryItem } from '../../protocol/inventory.ts';
import { isBuiltinCommand } from '../commands/builtinCommands.ts';
import { meaningOf } from '../commands/expand.ts';
import type { Command, Skill } from '../inventory/catalogue.ts';

/**
 * Settles what `/name` means where a command and a skill share a name (C6). A skill that loses the
 * plain name stays active and says what the name means; a command that loses it can't be called at
 * all and is `shadowed`.
 */
export function settleSlashNames(
  skills: readonly Skill[],
  commands: readonly Command[],
): { skills: readonly Skill[]; note: (item: InventoryItem) => InventoryItem } {
  const commandAt = new Map(commands.map((c) => [c.name, c]));
  const settled = skills.map((skill): Skill => {
    const taken = plainNameTaken(skill.name, commandAt.get(skill.name));
    return taken === undefined ? skill : { ...skill, plainNameTaken: taken };
  });
  const byPath = new Map(settled.map((s) => [s.path, s]));
  const note = (item: InventoryItem): InventoryItem => {
    if (item.state !== 'active') return item;
    if (item.kind === 'skill') {
      const taken = byPath.get(item.origin.path)?.plainNameTaken;
      return taken === undefined
        ? item
        : { ...item, reason: `/${item.name} means ${taken}; use /skill:${item.name}.` };
    }
    if (item.kind !== 'command' || meaningOf(item.name, commands, settled) === 'command') return item;
    if (isBuiltinCommand(item.name))
      return {
        ...item,
        state: 'shadowed',
        reason: `/${item.name} is the agent's own command.`,
        shadowedBy: `built-in /${item.name}`,
      };
    const skill = settled.find((s) => s.name === item.name);
    return {
      ...item,
      state: 'shadowed',
      reason: `/${item.name} means the skill, which comes first.`,
      ...(skill && { shadowedBy: skill.path }),
    };
  };
  return { skills: settled, note };
}

function plainNameTaken(name: string, command: Command | undefined): string | undefined {
  switch (meaningOf(name, command ? [command] : [], [{ name }])) {
    case 'builtin':
      return "the agent's own command";
    case 'command':
      return `the project's command ${command?.origin.path ?? ''}`.trim();
    default:
      return undefined;
  }
}
