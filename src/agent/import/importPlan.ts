/** A file that an import would write. */
export interface PlannedFile {
  readonly path: string;
  readonly content: string;
}

/** Something that could not be carried over. */
export interface Loss {
  /** File that says it, and where in it. */
  readonly from: string;
  readonly what: string;
  /** Why, and what to do about it. */
  readonly why: string;
}

/** What an import would do: nothing is written until somebody says so. */
export interface ImportPlan {
  readonly files: readonly PlannedFile[];
  readonly losses: readonly Loss[];
  /** Files that were read. */
  readonly read: readonly string[];
}

/** Where settings come from, and which folder of Vakil's they go to. */
export interface ImportLayer {
  readonly scope: 'user' | 'project';
  /** Folder with `hooks/` and `mcp_servers/`. */
  readonly target: string;
}

export const EMPTY_PLAN: ImportPlan = { files: [], losses: [], read: [] };

export function mergePlans(plans: readonly ImportPlan[]): ImportPlan {
  return {
    files: plans.flatMap((plan) => plan.files),
    losses: plans.flatMap((plan) => plan.losses),
    read: plans.flatMap((plan) => plan.read),
  };
}
