import { expect, test } from 'vitest';
import { PromptHistory } from '../../../../src/webview/composer/promptHistory.ts';

const prompts = ['first', 'second'];

test('walks from the newest prompt to the oldest and stops there', () => {
  const history = new PromptHistory();
  expect([1, 2, 3].map(() => history.older(prompts, ''))).toEqual(['second', 'first', undefined]);
});

test('comes back to what was being typed', () => {
  const history = new PromptHistory();
  history.older(prompts, 'half a thou');
  history.older(prompts, 'second');
  expect([1, 2, 3].map(() => history.newer(prompts))).toEqual(['second', 'half a thou', undefined]);
  expect(history.walking).toBe(false);
});

test('begins again at the newest after the text was changed', () => {
  const history = new PromptHistory();
  history.older(prompts, '');
  history.older(prompts, '');
  history.leave();
  expect(history.older(prompts, 'other')).toBe('second');
});

test('has nothing to show before the first prompt', () => {
  expect(new PromptHistory().older([], '')).toBeUndefined();
});
