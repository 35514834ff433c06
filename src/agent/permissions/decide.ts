import { unreachable } from '../../base/errors.ts';
import type { Host } from '../host/host.ts';
import { decideCommand } from './decideCommand.ts';
import { decideFiles } from './decideFiles.ts';
import type { DecidePermission, PermissionDecision, PermissionInput, PermissionRule } from './permission.ts';
import { createPlaces } from './places.ts';
import { parseRule, ruleNamesTool, textMatches } from './rule.ts';

/** The one place where a call is allowed, asked about or denied. */
export function createPermissions(host: Host): DecidePermission {
  const places = createPlaces(host);
  return async (input) => {
    const { subject } = input;
    switch (subject.kind) {
      case 'none':
        return (
          byRules(input, '') ?? { outcome: 'allow', because: 'it changes nothing outside the conversation' }
        );
      case 'read':
      case 'write':
        return decideFiles(input, subject, places);
      case 'command':
        return decideCommand(input, subject.line, places);
      case 'url':
        return (
          byRules(input, subject.url) ??
          openQuestion(
            input,
            'it reads an address',
            `WebFetch(${originOf(subject.url)}/*)`,
            `${originOf(subject.url)}`,
          )
        );
      case 'other':
        return (
          byRules(input, subject.text) ??
          openQuestion(input, 'it is a tool from elsewhere', input.tool, input.tool)
        );
      default:
        return unreachable(subject);
    }
  };
}

/** Deny over ask over allow, for subjects that are plain text. */
function byRules(input: PermissionInput, text: string): PermissionDecision | undefined {
  const first = (rules: readonly PermissionRule[]) => rules.find((rule) => ruleFits(input, rule, text));
  const deny = first(input.rules.deny);
  if (deny) return { outcome: 'deny', because: `the deny rule ${deny.text} holds`, rule: deny };
  const ask = input.mode === 'auto' ? undefined : first(input.rules.ask);
  if (ask) return { outcome: 'ask', because: `the ask rule ${ask.text} holds`, rule: ask };
  const allow = first(input.rules.allow);
  return allow ? { outcome: 'allow', because: `the allow rule ${allow.text} holds` } : undefined;
}

function ruleFits(input: PermissionInput, rule: PermissionRule, text: string): boolean {
  const parsed = parseRule(rule.text);
  if (!parsed.ok || !ruleNamesTool(parsed.rule, input.tool, input.aliases)) return false;
  return parsed.rule.pattern === undefined || textMatches(parsed.rule.pattern, text);
}

function openQuestion(
  input: PermissionInput,
  because: string,
  rule: string,
  what: string,
): PermissionDecision {
  if (input.mode === 'auto') return { outcome: 'allow', because: 'the mode is auto' };
  const harmless = input.subject.kind === 'url' || (input.subject.kind === 'other' && input.subject.readOnly);
  if (input.mode === 'read-only' && !harmless) return { outcome: 'deny', because: 'the mode is read-only' };
  return { outcome: 'ask', because, always: { rules: [rule], label: `Always allow ${what} for me` } };
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}
