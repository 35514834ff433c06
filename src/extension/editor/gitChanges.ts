import { extensions, Uri } from 'vscode';

/** The few things used of VS Code's own git extension. */
interface GitExports {
  getAPI(version: 1): { getRepository(uri: Uri): { diff(cached?: boolean): Promise<string> } | null };
}

/** The uncommitted changes around a folder as a patch; undefined when there are none, or no git. */
export async function gitChanges(cwd: string): Promise<string | undefined> {
  const git = extensions.getExtension<GitExports>('vscode.git');
  if (!git) return undefined;
  try {
    const repository = (await git.activate()).getAPI(1).getRepository(Uri.file(cwd));
    if (!repository) return undefined;
    const parts = [await repository.diff(true), await repository.diff(false)];
    return parts.filter((part) => part !== '').join('\n') || undefined;
  } catch {
    // Git is switched off or not installed: there is nothing to offer.
    return undefined;
  }
}
