import { chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { expandPrompt } from '../../../../src/agent/commands/expand.ts';
import { catalogueWorld } from '../../../support/catalogueWorld.ts';
import { projectRoot } from '../../../support/projectRoot.ts';

/** Code blocks of a page, by their language, in order. */
function blocks(page: string, language: string): string[] {
  const text = readFileSync(path.join(projectRoot, 'docs', page), 'utf8');
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter((m) => m[1] === language)
    .map((m) => m[2] ?? '');
}

async function load(files: Record<string, string>, scripts: readonly string[] = []) {
  const world = await catalogueWorld(files);
  for (const script of scripts) chmodSync(path.join(world.folder, script), 0o755);
  const catalogue = await world.build();
  return { catalogue, states: catalogue.items.map((i) => `${i.kind} ${i.name} ${i.state}`) };
}

describe('what the documentation shows', () => {
  test('of a configuration loads without a word', async () => {
    const [text = ''] = blocks('configuration.md', 'toml');
    const { catalogue, states } = await load({ 'config/config.toml': text });
    expect(catalogue.diagnostics).toEqual([]);
    expect(states).toEqual(['hook config.toml#PreToolUse[0] active', 'mcp github active']);
    expect(catalogue.config.permissions.deny).toMatchObject([{ text: 'Bash(git push *)' }]);
  });

  test('of a skill loads', async () => {
    const [text = ''] = blocks('skills.md', 'markdown');
    expect((await load({ 'home/.agents/skills/release-notes/SKILL.md': text })).states).toEqual([
      'skill release-notes active',
    ]);
  });

  test('of a command expands as it says', async () => {
    const [text = ''] = blocks('commands.md', 'markdown');
    const { catalogue } = await load({ 'project/.vak/commands/greet.md': text });
    expect(expandPrompt('/greet Ann', catalogue)).toMatchObject({ text: 'Greet Ann politely.' });
    expect(catalogue.commands[0]).toMatchObject({ description: 'Greets somebody', argumentHint: '[name]' });
  });

  test('of an agent is the same in both forms', async () => {
    const [yaml = ''] = blocks('agents.md', 'yaml');
    const [markdown = ''] = blocks('agents.md', 'markdown');
    const { catalogue } = await load({ 'config/agents/a.yaml': yaml, 'config/agents/b.md': markdown });
    const [, a, b] = catalogue.agents;
    expect(catalogue.diagnostics).toEqual([]);
    expect(a).toMatchObject({
      tools: ['read_file', 'grep', 'glob'],
      skills: ['checklist'],
      mcpServers: [],
      maxTurns: 40,
    });
    expect(b).toMatchObject({
      description: a?.description,
      instructions: a?.instructions.trim(),
      tools: ['Read', 'Grep', 'Glob'],
    });
  });

  test('of a plugin’s manifest loads', async () => {
    const [text = ''] = blocks('plugins.md', 'yaml');
    const { states, catalogue } = await load(
      {
        'config/plugins/review/.vak-plugin/plugin.yaml': text,
        'config/plugins/review/hooks/inject': '#!/bin/sh\n',
      },
      ['config/vak/plugins/review/hooks/inject'],
    );
    expect(catalogue.diagnostics).toEqual([]);
    expect(states).toEqual([
      'hook plugin.yaml#SessionStart[0] active',
      'mcp review-docs active',
      'plugin review active',
    ]);
  });
});
