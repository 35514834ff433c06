import type { PermissionInput } from '../../permissions/permission.ts';
import { spillFolder } from '../../tools/spill.ts';
import type { StageContext } from './stage.ts';

/** All that a decision about a tool's call depends on, but for what the call wants to do. Read anew each time. */
export function circumstances(
  { name, aliases }: { readonly name: string; readonly aliases: readonly string[] },
  { deps, input }: Pick<StageContext, 'deps' | 'input'>,
): Omit<PermissionInput, 'subject'> {
  const { permissions } = deps;
  return {
    tool: name,
    aliases,
    mode: permissions.mode(),
    cwd: input.cwd,
    roots: input.roots,
    trusted: permissions.trusted(),
    readable: [...permissions.readable(), spillFolder(deps.host.environment, input.sessionId)],
    own: permissions.own?.() ?? [],
    rules: permissions.rules(),
    ...(permissions.writeScope ? { writeScope: permissions.writeScope } : {}),
  };
}
