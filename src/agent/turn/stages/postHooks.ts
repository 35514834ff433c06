import { hookedCall } from './identity.ts';
import { hookContext } from './preHooks.ts';
import type { Stage } from './stage.ts';

/** Shows the PostToolUse hooks what came of a call that ran; a block's reason joins the result. */
export const postHooks: Stage<'settled'> = {
  name: 'post-hooks',
  takes: 'settled',
  async run(call, { deps, input, signal }) {
    if (!deps.hooks || !call.ran) return call;
    const verdict = await deps.hooks.postToolUse(
      { ...hookedCall(call.ran, input.cwd), result: call.result },
      signal,
    );
    const context = [...call.context, ...hookContext('PostToolUse', verdict.context)];
    const text = verdict.block === undefined ? call.result.text : annotate(call.result.text, verdict.block);
    return {
      ...call,
      context,
      result: { ...call.result, text },
      ...(verdict.endTurn === undefined ? {} : { endTurn: verdict.endTurn }),
    };
  },
};

function annotate(text: string, reason: string): string {
  return text === '' ? `[hook] ${reason}` : `${text}\n\n[hook] ${reason}`;
}
