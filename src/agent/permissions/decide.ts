import { unreachable } from '../../base/errors.ts';
import type { Host } from '../host/host.ts';
import { addressMatches, isWebAddress } from './addressRule.ts';
import { ruleForOrigin, ruleForTool } from './alwaysRule.ts';
import { decideFiles } from './decideFiles.ts';
import type { DecidePermission, PermissionDecision, PermissionInput, PermissionRule } from './permission.ts';
import { createPlaces, type Places } from './places.ts';
import { parseRule, ruleNamesTool, textMatches } from './rule.ts';

/** The one place where a call is allowed, asked about or denied. */
export function createPermissions(host: Pick<Host, 'environment' | 'files'>): DecidePermission {
  const places = createPlaces(host);
  return async (input) => asked(input, await decideBySubject(input, places));
}

/** While rules that forbid can't be read, what is allowed otherwise is a question: nobody knows what they say. */
function asked(input: PermissionInput, decision: PermissionDecision): PermissionDecision {
  const [first] = input.rules.unread ?? [];
  if (!first || decision.outcome !== 'allow' || input.subject.kind === 'none') return decision;
  const place = `${first.path}${first.line === undefined ? '' : `:${first.line}`}`;
  return {
    outcome: 'ask',
    because: `the rules in ${place} can't be read, so it can't be told what they forbid; correct them there`,
    ...(decision.places ? { places: decision.places } : {}),
  };
}

async function decideBySubject(input: PermissionInput, places: Places): Promise<PermissionDecision> {
  const { subject } = input;
  switch (subject.kind) {
    case 'none':
      return (
        byRules(input, '') ?? { outcome: 'allow', because: 'it changes nothing outside the conversation' }
      );
    case 'read':
    case 'write':
      return decideFiles(input, subject, places);
    case 'command': {
      // Reading shell lines is a part of its own, which many conversations never need.
      const { decideCommand } = await import('./decideCommand.ts');
      return decideCommand(input, subject.line, places);
    }
    case 'url':
      return decideAddress(input, subject.url);
    case 'other':
      return (
        byRules(input, subject.text) ??
        openQuestion(input, 'it is a tool from elsewhere', ruleForTool(input.tool), input.tool)
      );
    default:
      return unreachable(subject);
  }
}

function decideAddress(input: PermissionInput, url: string): PermissionDecision {
  if (!isWebAddress(url)) return { outcome: 'deny', because: `${url} is no address of http or https` };
  return (
    byRules(input, url, addressMatches) ??
    openQuestion(input, 'it reads an address', ruleForOrigin(url), new URL(url).origin)
  );
}

/** Deny over ask over allow, for subjects that are plain text. */
function byRules(
  input: PermissionInput,
  text: string,
  matches = textMatches,
): PermissionDecision | undefined {
  const first = (rules: readonly PermissionRule[]) =>
    rules.find((rule) => ruleFits(input, rule, (pattern) => matches(pattern, text)));
  const deny = first(input.rules.deny);
  if (deny) return { outcome: 'deny', because: `the deny rule ${deny.text} holds`, rule: deny };
  const ask = input.mode === 'auto' ? undefined : first(input.rules.ask);
  if (ask) return { outcome: 'ask', because: `the ask rule ${ask.text} holds`, rule: ask };
  // What a server says of its tool is no promise: there an allow rule of the person's stays a question.
  if (input.mode === 'read-only' && input.subject.kind === 'other') return undefined;
  const allow = first(input.rules.allow);
  return allow ? { outcome: 'allow', because: `the allow rule ${allow.text} holds` } : undefined;
}

function ruleFits(input: PermissionInput, rule: PermissionRule, fits: (pattern: string) => boolean): boolean {
  const parsed = parseRule(rule.text);
  if (!parsed.ok || !ruleNamesTool(parsed.rule, input.tool, input.aliases)) return false;
  return parsed.rule.pattern === undefined || fits(parsed.rule.pattern);
}

function openQuestion(
  input: PermissionInput,
  because: string,
  rule: string | undefined,
  what: string,
): PermissionDecision {
  if (input.mode === 'auto') return { outcome: 'allow', because: 'the mode is auto' };
  const harmless = input.subject.kind === 'url' || (input.subject.kind === 'other' && input.subject.readOnly);
  if (input.mode === 'read-only' && !harmless) return { outcome: 'deny', because: 'the mode is read-only' };
  if (rule === undefined) return { outcome: 'ask', because };
  return { outcome: 'ask', because, always: { rules: [rule], label: `Always allow ${what} for me` } };
}
