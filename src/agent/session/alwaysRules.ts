import type { PermissionRule, PermissionRules } from '../permissions/permission.ts';
import type { ToolState } from '../tools/tool.ts';

/**
 * What the person answered «always» to in a conversation. It counts at once, also for the rest of the
 * running turn, which keeps the configuration that it began with.
 */
export class AlwaysRules {
  #rules: readonly PermissionRule[] = [];

  static of(state: ToolState): AlwaysRules {
    return state.get('always-rules', () => new AlwaysRules());
  }

  add(texts: readonly string[]): void {
    const known = new Set(this.#rules.map((rule) => rule.text));
    const added = texts.filter((text) => !known.has(text));
    this.#rules = [
      ...this.#rules,
      ...added.map((text): PermissionRule => ({ text, path: 'said in this conversation', layer: 'session' })),
    ];
  }

  /** The rules with these allowed as well; what is denied or asked about stays so. */
  with(rules: PermissionRules): PermissionRules {
    return { ...rules, allow: [...rules.allow, ...this.#rules] };
  }
}
