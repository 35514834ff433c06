import { ExpectedError } from '../../base/errors.ts';
import type { Host } from '../host/host.ts';
import type { ServerDefinition } from '../inventory/catalogue.ts';
import { serverContent } from '../inventory/codeContent.ts';

/** Why a server that the person has not agreed to, or not to what it would run now, is not started (R5). */
export function notApproved(server: string): ExpectedError<'not-approved'> {
  return new ExpectedError(
    'not-approved',
    `The MCP server "${server}" waits for your approval and was not started. ` +
      `Approve it in the view Extensions (MCP servers → ${server} → Approve), or with \`vak trust\`.`,
  );
}

/**
 * Holds a start to what the person agreed to: a file that the command names may have been written anew
 * since the catalogue was built. Rejects with `ExpectedError` `not-approved` when it was.
 */
export async function holdToApproval(
  definition: ServerDefinition,
  { files, environment }: Pick<Host, 'files' | 'environment'>,
  cwd: string,
): Promise<void> {
  const { approvedContent, id } = definition;
  if (approvedContent === undefined) return;
  const now = await serverContent(definition, { files, home: environment.home, cwd });
  if (now.text !== approvedContent) throw notApproved(id);
}
