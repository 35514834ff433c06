import type { HookEvent, HookOutcome, HookPlace, Hooks } from '../hooks/hooks.ts';
import type { EmitTurnEvent } from './turn.ts';
import type { HookedCall, HookVerdict, TurnHooks } from './turnHooks.ts';

/** The hooks of a conversation as a turn's ports: each run and each word to the person is shown. */
export function connectHooks(hooks: Hooks, place: HookPlace, emit: EmitTurnEvent): TurnHooks {
  const run = async (event: HookEvent, signal: AbortSignal, messageId?: string): Promise<HookVerdict> => {
    const outcome = await hooks.run(event, signal, (each) =>
      emit({ kind: 'hook-run', run: messageId === undefined ? each : { ...each, messageId } }),
    );
    for (const message of outcome.messages) emit({ kind: 'notice', severity: 'info', title: message });
    return verdictOf(outcome);
  };
  return {
    userPromptSubmit: ({ messageId, text }, signal) =>
      run({ ...place, name: 'UserPromptSubmit', prompt: text }, signal, messageId),
    preToolUse: (call, signal) => run({ ...place, name: 'PreToolUse', tool: hookTool(call) }, signal),
    postToolUse: ({ result, ...call }, signal) =>
      run(
        {
          ...place,
          name: 'PostToolUse',
          tool: hookTool(call),
          response: { text: result.text, isError: result.isError ?? false },
        },
        signal,
      ),
    stop: ({ lastMessage, active }, signal) =>
      run(
        {
          ...place,
          name: place.worker ? 'SubagentStop' : 'Stop',
          stopHookActive: active,
          lastAssistantMessage: lastMessage,
        },
        signal,
      ),
    permissionRequest: (call, signal) =>
      run({ ...place, name: 'PermissionRequest', tool: hookTool(call) }, signal),
    notify: (message, signal) => {
      // A cancelled turn ends it, and everything else is a verdict that nobody waits for.
      run({ ...place, name: 'Notification', message }, signal).catch(() => undefined);
    },
    compaction: ({ trigger, summary }, signal) =>
      summary === undefined
        ? run({ ...place, name: 'PreCompact', trigger }, signal)
        : run({ ...place, name: 'PostCompact', trigger, summary }, signal),
  };
}

function hookTool({ tool, ...call }: HookedCall) {
  return { ...call, name: tool };
}

function verdictOf({ blocked, stopTurn, updatedInput, context }: HookOutcome): HookVerdict {
  return {
    ...(blocked ? { block: blocked.reason } : {}),
    ...(stopTurn ? { endTurn: stopTurn.reason } : {}),
    ...(updatedInput ? { rewrite: { input: updatedInput } } : {}),
    context,
  };
}
