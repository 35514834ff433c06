import { workspace } from 'vscode';

export interface TrustedFolder {
  readonly path: string;
  readonly trusted: boolean;
}

/** The workspace's folders and whether the person trusts them: VS Code knows one answer for all of them. */
export function trustedFolders(): TrustedFolder[] {
  const trusted = workspace.isTrusted;
  return (workspace.workspaceFolders ?? [])
    .filter((folder) => folder.uri.scheme === 'file')
    .map((folder) => ({ path: folder.uri.fsPath, trusted }));
}
