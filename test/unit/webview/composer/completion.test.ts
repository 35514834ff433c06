import { describe, expect, test } from 'vitest';
import type { CommandView } from '../../../../src/protocol/chat.ts';
import {
  completeCommands,
  isWholeName,
  mentionWord,
  slashWord,
  takeCommand,
  takeMention,
} from '../../../../src/webview/composer/completion.ts';

function command(name: string, group: CommandView['group'] = 'command', more: Partial<CommandView> = {}) {
  return { name, description: `About ${name}`, group, source: 'project', ...more };
}

const commands = [
  command('standup'),
  command('review'),
  command('review:checklist', 'skill'),
  command('release-notes', 'skill'),
  command('skill:review', 'skill', { note: '/review is the project’s command' }),
  command('context', 'builtin', { description: 'What fills the context' }),
  command('reload', 'builtin'),
];

/** Titles with names, as the list shows them. */
function listed(word: string): string[] {
  return completeCommands(commands, word).flatMap((group) => [
    `${group.title}:`,
    ...group.commands.map((each) => each.name),
  ]);
}

describe('the word that is completed', () => {
  test.each([
    ['/', 1, ''],
    ['/re', 3, 're'],
    ['/re', 1, 're'],
    ['/review the diff', 4, 'review'],
    ['/review the diff', 7, 'review'],
    ['/review the diff', 8, undefined],
    ['/review ', 8, undefined],
    ['/re', 0, undefined],
    [' /re', 4, undefined],
    ['see /re', 7, undefined],
    ['', 0, undefined],
  ])('of %j with the caret at %d is %j', (text, caret, word) => {
    expect(slashWord(text, caret)).toBe(word);
  });

  test.each([
    ['@', 1, { query: '', start: 0 }],
    ['see @src/se', 11, { query: 'src/se', start: 4 }],
    ['(@a', 3, { query: 'a', start: 1 }],
    ['a line\n@b', 9, { query: 'b', start: 7 }],
    ['me@example', 10, undefined],
    ['@a b', 4, undefined],
    ['@a @b', 2, { query: 'a', start: 0 }],
  ])('behind an @ in %j at %d is %j', (text, caret, word) => {
    expect(mentionWord(text, caret)).toEqual(word);
  });
});

describe('the list of commands', () => {
  test('has groups, the best match first, and what lost its name last', () => {
    expect(listed('re')).toEqual([
      'Commands:',
      'review',
      'Skills:',
      'release-notes',
      'review:checklist',
      'skill:review',
      'Built in:',
      'reload',
    ]);
  });

  test.each([
    ['rev', ['Commands:', 'review', 'Skills:', 'review:checklist', 'skill:review']],
    ['notes', ['Skills:', 'release-notes']],
    ['skill:', ['Skills:', 'skill:review']],
    ['rlsnts', ['Skills:', 'release-notes']],
    ['fills', ['Built in:', 'context']],
    ['REL', ['Skills:', 'release-notes', 'Built in:', 'reload']],
    ['nothing', []],
  ])('for %s is %j', (word, names) => {
    expect(listed(word)).toEqual(names);
  });

  test('is never longer than sixty', () => {
    const many = Array.from({ length: 2000 }, (_, i) => command(`skill-${i}`, 'skill'));
    expect(completeCommands(many, '')[0]?.commands).toHaveLength(60);
  });

  test.each([
    ['review', true],
    ['revie', false],
    ['', false],
  ])('calls %j whole: %j', (word, whole) => {
    expect(isWholeName(commands, word)).toBe(whole);
  });
});

describe('taking a line', () => {
  test.each([
    ['/re', '/review ', 8],
    ['/re the diff', '/review the diff', 8],
    ['/', '/review ', 8],
  ])('turns %j into %j', (text, result, caret) => {
    expect(takeCommand(text, 'review')).toEqual({ text: result, caret });
  });

  test('replaces the word behind the @ and keeps what follows', () => {
    expect(takeMention('see @ser and fix', 8, 4, 'server.ts')).toEqual({
      text: 'see @server.ts and fix',
      caret: 15,
    });
  });
});
