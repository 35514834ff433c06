import path from 'node:path';
import type { Diagnostic } from '../../protocol/inventory.ts';
import { CONFIG_NAMES } from '../config/configFile.ts';
import type { PermissionRules } from '../config/permissionRules.ts';
import type { ToolState } from '../tools/tool.ts';

/** What a configuration says that does not count: a person hears of it in the conversation, each once. */
export class ConfigNotices {
  readonly #said = new Set<string>();

  static of(state: ToolState): ConfigNotices {
    return state.get('config-notices', () => new ConfigNotices());
  }

  /** Sentences that were not said yet. */
  take(diagnostics: readonly Diagnostic[], rules: PermissionRules): readonly string[] {
    const wrong = diagnostics.filter(
      ({ severity, code, path: file }) =>
        [...CONFIG_NAMES, 'settings.json'].some((name) => name === path.basename(file)) &&
        (severity === 'error' || code === 'unknown-key'),
    );
    const sentences = wrong.map(({ path: file, line, message, fix }) => {
      const way = fix === undefined ? '' : ` ${fix}`;
      return `${file}${line === undefined ? '' : `:${line}`}: ${message}${way}`;
    });
    if (rules.unread)
      sentences.push('Rules that forbid can’t be read: everything is asked about until that is corrected.');
    const open = sentences.filter((sentence) => !this.#said.has(sentence));
    for (const sentence of open) this.#said.add(sentence);
    return open;
  }
}
