import type { Verb } from './verb.ts';

interface VerbEntry {
  /** How it is called, without `vak`; a line each. */
  readonly usage: readonly string[];
  readonly summary: string;
  readonly load: () => Promise<Verb>;
}

/**
 * Every verb of `vak`. To add one, write `src/cli/<verb>.ts` with the function and give it a line here;
 * it is loaded when it is called.
 */
export const VERBS: Readonly<Record<string, VerbEntry>> = {
  acp: {
    usage: ['acp'],
    summary: 'Serve an editor on stdin and stdout (Agent Client Protocol)',
    load: async () => (await import('./acp.ts')).acp,
  },
  run: {
    usage: ['run [--model M] [--mode M] [--json] PROMPT'],
    summary: 'Answer one prompt without a person: what would ask is denied',
    load: async () => (await import('./run.ts')).run,
  },
  sessions: {
    usage: ['sessions list [--json]', 'sessions show ID [--json]', 'sessions delete ID'],
    summary: 'List, show and delete stored conversations',
    load: async () => (await import('./sessions.ts')).sessions,
  },
  inventory: {
    usage: ['inventory [--json]'],
    summary: 'Everything that extends the agent here: where from, active or why not',
    load: async () => (await import('./inventory.ts')).inventory,
  },
  explain: {
    usage: ['explain KIND:NAME [--json]'],
    summary: 'Every place that was looked at for one item, and why each won or lost',
    load: async () => (await import('./explain.ts')).explain,
  },
  skills: {
    usage: ['skills list [--json]', 'skills validate [PATH] [--json]'],
    summary: 'List skills, or check their files',
    load: async () => (await import('./skills.ts')).skills,
  },
  commands: {
    usage: ['commands list [--json]', 'commands expand NAME ARGUMENTS…'],
    summary: 'List custom commands, or show what one becomes',
    load: async () => (await import('./commands.ts')).commands,
  },
  hooks: {
    usage: [
      'hooks list [--json]',
      'hooks test EVENT [--tool T] [--input JSON | --recorded SESSION:ENTRY] [--hook NAME] [--json]',
    ],
    summary: 'List hooks, or run them dry on an event',
    load: async () => (await import('./hooks.ts')).hooks,
  },
  mcp: {
    usage: ['mcp list [--json]', 'mcp probe [SERVER…] [--json]', 'mcp call SERVER TOOL [JSON] [--json]'],
    summary: 'List MCP servers, start them, call one of their tools',
    load: async () => (await import('./mcp.ts')).mcp,
  },
  import: {
    usage: ['import claude|codex [--write] [--json]'],
    summary: 'Show what hooks and servers of another tool become here; --write writes them',
    load: async () => (await import('./import.ts')).importSettings,
  },
  agents: {
    usage: ['agents list [--json]'],
    summary: 'List the agents that can answer',
    load: async () => (await import('./agents.ts')).agents,
  },
  config: {
    usage: ['config check [--json]'],
    summary: 'Load everything as the agent would; exit 1 on any error',
    load: async () => (await import('./config.ts')).config,
  },
  trust: {
    usage: ['trust [PATH] [--revoke] [--json]'],
    summary: 'Let the extensions of a folder count, and show what may run because of it',
    load: async () => (await import('./trust.ts')).trust,
  },
  reload: {
    usage: ['reload [--json]'],
    summary: 'Let running agents read everything again',
    load: async () => (await import('./reload.ts')).reload,
  },
  plugin: {
    usage: [
      'plugin install SOURCE [--path P] [--ref R] [--yes]',
      'plugin list [--json]',
      'plugin update [NAME] [--yes]',
      'plugin enable NAME',
      'plugin disable NAME',
      'plugin uninstall NAME',
    ],
    summary: 'Install, list, update, switch and remove plugins',
    load: async () => (await import('./plugin.ts')).plugin,
  },
};
