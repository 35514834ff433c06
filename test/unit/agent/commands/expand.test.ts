import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expandPrompt } from '../../../../src/agent/commands/expand.ts';
import { fillTemplate } from '../../../../src/agent/commands/fillTemplate.ts';
import type { Command, Skill } from '../../../../src/agent/inventory/catalogue.ts';
import type { InventoryItem, Origin } from '../../../../src/protocol/inventory.ts';

const command = (name: string, template: string, scope: Origin['scope'] = 'project'): Command => ({
  name,
  description: '',
  template,
  source: scope,
  origin: { scope, path: `/home/me/${scope}/${name}.md` },
});
const skill = (name: string): Skill => ({
  name,
  description: '',
  path: `/home/me/${name}/SKILL.md`,
  origin: { scope: 'user', path: `/home/me/${name}/SKILL.md` },
  hash: '',
  serves: [],
  source: 'user',
});

const heldBack = (name: string, reason: string): InventoryItem => ({
  kind: 'skill',
  name,
  label: 'project',
  description: '',
  origin: { scope: 'project', path: `/home/me/project/${name}/SKILL.md` },
  state: 'untrusted',
  reason,
});

describe('filling a template', () => {
  test.each([
    ['everywhere', '$ARGUMENTS and $ARGUMENTS', 'x', 'x and x'],
    ['with no arguments', 'Review $ARGUMENTS.', '', 'Review .'],
    ['without a placeholder', 'Review.', 'a b', 'Review.\n\nArguments: a b'],
    ['without both', 'Review.', '', 'Review.'],
    [
      'beside other dollars',
      'Costs $1, $ARG and $ARGUMENT: $ARGUMENTS',
      'x',
      'Costs $1, $ARG and $ARGUMENT: x',
    ],
    ['in the middle of a word', 'pre$ARGUMENTSpost', '-', 'pre-post'],
    ['with $& in the arguments', 'a $ARGUMENTS b', "$& $' $` $$ $1", "a $& $' $` $$ $1 b"],
    ['with the placeholder in the arguments', 'a $ARGUMENTS b', '$ARGUMENTS', 'a $ARGUMENTS b'],
    ['with a price in the arguments', 'Pay $ARGUMENTS', '$100', 'Pay $100'],
    ['with a shell line', '!`echo $ARGUMENTS`', '; rm -rf /', '!`echo ; rm -rf /`'],
  ])('puts the arguments in %s', (_, template, args, expected) => {
    expect(fillTemplate(template, args)).toBe(expected);
  });

  test('keeps the arguments verbatim, whatever they are', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, args, after) => {
        fc.pre(!`${before}|${after}`.includes('$ARGUMENTS') && !/\$A?R?G?U?M?E?N?T?S?$/.test(before));
        expect(fillTemplate(`${before}$ARGUMENTS${after}`, args)).toBe(before + args + after);
      }),
    );
  });
});

describe('what a prompt becomes', () => {
  const source = {
    commands: [
      command('review', 'Review $ARGUMENTS.'),
      command('tidy', 'Tidy up.', 'user'),
      command('help', 'Mine.'),
    ],
    skills: [skill('review'), skill('release-notes'), skill('tidy'), skill('pack:lint')],
    items: [heldBack('house-style', 'The folder is not trusted.')],
  };

  test.each([
    ['text without a slash', 'review it', { kind: 'plain', text: 'review it' }],
    ['a path', '/usr/bin is full', { kind: 'plain', text: '/usr/bin is full' }],
    ['a path with a colon', '/etc: denied', { kind: 'plain', text: '/etc: denied' }],
    ['an unknown name', '/nope x', { kind: 'plain', text: '/nope x' }],
    ['a slash alone', '/ review', { kind: 'plain', text: '/ review' }],
    ['a name with more behind it', '/review/x', { kind: 'plain', text: '/review/x' }],
    ['another case', '/Review x', { kind: 'plain', text: '/Review x' }],
    ['a built-in command', '/help me', { kind: 'builtin', name: 'help', arguments: 'me' }],
    [
      'a project’s command before a skill',
      '/review a  b ',
      { kind: 'expanded', text: 'Review a  b.', skills: [], command: 'review' },
    ],
    [
      'arguments over several lines',
      '/review a\n\nb',
      { kind: 'expanded', text: 'Review a\n\nb.', skills: [], command: 'review' },
    ],
    [
      'a skill before a user’s command',
      '/tidy now',
      { kind: 'expanded', text: 'now', skills: [skill('tidy')] },
    ],
    ['a plugin’s skill', '/pack:lint src', { kind: 'expanded', text: 'src', skills: [skill('pack:lint')] }],
    ['a skill by force', '/skill:review x', { kind: 'expanded', text: 'x', skills: [skill('review')] }],
    [
      'a plugin’s skill by force',
      '/skill:pack:lint x',
      { kind: 'expanded', text: 'x', skills: [skill('pack:lint')] },
    ],
    [
      'a skill without a request',
      '/release-notes',
      { kind: 'expanded', text: 'Follow the skill "release-notes".', skills: [skill('release-notes')] },
    ],
    [
      'an unknown skill',
      '/skill:release-note x',
      { kind: 'refused', message: 'No skill "release-note". Near names: release-notes.' },
    ],
    [
      'a skill that is held back',
      '/skill:house-style x',
      {
        kind: 'refused',
        message: 'No skill "house-style" can be used: it is untrusted. The folder is not trusted.',
      },
    ],
    [
      'no name behind skill:',
      '/skill:',
      { kind: 'refused', message: 'No skill "". /skills lists those that can be used.' },
    ],
  ])('is settled for %s', (_, text, expected) => {
    expect(expandPrompt(text, source)).toEqual(expected);
  });

  test('refuses a skill that this agent may not use, and takes its bare name for text', () => {
    const profile = { skills: ['review'] };
    expect(expandPrompt('/skill:release-notes', source, profile)).toMatchObject({ kind: 'refused' });
    expect(expandPrompt('/release-notes x', source, profile)).toEqual({
      kind: 'plain',
      text: '/release-notes x',
    });
    expect(expandPrompt('/tidy', source, profile)).toMatchObject({ kind: 'expanded', command: 'tidy' });
  });

  test('has no built-in commands where another agent answers', () => {
    expect(expandPrompt('/help', source, undefined, false)).toMatchObject({
      kind: 'expanded',
      text: 'Mine.',
    });
  });
});
