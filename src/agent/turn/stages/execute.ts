import { CancelledError, errorMessage, isCancelled } from '../../../base/errors.ts';
import type { ToolResult } from '../../tools/tool.ts';
import type { PreparedCall } from './call.ts';
import { identityOf } from './identity.ts';
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
    const first = await runTool(call, context);
    const result = (await runWithoutSandbox(call, first, context)) ?? first;
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

/**
 * A call that the sandbox stopped is offered again without it, as a question. Where nobody may be
 * asked, its result says what happened. Undefined: nothing ran again.
 */
async function runWithoutSandbox(
  call: PreparedCall,
  { stoppedBySandbox }: ToolResult,
  context: StageContext,
): Promise<ToolResult | undefined> {
  const { deps, input, signal } = context;
  if (stoppedBySandbox === undefined || deps.permissions.mode() === 'auto') return undefined;
  const { name, input: shown } = identityOf(call);
  const answer = await deps.permissions.approver.ask(
    {
      sessionId: input.sessionId,
      callId: call.callId,
      tool: name,
      title: call.tool.present(call.input, input.cwd).title,
      input: shown,
      decision: { outcome: 'ask', because: `${stoppedBySandbox} Run it again without the sandbox?` },
    },
    signal,
  );
  return answer.outcome === 'once' ? runTool(call, context, deps.sandbox.withoutLimits()) : undefined;
}

async function runTool(
  call: PreparedCall,
  context: StageContext,
  sandbox = context.deps.sandbox,
): Promise<ToolResult> {
  try {
    return await call.tool.execute(call.input, { ...toolContext(call, context), sandbox });
  } catch (error) {
    if (context.signal.aborted && isCancelled(error)) throw error;
    return { text: `${call.tool.name} failed: ${errorMessage(error)}`, isError: true };
  }
}
