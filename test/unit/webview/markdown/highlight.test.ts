import { expect, test } from 'vitest';
import { highlight } from '../../../../src/webview/markdown/highlight.ts';

test('colours a known language, and its other names', () => {
  for (const language of ['typescript', 'ts', 'sh', 'yml', 'html'])
    expect(highlight('x = "1"', language), language).toBeDefined();
  expect(highlight('const a = 1;', 'ts')).toContain('<span class="hljs-keyword">const</span>');
});

test('escapes the code it colours', () => {
  expect(highlight('"<img onerror=x>"', 'js')).not.toContain('<img');
});

test('leaves an unknown language and a very long text plain', () => {
  expect(highlight('a', 'no-such-language')).toBeUndefined();
  expect(highlight('a'.repeat(50_001), 'ts')).toBeUndefined();
});
