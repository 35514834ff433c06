import { isRecord } from '../../base/json.ts';

/** What the extension itself looks at; all else below `vak.` is a key of the configuration. */
const OWN_KEYS = new Set(['agent', 'mcpServers']);
const OWN_KEYS_OF_MCP = new Set(['editorTools']);

/** VS Code's section `vak`: keys as properties, and where each value comes from. */
export interface SettingsSection {
  inspect(key: string): { readonly globalValue?: unknown } | undefined;
}

/**
 * The keys of the configuration that the person set for themselves in VS Code (N5). What the workspace's
 * `.vscode/settings.json` says is the project's word and no part of it; an empty text counts as not set.
 */
export function userSettings(section: SettingsSection): Record<string, unknown> {
  const keys = Object.entries(section).flatMap(([key, value]) => (typeof value === 'function' ? [] : [key]));
  const set = keys
    .filter((key) => !OWN_KEYS.has(key))
    .map((key) => [key, withoutOwn(key, section.inspect(key)?.globalValue)] as const);
  return Object.fromEntries(set.filter(([, value]) => value !== undefined && value !== ''));
}

function withoutOwn(key: string, value: unknown): unknown {
  if (key !== 'mcp' || !isRecord(value)) return value;
  const rest = Object.entries(value).filter(([name]) => !OWN_KEYS_OF_MCP.has(name));
  return rest.length > 0 ? Object.fromEntries(rest) : undefined;
}
