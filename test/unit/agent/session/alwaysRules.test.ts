import { expect, test } from 'vitest';
import { AlwaysRules } from '../../../../src/agent/session/alwaysRules.ts';
import { ConversationToolState } from '../../../../src/agent/tools/toolState.ts';

const none = { allow: [], ask: [], deny: [] };

test('what was answered with always counts at once, and once', () => {
  const rules = AlwaysRules.of(new ConversationToolState());
  rules.add(['Bash(npm test *)']);
  rules.add(['Bash(npm test *)', 'Bash(ls *)']);
  expect(rules.with(none).allow.map((rule) => rule.text)).toEqual(['Bash(npm test *)', 'Bash(ls *)']);
});

test('leaves denials and questions as they are', () => {
  const deny = [{ text: 'Bash(git push *)', path: '/home/me/c.toml', layer: 'user' as const }];
  const rules = AlwaysRules.of(new ConversationToolState());
  rules.add(['Bash']);
  expect(rules.with({ ...none, deny })).toMatchObject({ ask: [], deny });
});

test('belongs to one conversation', () => {
  const state = new ConversationToolState();
  AlwaysRules.of(state).add(['Bash']);
  expect(AlwaysRules.of(state).with(none).allow.length).toBe(1);
  expect(AlwaysRules.of(new ConversationToolState()).with(none).allow.length).toBe(0);
});
