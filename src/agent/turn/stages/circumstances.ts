import type { PermissionInput } from '../../permissions/permission.ts';
import { spillFolder } from '../../tools/spill.ts';
import type { PreparedCall } from './call.ts';
import { identityOf } from './identity.ts';
import type { StageContext } from './stage.ts';

/** All that a decision about a call depends on, but for what the call wants to do. Read anew each time. */
export function circumstances(
  call: PreparedCall,
  { deps, input }: StageContext,
): Omit<PermissionInput, 'subject'> {
  const { name, aliases } = identityOf(call);
  const { permissions } = deps;
  return {
    tool: name,
    aliases,
    mode: permissions.mode(),
    cwd: input.cwd,
    roots: input.roots,
    trusted: permissions.trusted(),
    readable: [...permissions.readable(), spillFolder(deps.host.environment)],
    rules: permissions.rules(),
    ...(permissions.writeScope ? { writeScope: permissions.writeScope } : {}),
  };
}
