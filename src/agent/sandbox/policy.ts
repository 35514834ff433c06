/** What a command may do to the machine while it runs in the sandbox. Reading is not limited. */
export interface SandboxPolicy {
  /** Folders that it may write below, absolute: the workspace, or a worker's scope, and temporary files. */
  readonly writable: readonly string[];
  /** Places below them that it may not write all the same, absolute; those that are not there are passed over. */
  readonly protected: readonly string[];
  readonly network: boolean;
}
