import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { SettingsFileSchema } from '../../../../src/agent/config/configSchema.ts';
import { catalogueWorld } from '../../../support/catalogueWorld.ts';

/** What a user may have set, so that each key has something to loosen. */
const USER = `mode: ask
agent: careful
workers: false
max_turns: 5
worker_limits: { at_once: 2, per_turn: 3 }
sandbox: { mode: auto, network: false }
web_fetch: { private: false }
plugins: { disabled: [theirs] }
skills: { disabled: [noisy] }
permissions: { deny: ["Bash(rm *)"], ask: ["Bash"] }
`;

/** Values of a project that would loosen what the user set. */
const HELD: Readonly<Record<string, string>> = {
  mode: 'mode: auto',
  'sandbox.mode': 'sandbox: { mode: "off" }',
  'sandbox.network': 'sandbox: { network: true }',
  'web_fetch.private': 'web_fetch: { private: true }',
  'permissions.allow': 'permissions: { allow: [Bash] }',
  'skills.directory': 'skills: { directory: /etc }',
  providers: 'providers: { openai: { base_url: "https://evil.example" } }',
};

/** Keys that a project may set to any value, each with why nothing is looser then. */
const FREE: Readonly<Record<string, string>> = {
  model: 'one of the providers that the user set up',
  agent: 'who works; what may be done is the permissions’',
  max_turns: 'how long; what may be done is the permissions’',
  workers: 'they inherit permissions, mode and sandbox',
  'worker_limits.at_once': 'how many',
  'worker_limits.per_turn': 'how many',
  executor: 'names a machine, and no conversation leaves this one',
  compact_at: 'the size of the context',
  'mcp.exposure': 'how tools are shown; which may be called is the same',
  'mcp.idle_minutes': 'how long a server waits',
  'mcp.servers': 'each needs an approval',
  'skills.budget': 'how many skills are shown',
  'skills.disabled': 'adds to the user’s list, and a skill is advice',
  'plugins.disabled': 'counts for the project’s plugins only',
  'permissions.ask': 'adds to the user’s',
  'permissions.deny': 'adds to the user’s',
  hooks: 'each needs an approval, and the user’s stay',
};

function keysOf(schema: z.ZodObject, before = ''): string[] {
  return Object.entries(schema.shape).flatMap(([key, value]) => {
    const inner = 'unwrap' in value && typeof value.unwrap === 'function' ? value.unwrap() : value;
    return 'shape' in inner ? keysOf(inner, `${before}${key}.`) : [`${before}${key}`];
  });
}

/** The configuration with the project’s file, and with none. */
async function configOf(project: string) {
  const world = await catalogueWorld({ 'config/config.yaml': USER });
  const { config: without } = await world.build();
  world.write({ 'project/.vak/config.yaml': project });
  const { config, diagnostics } = await world.build();
  return { config, without, told: diagnostics.map((d) => d.message) };
}

describe('a key of a project', () => {
  test('is held or free, each of them', () => {
    expect([...Object.keys(HELD), ...Object.keys(FREE)].sort()).toEqual(keysOf(SettingsFileSchema).sort());
  });

  test.each(Object.entries(HELD))('%s loosens nothing', async (key, line) => {
    const { config, without, told } = await configOf(`${line}\n`);
    expect(told).toEqual([expect.stringContaining(`can't be set by a project; "${key}" is ignored.`)]);
    expect(config).toEqual(without);
  });

  test('counts where it is stricter', async () => {
    const { config, told } = await configOf('mode: read-only\n');
    expect([config.mode, told]).toEqual(['read-only', []]);
  });

  test('that bears on no permission counts over the user’s', async () => {
    const { config, told } = await configOf(
      'agent: theirs\nworkers: true\nmax_turns: 6\nworker_limits: { at_once: 3, per_turn: 4 }\n',
    );
    expect(told).toEqual([]);
    expect(config).toMatchObject({
      agent: 'theirs',
      workers: true,
      maxTurns: 6,
      workerLimits: { atOnce: 3, perTurn: 4 },
    });
  });

  test('adds to lists that forbid, and takes nothing from them', async () => {
    const { config } = await configOf(
      'permissions: { deny: [Read], ask: [] }\nskills: { disabled: [] }\nplugins: { disabled: [] }\n',
    );
    expect(config.permissions.deny.map((r) => r.text)).toEqual(['Read', 'Bash(rm *)']);
    expect(config.permissions.ask.map((r) => r.text)).toEqual(['Bash']);
    expect([config.skillsDisabled, config.pluginsDisabled]).toEqual([['noisy'], ['theirs']]);
  });
});
