import { fail, type HookContext } from './call.ts';
import { hookedCall, ownInput } from './identity.ts';
import type { Stage } from './stage.ts';
import { revalidate } from './validate.ts';

/** Asks the PreToolUse hooks: they may block the call, end the turn, or rewrite the input, which is checked again. */
export const preHooks: Stage<'prepared'> = {
  name: 'pre-hooks',
  takes: 'prepared',
  async run(call, { deps, input, signal }) {
    if (!deps.hooks) return call;
    const verdict = await deps.hooks.preToolUse(hookedCall(call, input.cwd), signal);
    const context = hookContext('PreToolUse', verdict.context);
    if (verdict.endTurn !== undefined)
      return fail(call, `Not run, a hook ended the turn: ${verdict.endTurn}`, {
        endTurn: verdict.endTurn,
        context,
      });
    if (verdict.block !== undefined) return fail(call, verdict.block, { context });
    const noted = { ...call, context };
    return verdict.rewrite ? revalidate(noted, ownInput(noted, verdict.rewrite.input), signal) : noted;
  },
};

export function hookContext(event: string, texts: readonly string[] | undefined): HookContext[] {
  return (texts ?? []).map((text) => ({ event, text }));
}
