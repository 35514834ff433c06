import { addressMatches } from '../permissions/addressRule.ts';
import { pathMatches } from '../permissions/pathRule.ts';
import { absolute } from '../permissions/places.ts';
import { parseRule, ruleNamesTool, textMatches } from '../permissions/rule.ts';
import type { MatchRule } from './hookMatcher.ts';

/**
 * A hook's `match` over the permission engine's own rules (R1, R2). A shell line whose commands can't
 * be known fires it: a guard that runs once too often is better than one that is got around.
 */
export function createMatchRule(home: string): MatchRule {
  return async (text, tool, cwd) => {
    const parsed = parseRule(text);
    if (!parsed.ok || !ruleNamesTool(parsed.rule, tool.name, tool.aliases)) return false;
    const { pattern } = parsed.rule;
    if (pattern === undefined) return true;
    const subject = tool.subject(tool.input);
    switch (subject.kind) {
      case 'command': {
        const { ruleFires } = await import('../permissions/decideCommand.ts');
        const { readShellLine } = await import('../permissions/shell/readShellLine.ts');
        const input = { tool: tool.name, aliases: tool.aliases };
        return ruleFires(input, { text }, await readShellLine(subject.line)).fit !== 'no';
      }
      case 'read':
      case 'write':
        return pathMatches(
          pattern,
          subject.paths.map((file) => absolute(file, cwd, home)),
          [cwd],
          home,
        );
      case 'url':
        return addressMatches(pattern, subject.url);
      case 'other':
        return textMatches(pattern, subject.text);
      case 'none':
        return textMatches(pattern, '');
    }
  };
}
