/** What a command may do to the machine while it runs in the sandbox. Reading is not limited. */
export interface SandboxPolicy {
  /** Folders that it may write below, absolute: the workspace, or a worker's scope, and temporary files. */
  readonly writable: readonly string[];
  /** Folders below them that it may write but not move away, absolute; those that are not there are passed over. */
  readonly pinned: readonly string[];
  /**
   * Places below all of these that it may not write, absolute. Bubblewrap can't hold those that are not there;
   * see `OwnPlaces.appeared`.
   */
  readonly protected: readonly string[];
  readonly network: boolean;
}
