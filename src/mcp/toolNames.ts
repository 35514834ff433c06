import { createHash } from 'node:crypto';

/** What every provider takes as a tool's name. */
const SAFE_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const MAX_LENGTH = 64;
const HASH_LENGTH = 6;

/** The name under which rules, hooks and logs know a server's tool: the server's own name, uncut. */
export function fullToolName(server: string, tool: string): string {
  return `mcp__${server}__${tool}`;
}

/** Server and tool of a full name; undefined when it is none. Ids hold no `__`, so this is exact. */
export function splitToolName(name: string): { readonly server: string; readonly tool: string } | undefined {
  const match = /^mcp__((?:(?!__).)+?)__(.+)$/s.exec(name);
  return match?.[1] && match[2] ? { server: match[1], tool: match[2] } : undefined;
}

/**
 * Names that a model's provider takes, for full names it would refuse: other characters become `_`, and
 * a piece of a hash makes it unique again, so that every alias leads back to one full name. A name that
 * is fine stays itself, and no alias takes it. The order of the names does not matter.
 */
export function providerNames(fullNames: Iterable<string>): ReadonlyMap<string, string> {
  const sorted = [...new Set(fullNames)].sort();
  const taken = new Set(sorted.filter((name) => SAFE_NAME.test(name)));
  const result = new Map<string, string>();
  for (const name of sorted) {
    if (SAFE_NAME.test(name)) {
      result.set(name, name);
      continue;
    }
    const hash = createHash('sha256').update(name).digest('hex');
    let alias: string;
    let length = HASH_LENGTH;
    do {
      const stem = name.replace(/[^A-Za-z0-9_-]/gu, '_').slice(0, MAX_LENGTH - length - 1);
      alias = `${stem}_${hash.slice(0, length)}`;
      length += 1;
    } while (taken.has(alias));
    taken.add(alias);
    result.set(name, alias);
  }
  return result;
}
