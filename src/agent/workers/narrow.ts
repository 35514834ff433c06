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
/** Tools that a write scope can't hold to its paths. */
const SHELL_TOOLS = ['bash', 'bash_output', 'bash_kill'];

/** The name of the tool that starts workers: no child has it, so the depth is one by construction. */
export const TASK_TOOL = 'task';

/** The tools of a child, out of its parent's. Pure. */
export function childTools(tools: readonly Tool[], narrowing: Narrowing): readonly Tool[] {
  return tools.filter((tool) => {
    if (tool.name === TASK_TOOL) return false;
    if (narrowing.readonly && !READ_ONLY_TOOLS.includes(tool.name)) return false;
    if (narrowing.paths && SHELL_TOOLS.includes(tool.name)) return false;
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
  return {
    ...deps,
    tools: async (signal) => childTools(await deps.tools(signal), narrowing),
    findTool:
      findTool &&
      (async (name, signal) => {
        const tool = await findTool(name, signal);
        return tool && childTools([tool], narrowing)[0];
      }),
    permissions: {
      ...deps.permissions,
      mode: () => (narrowing.readonly ? 'read-only' : deps.permissions.mode()),
      writeScope: narrowing.paths,
      approver,
    },
  };
}
