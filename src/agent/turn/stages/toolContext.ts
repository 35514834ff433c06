import { decidedFiles } from '../../host/decidedFiles.ts';
import { createPlaces } from '../../permissions/places.ts';
import { withheldFrom } from '../../permissions/withheld.ts';
import { stripControlCharacters } from '../../tools/controlCharacters.ts';
import type { ToolContext } from '../../tools/tool.ts';
import type { PreparedCall } from './call.ts';
import { circumstances } from './circumstances.ts';
import { identityOf } from './identity.ts';
import type { StageContext } from './stage.ts';

/** What one call may use while it runs. */
export function toolContext(call: PreparedCall, context: StageContext): ToolContext {
  const { input, deps, messageId, emit, signal } = context;
  const { callId, places } = call;
  return {
    sessionId: input.sessionId,
    callId,
    cwd: input.cwd,
    roots: input.roots,
    host: places ? { ...deps.host, files: decidedFiles(deps.host.files, places) } : deps.host,
    sandbox: deps.sandbox,
    documents: deps.documents,
    state: deps.toolState,
    signal,
    withheld: withheldFrom(circumstances(identityOf(call), context), createPlaces(deps.host)),
    beforeChange: async (changes) => deps.beforeChange?.(changes, messageId),
    output: (text) => emit({ kind: 'tool-output', callId, text: stripControlCharacters(text) }),
    present: ({ kind, title, ...update }) =>
      emit({
        kind: 'tool-call',
        callId,
        ...update,
        ...(kind === undefined ? {} : { toolKind: kind }),
        ...(title === undefined ? {} : { title: stripControlCharacters(title) }),
      }),
  };
}
