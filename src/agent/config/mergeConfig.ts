import { isRecord } from '../../base/json.ts';
import type { Diagnostic } from '../../protocol/inventory.ts';
import { type ModeId, stricterMode } from '../../protocol/modes.ts';
import { type Config, DEFAULT_CONFIG } from './config.ts';
import type { ConfigFile } from './configFile.ts';
import type { SettingsFile } from './configSchema.ts';
import type { PermissionRule, PermissionRules, UnreadRules } from './permissionRules.ts';
import type { ValuePath } from './structuredText.ts';

/** The layers that make one configuration, each in the order that counts: the first that names a key wins. */
export interface ConfigLayers {
  /** Absent or of an untrusted folder: an empty list. */
  readonly project: readonly ConfigFile[];
  /** The editor's settings: over the user's files, below the project's. */
  readonly editor: SettingsFile | undefined;
  /** Rules among the editor's settings that can't be read. */
  readonly editorUnread?: readonly UnreadRules[];
  readonly user: readonly ConfigFile[];
}

/**
 * Merges the layers key by key (N5). A project can only tighten what the user set: keys that would
 * send data elsewhere, widen permissions or raise trust are left out with a warning (R1, R5).
 */
export function mergeConfig(layers: ConfigLayers): { config: Config; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const editor = layers.editor ? [layers.editor] : [];
  const own = [...editor, ...layers.user.map((f) => f.settings)];
  const projects = layers.project.map((file) => tightened(file, own, diagnostics));
  const all = [...projects, ...own];
  const first: Own = (pick) => firstOf(all, pick);
  const d = DEFAULT_CONFIG;
  const config: Config = {
    model: first((s) => s.model),
    agent: first((s) => s.agent) ?? d.agent,
    mode: first((s) => s.mode),
    projectMode: firstOf(projects, (s) => s.mode),
    executor: first((s) => s.executor) ?? d.executor,
    maxTurns: first((s) => s.max_turns) ?? d.maxTurns,
    workers: first((s) => s.workers) ?? d.workers,
    workerLimits: {
      atOnce: first((s) => s.worker_limits?.at_once) ?? d.workerLimits.atOnce,
      perTurn: first((s) => s.worker_limits?.per_turn) ?? d.workerLimits.perTurn,
    },
    compactAt: first((s) => s.compact_at) ?? d.compactAt,
    mcpExposure: first((s) => s.mcp?.exposure) ?? d.mcpExposure,
    mcpIdleMinutes: first((s) => s.mcp?.idle_minutes) ?? d.mcpIdleMinutes,
    skillsDirectory: first((s) => s.skills?.directory),
    skillsBudget: first((s) => s.skills?.budget) ?? d.skillsBudget,
    skillsDisabled: all.flatMap((s) => s.skills?.disabled ?? []),
    pluginsDisabled: own.flatMap((s) => s.plugins?.disabled ?? []),
    projectPluginsDisabled: layers.project.flatMap(({ settings, source, path }) =>
      (settings.plugins?.disabled ?? []).map((name, i) => {
        return { name, path, ...source.valueAt(['plugins', 'disabled', i]) };
      }),
    ),
    permissions: mergeRules(layers, diagnostics),
    sandbox: {
      mode: first((s) => s.sandbox?.mode) ?? d.sandbox.mode,
      network: first((s) => s.sandbox?.network) ?? d.sandbox.network,
    },
    providers: mergeProviders(own),
    webFetchPrivate: first((s) => s.web_fetch?.private) ?? d.webFetchPrivate,
  };
  return { config, diagnostics };
}

/** What a project may not say: where, whether this value loosens what the user set, and how it is called. */
const LOOSENING: readonly (readonly [
  at: readonly [string, string?],
  loosens: (project: SettingsFile, own: Own) => boolean,
  what: string,
])[] = [
  [['providers'], (p) => p.providers !== undefined, 'Addresses and keys of providers'],
  [['skills', 'directory'], (p) => p.skills?.directory !== undefined, 'The private folder of skills'],
  [
    ['mode'],
    (p, own) => !isStricter(p.mode, own((s) => s.mode) ?? 'ask'),
    'A mode that is less strict than the user’s',
  ],
  [['sandbox', 'mode'], (p) => p.sandbox?.mode === 'off', 'Turning the sandbox off'],
  [['sandbox', 'network'], (p) => p.sandbox?.network === true, 'Opening the sandbox to the network'],
  [['web_fetch', 'private'], (p) => p.web_fetch?.private === true, 'Reaching private addresses'],
  [['permissions', 'allow'], (p) => (p.permissions?.allow?.length ?? 0) > 0, 'Rules that allow'],
];

