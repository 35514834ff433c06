import path from 'node:path';
import { addressMatches } from './addressRule.ts';
import { fileRule, namesOfReading, realRoots } from './decideFiles.ts';
import type { PermissionInput } from './permission.ts';
import { absolute, type Places } from './places.ts';
import { parseRule, ruleNamesTool } from './rule.ts';

/** What the rules keep from a call, of all it comes upon while it runs: no decision was made about those. */
export interface Withheld {
  /** A test for paths relative to a folder; files in it count, not what its links lead to. */
  below(folder: string): Promise<(file: string) => boolean>;
  address(url: string): boolean;
}

export const NOTHING_WITHHELD: Withheld = { below: async () => () => false, address: () => false };

/**
 * Deny rules, and ask rules where they ask: nobody can be asked in the middle of a call. An ask rule
 * on the folder itself was answered with the call.
 */
export function withheldFrom(input: Omit<PermissionInput, 'subject'>, places: Places): Withheld {
  const asks = input.mode === 'auto' ? [] : input.rules.ask;
  const rules = [...input.rules.deny, ...asks];
  return {
    async below(folder) {
      if (rules.length === 0) return () => false;
      const names = namesOfReading(input);
      const roots = await realRoots(input, places);
      const named = absolute(folder, input.cwd, places.home);
      const real = (await places.resolve(folder, input.cwd)) ?? named;
      const holds = (some: typeof rules, below: string) =>
        fileRule(
          input,
          some,
          { shown: below, named: path.join(named, below), real: path.join(real, below) },
          roots,
          places,
          names,
        ) !== undefined;
      const open = [...input.rules.deny, ...asks.filter((rule) => !holds([rule], ''))];
      return (file) => holds(open, file);
    },
    address: (url) =>
      rules.some(({ text }) => {
        const parsed = parseRule(text);
        if (!parsed.ok || !ruleNamesTool(parsed.rule, input.tool, input.aliases)) return false;
        return parsed.rule.pattern !== undefined && addressMatches(parsed.rule.pattern, url);
      }),
  };
}
