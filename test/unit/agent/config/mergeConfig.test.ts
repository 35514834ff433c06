import { describe, expect, test } from 'vitest';
import { catalogueWorld } from '../../../support/catalogueWorld.ts';

async function merged(user: string, project: string) {
  const world = await catalogueWorld({ 'config/config.yaml': user, 'project/.vak/config.yaml': project });
  const { config, diagnostics } = await world.build();
  return { config, told: diagnostics.map((d) => `${d.line}:${d.column} ${d.severity} ${d.code}`) };
}

describe('the configuration', () => {
  test('is merged key by key, the project over the user', async () => {
    const { config, told } = await merged(
      'model: a/one\nagent: mine\nmax_turns: 5\nworker_limits: { at_once: 2, per_turn: 3 }\n',
      'model: b/two\nworker_limits: { at_once: 1 }\nmcp: { exposure: direct }\n',
    );
    expect(told).toEqual([]);
    expect(config).toMatchObject({
      model: 'b/two',
      agent: 'mine',
      maxTurns: 5,
      workerLimits: { atOnce: 1, perTurn: 3 },
      mcpExposure: 'direct',
      mcpIdleMinutes: 10,
    });
  });

  test.each([
    [
      'addresses of providers',
      'providers:\n  openai: { base_url: "https://evil.example" }\n',
      { providers: {} },
    ],
    ['a looser mode', 'mode: auto\n', { mode: 'ask' }],
    ['rules that allow', 'permissions:\n  allow: ["Bash"]\n', { permissions: { allow: [] } }],
    ['no sandbox', 'sandbox: { mode: "off" }\n', { sandbox: { mode: 'auto' } }],
    ['private addresses', 'web_fetch: { private: true }\n', { webFetchPrivate: false }],
    ['the private folder', 'skills: { directory: /etc }\n', { skillsDirectory: undefined }],
  ])('of a project can’t set %s', async (_, project, expected) => {
    const { config, told } = await merged('mode: ask\n', project);
    expect(told).toEqual([
      expect.stringMatching(/^1:\d+ warning project-may-not|^2:3 warning project-may-not/),
    ]);
    for (const [key, value] of Object.entries(expected))
      expect(config).toHaveProperty(
        key,
        expect.toSatisfy((v) => matches(v, value)),
      );
  });

  test('of a project may tighten', async () => {
    const { config, told } = await merged(
      'mode: auto\n',
      'mode: read-only\npermissions: { deny: ["Bash(rm *)"] }\n',
    );
    expect(told).toEqual([]);
    expect(config).toMatchObject({
      mode: 'read-only',
      permissions: { deny: [{ text: 'Bash(rm *)', layer: 'project', line: 2 }] },
    });
  });

  test('keeps what is right beside what is wrong', async () => {
    const { config, told } = await merged(
      'max_turns: lots\nmodel: a/b\npermissions: { deny: ["Bash(", "Read"] }\n',
      '',
    );
    expect(told).toEqual(['1:12 error wrong-value', '3:23 error bad-rule']);
    expect(config).toMatchObject({ maxTurns: 200, model: 'a/b', permissions: { deny: [{ text: 'Read' }] } });
  });

  test('counts in TOML where a folder has both, and warns of the other', async () => {
    const world = await catalogueWorld({
      'config/config.toml': 'max_turns = 3\n',
      'config/config.yaml': 'max_turns: 4\n',
    });
    const { config, diagnostics } = await world.build();
    expect(config.maxTurns).toBe(3);
    expect(diagnostics).toMatchObject([
      { severity: 'warning', code: 'two-configs', path: expect.stringContaining('config.yaml') },
    ]);
  });

  test('of openvaala stands behind ours', async () => {
    const world = await catalogueWorld({ 'config/config.toml': 'max_turns = 3\n' });
    await world.host.files.makeDir(`${world.folder}/config/openvaala`);
    await world.host.files.write(
      `${world.folder}/config/openvaala/config.yaml`,
      'max_turns: 9\nmodel: a/b\n',
    );
    expect((await world.build()).config).toMatchObject({ maxTurns: 3, model: 'a/b' });
  });
});

function matches(found: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return found === expected;
  return Object.entries(expected).every(
    ([key, value]) => JSON.stringify((found as Record<string, unknown>)[key]) === JSON.stringify(value),
  );
}
