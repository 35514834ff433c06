import { ExpectedError } from '../../base/errors.ts';
import type { Host } from '../host/host.ts';
import type { HookDefinition } from '../inventory/catalogue.ts';
import { hookContent } from '../inventory/codeContent.ts';
import { fileLine } from '../inventory/namedFiles.ts';

/** Whether what would run is no longer what the person agreed to: a script written anew since then. */
export async function hasChanged(
  hook: HookDefinition,
  cwd: string,
  { files, environment }: Pick<Host, 'files' | 'environment'>,
): Promise<boolean> {
  if (hook.approvedContent === undefined) return false;
  const now = await hookContent(hook, { files, home: environment.home, cwd });
  return now.text !== hook.approvedContent;
}

/** Why a hook that changed does not run, and the way out. */
export function changedReason({ fromUsersPlugin }: Pick<HookDefinition, 'fromUsersPlugin'>): string {
  const otherwise = fromUsersPlugin ? 'by installing its plugin anew' : 'with `vak trust`';
  return (
    'it changed since it was approved, so it did not run; look at the change and approve it again in the ' +
    `view Extensions or ${otherwise}`
  );
}

/** Throws `ExpectedError` `changed` unless these bytes of the hook's script are those that were agreed to. */
export function holdScript(
  hook: Pick<HookDefinition, 'approvedContent' | 'script' | 'fromUsersPlugin'>,
  content: Uint8Array,
  cwd: string,
): void {
  const { approvedContent, script } = hook;
  if (approvedContent === undefined || script === undefined) return;
  if (!approvedContent.split('\n').includes(fileLine(script, content, cwd)))
    throw new ExpectedError('changed', changedReason(hook));
}
