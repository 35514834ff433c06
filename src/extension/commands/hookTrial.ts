import { parseJson } from '../../base/json.ts';

/** What a hook is tried with, beside its event. */
export interface TrialInput {
  readonly tool?: string;
  readonly input?: unknown;
}

/** What a person is asked before a hook is tried; undefined for an event that needs nothing to happen. */
export function trialQuestion(
  event: string,
): { readonly prompt: string; readonly value: string } | undefined {
  switch (event) {
    case 'PreToolUse':
    case 'PostToolUse':
    case 'PermissionRequest':
      return {
        prompt: 'The call to try it with: a tool and its input. Nothing but the hook runs.',
        value: 'bash {"command": "echo hello"}',
      };
    case 'UserPromptSubmit':
      return { prompt: 'The message to try it with. It is not sent.', value: 'Hello' };
    default:
      return undefined;
  }
}

/** Reads the answer to `trialQuestion`; `problem` is a sentence for the person. */
export function readTrial(
  event: string,
  text: string,
): { readonly ok: true; readonly trial: TrialInput } | { readonly ok: false; readonly problem: string } {
  if (event === 'UserPromptSubmit') return { ok: true, trial: { input: text } };
  const [, tool, rest] = /^\s*(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
  if (tool === undefined || tool.startsWith('{'))
    return { ok: false, problem: 'Begin with the name of a tool, as in bash {"command": "ls"}.' };
  const input = rest ? parseJson(rest) : ({ ok: true, value: {} } as const);
  return input.ok
    ? { ok: true, trial: { tool, input: input.value } }
    : { ok: false, problem: `The input behind ${tool} is no JSON.` };
}
