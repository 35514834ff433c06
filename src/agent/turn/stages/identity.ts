import type { HookedCall } from '../turnHooks.ts';
import type { PreparedCall } from './call.ts';

/** The name, aliases and input that rules, hooks and logs see (M8). */
export function identityOf(call: PreparedCall): {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly input: unknown;
} {
  const other = call.tool.identity?.(call.input);
  return other
    ? { ...other, aliases: [] }
    : { name: call.tool.name, aliases: call.tool.aliases, input: call.source };
}

/** The call as hooks see it. */
export function hookedCall(call: PreparedCall, cwd: string): HookedCall {
  const { name, aliases, input } = identityOf(call);
  return {
    callId: call.callId,
    tool: name,
    aliases,
    input,
    subject: (rewritten) => {
      const parsed = call.tool.parse(ownInput(call, rewritten));
      return parsed.ok ? call.tool.subject(parsed.input, cwd) : { kind: 'none' };
    },
  };
}

/** The tool's own input for an input in the shape that hooks see. */
export function ownInput(call: PreparedCall, identityInput: unknown): unknown {
  return call.tool.withIdentityInput?.(call.input, identityInput) ?? identityInput;
}
