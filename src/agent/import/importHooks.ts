import { RE2JS } from 're2js';
import { stringify } from 'yaml';
import { z } from 'zod';
import { hookEventNamed } from '../inventory/hookEvents.ts';
import type { ImportLayer, ImportPlan, Loss } from './importPlan.ts';

/** Hooks as Claude Code has them in its settings, and Codex in its `hooks.json`. */
const HooksSchema = z.record(
  z.string(),
  z.array(
    z.looseObject({
      matcher: z.string().optional(),
      hooks: z.array(z.looseObject({ type: z.string().optional(), command: z.string().optional() })),
    }),
  ),
);
type Handler = z.infer<typeof HooksSchema>[string][number]['hooks'][number];

/** Seconds that both tools give a hook that names none. */
const DEFAULT_TIMEOUT = 600;
/** Keys of a handler that mean the same here. */
const KNOWN = new Set(['type', 'command', 'args', 'timeout', 'if', 'statusMessage']);

/** Hooks of another tool as one of Vakil's `hooks/*.yaml`; what can't be carried over is a loss. */
export function importHooks(raw: unknown, from: string, tool: string, layer: ImportLayer): ImportPlan {
  const parsed = HooksSchema.safeParse(raw);
  if (!parsed.success) {
    const why = `It is not in the form that is known: ${parsed.error.issues[0]?.message ?? ''}`;
    return { files: [], losses: [{ from, what: 'hooks', why }], read: [from] };
  }
  const losses: Loss[] = [];
  const hooks: Record<string, object[]> = {};
  for (const [name, groups] of Object.entries(parsed.data)) {
    const event = hookEventNamed(name);
    if (!event) {
      losses.push({ from, what: `hooks.${name}`, why: 'Vakil has no such event.' });
      continue;
    }
    for (const [i, group] of groups.entries()) {
      const at = `hooks.${name}[${i}]`;
      const matcher = matcherOf(group.matcher, { from, what: `${at}.matcher`, why: '' }, losses);
      if (matcher === null) continue;
      const handlers = group.hooks.flatMap((handler, j) =>
        handlerOf(handler, from, `${at}.hooks[${j}]`, losses),
      );
      if (handlers.length > 0)
        (hooks[event] ??= []).push({ ...(matcher !== undefined && { matcher }), hooks: handlers });
    }
  }
  const content = `# Imported from ${from}\n${stringify({ hooks }, { lineWidth: 0 })}`;
  const files =
    Object.keys(hooks).length > 0 ? [{ path: `${layer.target}/hooks/${tool}.yaml`, content }] : [];
  return { files, losses, read: [from] };
}

/** Null when the pattern does not hold here: RE2 has no look-around and no back-references. */
function matcherOf(matcher: string | undefined, loss: Loss, losses: Loss[]): string | undefined | null {
  if (matcher === undefined || matcher === '' || matcher === '*') return undefined;
  const names = matcher.split(/[\s,|]+/).filter((name) => name !== '');
  if (names.every((name) => /^[\w-]+$/.test(name))) return names.join('|');
  try {
    RE2JS.compile(matcher);
    return matcher;
  } catch {
    losses.push({
      ...loss,
      why: `«${matcher}» is no regular expression in RE2’s dialect: write it another way.`,
    });
    return null;
  }
}

function handlerOf(handler: Handler, from: string, at: string, losses: Loss[]): object[] {
  const lose = (what: string, why: string) => losses.push({ from, what, why });
  if ((handler.type ?? 'command') !== 'command' || handler.command === undefined) {
    lose(at, `A hook of type ${handler.type ?? 'unknown'} has no counterpart: only commands run.`);
    return [];
  }
  for (const key of Object.keys(handler))
    if (!KNOWN.has(key))
      lose(`${at}.${key}`, 'Vakil has no such field; the hook is carried over without it.');
  const args = Array.isArray(handler['args']) ? handler['args'].map((arg) => ` ${quote(String(arg))}`) : [];
  const command = `${handler.command}${args.join('')}`.replace(
    /\$\{CLAUDE_PROJECT_DIR\}|\$CLAUDE_PROJECT_DIR\b/g,
    '$PWD',
  );
  const variable = /\$\{?(CLAUDE_\w+|CODEX_\w+)/.exec(command)?.[1];
  if (variable) lose(`${at}.command`, `$${variable} is not set here: change the command.`);
  const timeout = typeof handler['timeout'] === 'number' ? handler['timeout'] : DEFAULT_TIMEOUT;
  const match = typeof handler['if'] === 'string' ? handler['if'] : undefined;
  return [{ type: 'command', command, timeout, ...(match !== undefined && { match }) }];
}

function quote(text: string): string {
  return /^[\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
