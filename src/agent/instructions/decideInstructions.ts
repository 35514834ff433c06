import type { PermissionRules } from '../config/permissionRules.ts';
import type { Host } from '../host/host.ts';
import { createPermissions } from '../permissions/decide.ts';
import type { PermissionDecision } from '../permissions/permission.ts';
import { instructionFolders } from './findInstructions.ts';

export interface InstructionBounds {
  readonly host: Pick<Host, 'environment' | 'files'>;
  readonly cwd: string;
  /** All roots of the workspace. */
  readonly roots: readonly string[];
  readonly rules: PermissionRules;
}

/**
 * Whether an AGENTS.md enters by itself: nobody called for it, so one that is a link out of the repository and
 * the workspace, or that a deny rule on reading binds, is left out. Ask rules are about calls.
 */
export async function decideInstructions(
  file: string,
  { host, cwd, roots, rules }: InstructionBounds,
): Promise<PermissionDecision> {
  const [outermost = cwd] = await instructionFolders(host.files, cwd);
  return createPermissions(host)({
    tool: 'read_file',
    aliases: ['Read', 'read'],
    subject: { kind: 'read', paths: [file] },
    mode: 'auto',
    cwd,
    roots: [...roots, outermost],
    trusted: true,
    readable: [],
    rules,
  });
}
