/** A rule as written: `Bash(git push *)`, and where. */
export interface PermissionRule {
  readonly text: string;
  readonly path: string;
  readonly line?: number;
  readonly layer: 'user' | 'project' | 'settings';
}

/** The rules of all layers together; deny counts over ask, ask over allow. */
export interface PermissionRules {
  readonly allow: readonly PermissionRule[];
  readonly ask: readonly PermissionRule[];
  readonly deny: readonly PermissionRule[];
  /** Where rules that deny or ask can't be read. While there are any, nothing is done without a question. */
  readonly unread?: readonly UnreadRules[];
}

/** A file, and the line in it that has to be corrected. */
export interface UnreadRules {
  readonly path: string;
  readonly line?: number;
}
