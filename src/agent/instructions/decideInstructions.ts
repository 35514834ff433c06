import type { PermissionRules } from '../config/permissionRules.ts';
import type { Host } from '../host/host.ts';
import { createPermissions } from '../permissions/decide.ts';
import type { PermissionDecision } from '../permissions/permission.ts';

export interface InstructionBounds {
  readonly host: Pick<Host, 'environment' | 'files'>;
  readonly cwd: string;
  /** The first of `instructionFolders`. */
  readonly outermost: string | undefined;
  /** All roots of the workspace. */
  readonly roots: readonly string[];
  readonly rules: PermissionRules;
}

/**
 * Whether an AGENTS.md enters by itself: nobody called for it, so one that is a link out of the repository and
 * the workspace, or that a deny rule on reading binds, is left out. Ask rules are about calls.
 */
export function decideInstructions({
  host,
  cwd,
  outermost = cwd,
  roots,
  rules,
}: InstructionBounds): (file: string) => Promise<PermissionDecision> {
  const decide = createPermissions(host);
  const about = {
    tool: 'read_file',
    aliases: ['Read', 'read'],
    mode: 'auto',
    cwd,
    roots: [...roots, outermost],
    trusted: true,
    readable: [],
    rules,
  } as const;
  return (file) => decide({ ...about, subject: { kind: 'read', paths: [file] } });
}
