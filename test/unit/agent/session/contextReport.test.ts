import { expect, test } from 'vitest';
import { contextReport } from '../../../../src/agent/session/contextReport.ts';
import type { Entry } from '../../../../src/agent/store/entry.ts';

const prompt = { type: 'user', id: 'u', at: 0, role: 'prompt', content: [], context: [] } as Entry;
const usage = { type: 'usage', id: 'n', at: 0, used: 5_000, size: 200_000, input: 1, output: 1 } as Entry;
const slice = {
  type: 'slice',
  id: 's',
  at: 0,
  domains: [],
  leftOut: [{ server: 'db', reason: 'It serves database.' }],
} as Entry;

test('shows the provider’s count, the parts, and what the turn left out', () => {
  const report = contextReport([prompt, slice, usage], [{ name: 'Tools', tokens: 3_000 }]);
  expect(report.text).toBe(
    [
      '5,000 of 200,000 tokens (3 %).',
      '',
      'The last model call, about:',
      '',
      '- Tools: 3,000',
      '',
      'Left out, but still callable:',
      '',
      '- db: It serves database.',
    ].join('\n'),
  );
});

test('shows nothing of an earlier turn’s slice', () => {
  expect(contextReport([prompt, slice, prompt, usage], []).text).toBe('5,000 of 200,000 tokens (3 %).');
});

test('says so when nothing was sent yet', () => {
  expect(contextReport([], [])).toEqual({
    size: 0,
    used: 0,
    parts: [],
    text: 'Nothing was sent to a model yet.',
  });
});
