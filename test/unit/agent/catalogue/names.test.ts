import { describe, expect, test } from 'vitest';
import { catalogueWorld, skillText } from '../../../support/catalogueWorld.ts';

async function listed(files: Record<string, string>) {
  const { items, skills } = await (await catalogueWorld(files)).build();
  return {
    items: items.map((i) => `${i.kind} ${i.name} ${i.state}${i.reason ? `: ${i.reason}` : ''}`),
    skills,
  };
}

describe('names behind a slash', () => {
  test('leave a skill active that loses its plain name, and say what the name means', async () => {
    const { items, skills } = await listed({
      'project/.vak/commands/review.md': 'Review.',
      'home/.claude/skills/review/SKILL.md': skillText('review'),
      'home/.claude/skills/help/SKILL.md': skillText('help'),
    });
    expect(items).toEqual([
      "skill help active: /help means the agent's own command; use /skill:help.",
      expect.stringMatching(
        /^skill review active: \/review means the project's command .*review\.md; use \/skill:review\.$/,
      ),
      'command review active',
    ]);
    expect(skills.map((s) => s.plainNameTaken)).toEqual([
      "the agent's own command",
      expect.stringContaining('review.md'),
    ]);
  });

  test('shadow a command that a skill or a built-in command stands before', async () => {
    const { items } = await listed({
      'config/commands/tidy.md': 'Tidy.',
      'config/commands/help.md': 'Help.',
      'home/.claude/skills/tidy/SKILL.md': skillText('tidy'),
    });
    expect(items).toEqual([
      'skill tidy active',
      "command help shadowed: /help is the agent's own command.",
      'command tidy shadowed: /tidy means the skill, which comes first.',
    ]);
  });

  test('prefer a project’s command, then a plugin’s, then the user’s', async () => {
    const { items } = await listed({
      'project/.vak/plugins/zeta/commands/go.md': 'Zeta.',
      'project/.vak/plugins/alpha/commands/go.md': 'Alpha.',
      'config/commands/go.md': 'User.',
    });
    expect(items.filter((i) => i.startsWith('command')).map((i) => i.split(':')[0])).toEqual([
      'command go active',
      'command go shadowed',
      'command go shadowed',
    ]);
  });

  test('keep what skills.disabled names in the list and off the menu', async () => {
    const { items, skills } = await listed({
      'config/config.toml': 'skills.disabled = ["a"]\n',
      'home/.claude/skills/a/SKILL.md': skillText('a'),
    });
    expect(items).toEqual(['skill a disabled: skills.disabled names it.']);
    expect(skills).toEqual([]);
  });
});

describe('command files', () => {
  test('give description, hint and template, or the reason why not', async () => {
    const world = await catalogueWorld({
      'project/.vak/commands/a.md':
        '---\ndescription: Does a.\nargument-hint: [file] — which\n---\n\nDo $ARGUMENTS.\n',
      'project/.vak/commands/b.md': '\n\n## The title\n\nText.\n',
      'project/.vak/commands/c d.md': 'Text.',
      'project/.vak/commands/e.md': '---\ndescription: only\n---\n',
      'project/.vak/commands/f.md': '---\nunclosed: true\n',
      'project/.vak/commands/notes.txt': 'No command.',
      'project/.vak/commands/sub/g.md': 'Not looked at.',
    });
    const { items, commands } = await world.build();
    expect(
      commands.map(({ name, description, argumentHint, template }) => ({
        name,
        description,
        argumentHint,
        template,
      })),
    ).toEqual([
      { name: 'a', description: 'Does a.', argumentHint: '[file] — which', template: 'Do $ARGUMENTS.' },
      { name: 'b', description: 'The title', argumentHint: undefined, template: '## The title\n\nText.' },
    ]);
    expect(items.filter((i) => i.state === 'error').map((i) => `${i.name}:${i.origin.line}`)).toEqual([
      'c d:1',
      'e:4',
      'f:1',
    ]);
  });
});
