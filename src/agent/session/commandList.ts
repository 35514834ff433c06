import type { AgentProfile, Catalogue } from '../inventory/catalogue.ts';
import type { ServerPrompt } from '../mcp/mcpServers.ts';
import type { Builtin, CommandInfo } from './builtins/builtin.ts';
import { allBuiltins } from './builtins/builtins.ts';
import { skillsOf } from './profile.ts';

/** Everything that can be typed now, Vakil's own first. Each name stands once. */
export function commandList(
  catalogue: Catalogue,
  profile: AgentProfile | undefined,
  added: readonly Builtin[],
  prompts: readonly ServerPrompt[] = [],
): readonly CommandInfo[] {
  const builtins = allBuiltins(added).map(
    ({ name, description, hint }): CommandInfo => ({ name, description, hint, group: 'builtin', source: '' }),
  );
  const commands = catalogue.commands.map(
    ({ name, description, argumentHint, source }): CommandInfo => ({
      name,
      description,
      hint: argumentHint ?? 'arguments',
      group: 'command',
      source,
    }),
  );
  const skills = skillsOf(catalogue, profile).map(
    ({ name, description, source, plainNameTaken }): CommandInfo => ({
      name: plainNameTaken === undefined ? name : `skill:${name}`,
      description,
      hint: 'request',
      group: 'skill',
      source,
      note: plainNameTaken,
    }),
  );
  const ofServers = prompts.map(
    ({ name, description, argumentHint, server }): CommandInfo => ({
      name,
      description,
      ...(argumentHint ? { hint: argumentHint } : {}),
      group: 'command',
      source: server,
    }),
  );
  const taken = new Set<string>();
  return [...builtins, ...commands, ...skills, ...ofServers].filter(({ name }) => {
    if (taken.has(name)) return false;
    taken.add(name);
    return true;
  });
}
