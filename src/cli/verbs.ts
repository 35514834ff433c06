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
};
