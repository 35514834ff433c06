import { isRecord } from '../../base/json.ts';
import type { Diagnostic } from '../../protocol/inventory.ts';
import { checkShape } from './checkShape.ts';
import { type SettingsFile, SettingsFileSchema } from './configSchema.ts';
import type { UnreadRules } from './permissionRules.ts';
import type { StructuredText } from './structuredText.ts';
import { unreadRules } from './unreadRules.ts';

const nowhere: StructuredText = {
  value: undefined,
  problems: [],
  valueAt: () => ({ line: 1, column: 1 }),
  keyAt: () => ({ line: 1, column: 1 }),
};

/**
 * Makes a settings layer of what the editor has under `vak.`: keys nested or dotted, words joined as
 * `maxTurns` or `max_turns`. Keys that are the view's own business are passed over in silence.
 */
export function editorSettings(raw: Readonly<Record<string, unknown>>): {
  settings: SettingsFile;
  diagnostics: readonly Diagnostic[];
  unread: readonly UnreadRules[];
} {
  const known = Object.keys(SettingsFileSchema.def.shape);
  const nested: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(raw)) {
    if (value === null || value === undefined) continue;
    const path = key.split('.').map(snakeCase);
    if (!known.includes(path[0] ?? '')) continue;
    put(nested, path, snakeKeys(value));
  }
  delete nested['hooks'];
  const checked = checkShape(SettingsFileSchema, nested, {
    file: 'settings.json',
    source: nowhere,
    salvage: true,
  });
  const unread = unreadRules('settings.json', { ...nowhere, value: nested });
  return { settings: checked.value ?? {}, diagnostics: checked.diagnostics, unread };
}

function snakeCase(word: string): string {
  return word.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
}

/** Renames keys of nested tables; names that people chose (of providers, servers) have no capitals to lose here. */
function snakeKeys(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [snakeCase(k), snakeKeys(v)]));
}

function put(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [head, ...rest] = path;
  if (head === undefined) return;
  if (rest.length === 0) {
    const old = target[head];
    target[head] = isRecord(old) && isRecord(value) ? { ...old, ...value } : value;
    return;
  }
  const next = isRecord(target[head]) ? { ...target[head] } : {};
  put(next, rest, value);
  target[head] = next;
}
