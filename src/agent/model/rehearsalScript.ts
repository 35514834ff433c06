/** How a rehearsed answer fails, as a provider would. */
export const FAIL_CODES = ['401', '404', '429', '500', 'overflow', 'cut'] as const;
export type FailCode = (typeof FAIL_CODES)[number];

/** One thing that the rehearsal model does. `call` holds the input as written, which may be no JSON. */
export type ScriptStep =
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'think'; readonly text: string }
  | { readonly kind: 'stream'; readonly count: number; readonly text: string }
  | { readonly kind: 'wait'; readonly ms: number }
  /** `together`: asked for at once with the call before it. */
  | { readonly kind: 'call'; readonly tool: string; readonly input: string; readonly together: boolean }
  | { readonly kind: 'fail'; readonly code: FailCode };

/**
 * Reads a prompt as a script: undefined when its first non-empty line is no directive. Lines that are
 * none are passed over; so is a `& ` line without a call before it.
 */
export function parseScript(text: string): ScriptStep[] | undefined {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const [first] = lines;
  if (first === undefined || !parseDirective(first)) return undefined;
  const steps: ScriptStep[] = [];
  for (const line of lines) {
    const together = line.startsWith('& ');
    const step = parseDirective(together ? line.slice(2) : line);
    if (!step) continue;
    if (!together) steps.push(step);
    else if (step.kind === 'call' && steps.at(-1)?.kind === 'call') steps.push({ ...step, together });
  }
  return steps;
}

/** The steps of the next answer, and those behind it. An answer ends with its calls, at a failure, or at the script's end. */
export function takeAnswer<S extends ScriptStep | { readonly kind: string }>(
  steps: readonly S[],
): { readonly answer: S[]; readonly rest: S[] } {
  const end = steps.findIndex((step) => step.kind === 'call' || step.kind === 'fail');
  if (end < 0) return { answer: [...steps], rest: [] };
  let next = end + 1;
  while (isTogether(steps[next])) next++;
  return { answer: steps.slice(0, next), rest: steps.slice(next) };
}

function isTogether(step: { readonly kind: string } | undefined): boolean {
  return step?.kind === 'call' && 'together' in step && step.together === true;
}

function parseDirective(line: string): ScriptStep | undefined {
  const match = /^(call|say|think|stream|wait|plan|fail)(?:[ \t]+(.*))?$/.exec(line.trimEnd());
  if (!match) return undefined;
  const [, word, rest = ''] = match;
  switch (word) {
    case 'say':
    case 'think':
      return { kind: word, text: rest };
    case 'stream':
      return parseStream(rest);
    case 'wait':
      return /^\d+$/.test(rest) ? { kind: 'wait', ms: Number(rest) } : undefined;
    case 'plan':
      return planCall(rest);
    case 'fail': {
      const code = FAIL_CODES.find((known) => known === rest.trim());
      return code && { kind: 'fail', code };
    }
    default:
      return parseCall(rest);
  }
}

function parseStream(rest: string): ScriptStep | undefined {
  const match = /^(\d+)(?: (.*))?$/.exec(rest);
  return match ? { kind: 'stream', count: Number(match[1]), text: match[2] ?? '' } : undefined;
}

function parseCall(rest: string): ScriptStep | undefined {
  const match = /^(\S+)(?:\s+(.*))?$/.exec(rest);
  if (!match?.[1]) return undefined;
  return { kind: 'call', tool: match[1], input: match[2] ?? '{}', together: false };
}

function planCall(rest: string): ScriptStep {
  const entries = rest
    .split(';')
    .map((content) => content.trim())
    .filter((content) => content !== '')
    .map((content) => ({ content, priority: 'medium', status: 'pending' }));
  return { kind: 'call', tool: 'update_plan', input: JSON.stringify({ entries }), together: false };
}
