import { expect, test } from 'vitest';
import { ConfigNotices } from '../../../../src/agent/session/configNotices.ts';
import { ConversationToolState } from '../../../../src/agent/tools/toolState.ts';
import type { Diagnostic } from '../../../../src/protocol/inventory.ts';

const file = '/home/me/.config/vak/config.toml';
const found = (more: Partial<Diagnostic>): Diagnostic => ({
  severity: 'error',
  code: 'wrong-value',
  message: 'It is wrong.',
  path: file,
  line: 3,
  ...more,
});
const rules = { allow: [], ask: [], deny: [] };

test('errors and unknown keys of a configuration are said, with place and remedy, each once', () => {
  const notices = ConfigNotices.of(new ConversationToolState());
  const all = [
    found({}),
    found({ severity: 'warning', code: 'unknown-key', message: 'Not known.', fix: 'Rename it.', line: 1 }),
    found({ severity: 'warning', code: 'two-configs' }),
    found({ path: '/home/me/app/.vak/skills/a/SKILL.md' }),
  ];
  expect(notices.take(all, rules)).toEqual([`${file}:3: It is wrong.`, `${file}:1: Not known. Rename it.`]);
  expect(notices.take(all, rules)).toEqual([]);
});

test('that rules can’t be read is said with what follows', () => {
  const notices = ConfigNotices.of(new ConversationToolState());
  expect(notices.take([], { ...rules, unread: [{ path: file }] })).toEqual([
    'Rules that forbid can’t be read: everything is asked about until that is corrected.',
  ]);
});
