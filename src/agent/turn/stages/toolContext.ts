import { stripControlCharacters } from '../../tools/controlCharacters.ts';
import type { ToolContext } from '../../tools/tool.ts';
import type { PreparedCall } from './call.ts';
import type { StageContext } from './stage.ts';

/** What one call may use while it runs. */
export function toolContext(
  call: PreparedCall,
  { input, deps, messageId, emit, signal }: StageContext,
): ToolContext {
  const { callId } = call;
  return {
    sessionId: input.sessionId,
    callId,
    cwd: input.cwd,
    roots: input.roots,
    host: deps.host,
    sandbox: deps.sandbox,
    documents: deps.documents,
    state: deps.toolState,
    signal,
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
