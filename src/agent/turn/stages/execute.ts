import { CancelledError, errorMessage, isCancelled } from '../../../base/errors.ts';
import type { ToolResult } from '../../tools/tool.ts';
import type { PreparedCall } from './call.ts';
import type { Stage, StageContext } from './stage.ts';
import { toolContext } from './toolContext.ts';

/** Runs the call. What the tool throws becomes a failed result; only a cancellation passes. */
export const execute: Stage<'prepared'> = {
  name: 'execute',
  takes: 'prepared',
  async run(call, context) {
    if (context.signal.aborted) throw new CancelledError();
    const { clock } = context.deps.host;
    context.emit({ kind: 'tool-call', callId: call.callId, status: 'in_progress' });
    const begin = clock.ticks();
    const result = await runTool(call, context);
    const ms = Math.round(clock.ticks() - begin);
    return {
      kind: 'settled',
      callId: call.callId,
      toolName: call.tool.name,
      result: { ...result, meta: { ...result.meta, ms } },
      ran: call,
      context: call.context,
    };
  },
};

async function runTool(call: PreparedCall, context: StageContext): Promise<ToolResult> {
  try {
    return await call.tool.execute(call.input, toolContext(call, context));
  } catch (error) {
    if (context.signal.aborted && isCancelled(error)) throw error;
    return { text: `${call.tool.name} failed: ${errorMessage(error)}`, isError: true };
  }
}
