import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GrowingMarkdown } from '../../../../src/webview/markdown/growingMarkdown.ts';
import { createRenderer } from '../../../../src/webview/markdown/renderer.ts';

const md = createRenderer();
const html = (blocks: readonly { html: string }[]) => blocks.map((block) => block.html).join('');

/** Feeds the text in pieces; gives what is shown at the end. */
function streamed(pieces: readonly string[]): string {
  const growing = new GrowingMarkdown(md);
  let text = '';
  for (const piece of pieces) growing.update((text += piece), false);
  return html(growing.update(text, true));
}

const parts = [
  'A paragraph with **bold** and `code`.\n',
  'a lazy line\n',
  '\n',
  '\n\n',
  '# Heading\n',
  '- item\n',
  '  - inner\n',
  '1. one\n',
  '> quote\n',
  '```ts\ncode();\n',
  '```\n',
  '    indented\n',
  '| a | b |\n|--|--|\n',
  '| 1 | 2 |\n',
  '---\n',
  '===\n',
  '[link][ref]\n',
  '[ref]: https://example.org\n',
  '- [x] task\n',
  'windows\r\n',
];

describe('Markdown that grows', () => {
  test('goes on a list whose next number is not yet followed by its dot', () => {
    const whole = '1. one\n\n1. one\n';
    expect(streamed([...whole])).toBe(md.render(whole));
  });

  test('looks at the end as if it had come at once', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 16 }), fc.nat(7), (pieces, cut) => {
        const whole = pieces.join('');
        const chunks = whole.match(new RegExp(`[\\s\\S]{1,${cut + 1}}`, 'g')) ?? [];
        expect(streamed(chunks)).toBe(md.render(whole));
      }),
      { numRuns: 300 },
    );
  });

  test('keeps the blocks before the last one as they are', () => {
    const growing = new GrowingMarkdown(md);
    const before = growing.update('One.\n\nTwo.\n\nThr', false);
    const after = growing.update('One.\n\nTwo.\n\nThree.\n\nFo', false);
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
    expect([after[0] === before[0], after[1] === before[1], after[2] === before[2]]).toEqual([
      true,
      true,
      false,
    ]);
    expect(after.map((block) => block.key)).toEqual([0, 1, 2, 3]);
  });

  test('starts over for a text that does not go on from the one before', () => {
    const growing = new GrowingMarkdown(md);
    growing.update('One.\n\nTwo.', false);
    expect(html(growing.update('Other.', true))).toBe('<p>Other.</p>\n');
  });

  test('follows a reference that is defined at the end', () => {
    const text = 'See [it][r].\n\nMore.\n\n[r]: https://example.org\n';
    expect(streamed([text.slice(0, 20), text.slice(20)])).toContain('<a href="https://example.org">it</a>');
  });

  test('knows which blocks hold code to colour', () => {
    const blocks = new GrowingMarkdown(md).update('Text.\n\n```ts\na\n```\n\n```\nplain\n```\n', true);
    expect(blocks.map((block) => block.hasCode)).toEqual([false, true, false]);
  });

  test('has no blocks for an empty text', () => {
    expect(new GrowingMarkdown(md).update('', true)).toEqual([]);
  });
});