/** What the user's layers say of a key. */
type Own = <T>(pick: (settings: SettingsFile) => T | undefined) => T | undefined;

/** A project's settings without those that loosen what the user set. */
function tightened(
  file: ConfigFile,
  layers: readonly SettingsFile[],
  diagnostics: Diagnostic[],
): SettingsFile {
  const settings: Record<string, unknown> = structuredClone(file.settings);
  const own: Own = (pick) => firstOf(layers, pick);
  for (const [at, loosens, what] of LOOSENING) {
    if (!loosens(file.settings, own)) continue;
    const path = at.filter((key) => key !== undefined);
    diagnostics.push(refusal(file, path, what));
    const [table, key] = at;
    const inner = settings[table];
    if (key === undefined) delete settings[table];
    else if (isRecord(inner)) settings[table] = { ...inner, [key]: undefined };
  }
  return settings;
}

function firstOf<T>(
  layers: readonly SettingsFile[],
  pick: (s: SettingsFile) => T | undefined,
): T | undefined {
  for (const settings of layers) {
    const value = pick(settings);
    if (value !== undefined) return value;
  }
  return undefined;
}

function refusal(file: ConfigFile, at: ValuePath, what: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'project-may-not',
    message: `${what} can't be set by a project; "${at.join('.')}" is ignored.`,
    path: file.path,
    ...file.source.keyAt(at),
    fix: 'Set it in your own configuration when you want it.',
  };
}

function isStricter(mode: ModeId | undefined, than: ModeId): boolean {
  return mode === undefined || stricterMode(mode, than) === mode;
}

/** The user's addresses, key by key: a settings layer may name the models, a file the address. */
function mergeProviders(own: readonly SettingsFile[]): Config['providers'] {
  const merged: Record<string, Config['providers'][string]> = {};
  for (const settings of [...own].reverse())
    for (const [name, entry] of Object.entries(settings.providers ?? {}))
      merged[name] = {
        ...merged[name],
        ...(entry.type && { type: entry.type }),
        ...(entry.base_url && { baseUrl: entry.base_url }),
        ...(entry.api_key_env && { apiKeyEnv: entry.api_key_env }),
        models: entry.models ?? merged[name]?.models ?? [],
      };
  return merged;
}

/** A rule as R1 writes it: a tool's name, and a pattern in brackets when it is not about all of it. */
export const RULE_FORM = /^[A-Za-z_*][\w*.-]*(?:\((?!\s*\)$)[\s\S]*\))?$/;

function mergeRules(layers: ConfigLayers, diagnostics: Diagnostic[]): PermissionRules {
  const files = [...layers.project, ...layers.user];
  const unread = [...files.flatMap((file) => file.unread), ...(layers.editorUnread ?? [])];
  const of = (kind: 'allow' | 'ask' | 'deny'): PermissionRule[] =>
    rulesOf(layers, kind).flatMap(({ column, ...rule }) => {
      const { text, path, line } = rule;
      if (RULE_FORM.test(text)) return rule;
      const message = `"${text}" is no rule: allowed is a tool's name, or Tool(pattern).`;
      diagnostics.push({ severity: 'error', code: 'bad-rule', message, path, line, column });
      if (kind !== 'allow') unread.push({ path, ...(line === undefined ? {} : { line }) });
      return [];
    });
  const rules = { allow: of('allow'), ask: of('ask'), deny: of('deny') };
  return unread.length > 0 ? { ...rules, unread } : rules;
}

/** All rules of a kind as written. A project's that allow are not among them. */
function rulesOf(
  layers: ConfigLayers,
  kind: 'allow' | 'ask' | 'deny',
): readonly (PermissionRule & { readonly column?: number })[] {
  const files = kind === 'allow' ? layers.user : [...layers.project, ...layers.user];
  const written = files.flatMap((file) =>
    (file.settings.permissions?.[kind] ?? []).map((text, i) => {
      const { line, column } = file.source.valueAt(['permissions', kind, i]);
      return { text, path: file.path, line, column, layer: file.layer };
    }),
  );
  const settings = layers.editor?.permissions?.[kind] ?? [];
  return [
    ...written,
    ...settings.map((text) => ({ text, path: 'settings.json', layer: 'settings' as const })),
  ];
}
