import path from 'node:path';
import type { ApprovalQuestion, Approver } from '../permissions/permission.ts';
import type { Tool } from '../tools/tool.ts';
import type { TurnDeps } from '../turn/turn.ts';

/** What a child may do less than its parent. Nothing here widens anything (W2, S8). */
export interface Narrowing {
  readonly readonly: boolean;
  /** Write scopes: globs, relative to the working folder. Undefined: no scope. */
  readonly paths?: readonly string[];
  /** Names of tools from the agent's profile; undefined: all. */
  readonly tools?: readonly string[];
}

/** What a read-only child is offered (W5). */
const READ_ONLY_TOOLS = ['read_file', 'glob', 'grep'];
/** Tools that a write scope can hold to its paths only inside a sandbox. */
const SHELL_TOOLS = ['bash', 'bash_output', 'bash_kill'];

/** The tool that calls those of MCP servers, which have a source. */
const SERVERS_TOOL = 'mcp';

/** The name of the tool that starts workers: no child has it, so the depth is one by construction. */
export const TASK_TOOL = 'task';

/** The tools of a child, out of its parent's. Pure. `sandboxed`: commands can be held to its paths. */
export function childTools(tools: readonly Tool[], narrowing: Narrowing, sandboxed = false): readonly Tool[] {
  const shellIsHeld = sandboxed && narrowing.paths?.every(isWholeFolder);
  return tools.filter((tool) => {
    if (tool.name === TASK_TOOL) return false;
    if (narrowing.readonly && !READ_ONLY_TOOLS.includes(tool.name)) return false;
    if (narrowing.paths && !shellIsHeld && SHELL_TOOLS.includes(tool.name)) return false;
    // Nothing holds a server to paths, and that a tool only reads is its server's word alone.
    if (narrowing.paths && (tool.source !== undefined || tool.name === SERVERS_TOOL)) return false;
    return (
      narrowing.tools === undefined ||
      [tool.name, ...tool.aliases].some((name) => narrowing.tools?.includes(name))
    );
  });
}

/** A child's side of the turn with its limits; questions name the worker and are told of while they wait. */
export function narrow(
  deps: TurnDeps,
  narrowing: Narrowing,
  child: {
    readonly worker: NonNullable<ApprovalQuestion['worker']>;
    readonly cwd: string;
    asking(asks: boolean): void;
  },
): TurnDeps {
  const approver: Approver = {
    async ask(question, signal) {
      child.asking(true);
      try {
        return await deps.permissions.approver.ask({ ...question, worker: child.worker }, signal);
      } finally {
        child.asking(false);
      }
    },
  };
  const { findTool } = deps;
  const sandbox = narrowing.paths
    ? deps.sandbox.limitedTo(narrowing.paths.map((glob) => scopeFolder(glob, child.cwd)))
    : deps.sandbox;
  const isSandboxed = async () => narrowing.paths !== undefined && (await sandbox.ready()).state === 'on';
  const narrowed = async (tools: readonly Tool[]) => childTools(tools, narrowing, await isSandboxed());
  return {
    ...deps,
    sandbox,
    tools: async (signal) => narrowed(await deps.tools(signal)),
    // Only servers have tools that are not listed, and such a child has none of theirs.
    findTool:
      narrowing.readonly || narrowing.paths
        ? undefined
        : findTool &&
          (async (name, signal) => {
            const tool = await findTool(name, signal);
            return tool && (await narrowed([tool]))[0];
          }),
    permissions: {
      ...deps.permissions,
      mode: () => (narrowing.readonly ? 'read-only' : deps.permissions.mode()),
      writeScope: narrowing.paths,
      approver,
    },
  };
}

/** A sandbox holds a shell to folders, not to some of the files in them. */
function isWholeFolder(glob: string): boolean {
  return /^[^*?[\]{}]*(?:(?:^|[/\\])\*\*(?:[/\\]\*)?)?$/.test(glob);
}

/** The folder that a glob can reach: what stands before the first segment with a glob character. */
export function scopeFolder(glob: string, cwd: string): string {
  return path.resolve(cwd, glob.replace(/[^/\\]*[*?[\]{}][\s\S]*$/, '') || '.');
}
