import { describe, expect, test } from 'vitest';
import { toToolResult } from '../../../../src/agent/mcp/callResult.ts';
import { CallResultSchema } from '../../../../src/mcp/serverItems.ts';

const result = (raw: object) =>
  toToolResult(CallResultSchema.parse(raw), (text) => text.replaceAll('secret', '***'));
const png = { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' };

describe('results for the model and the card', () => {
  test.each([
    [
      'text blocks, one below the other',
      {
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      { text: 'a\nb' },
    ],
    ['a failure', { content: [{ type: 'text', text: 'no' }], isError: true }, { text: 'no', isError: true }],
    ['nothing', { content: [] }, { text: '(no output)' }],
    ['a result without content', {}, { text: '(no output)' }],
    [
      'structured content beside text',
      { content: [{ type: 'text', text: 'a' }], structuredContent: { a: 1 } },
      { text: 'a' },
    ],
    ['structured content alone', { structuredContent: [1] }, { text: '[\n  1\n]' }],
    ['a secret', { content: [{ type: 'text', text: 'my secret' }] }, { text: 'my ***' }],
    [
      'a secret in structured content',
      { structuredContent: { a: 'secret' } },
      { text: '{\n  "a": "***"\n}' },
    ],
    [
      'terminal codes and hidden characters',
      { content: [{ type: 'text', text: '\u001b[31mred\u001b[0m\u{e0041}!\r\n' }] },
      { text: 'red!\n' },
    ],
    [
      'sound',
      { content: [{ type: 'audio', mimeType: 'audio/wav', data: 'AAAA' }] },
      { text: '[audio/wav, 1 KB]' },
    ],
    [
      'an image that is none',
      { content: [{ type: 'image', mimeType: 'image/png', data: '<svg>' }] },
      { text: '[image/png that is no base64]' },
    ],
    [
      'a text resource',
      { content: [{ type: 'resource', resource: { uri: 'a://b', text: 'inside' } }] },
      { text: 'inside' },
    ],
    [
      'bytes of another kind',
      { content: [{ type: 'resource', resource: { uri: 'a://b', blob: 'AAAA' } }] },
      { text: 'a://b: [data, 1 KB]' },
    ],
  ])('%s', (_what, raw, expected) => {
    expect(result(raw)).toEqual(expected);
  });

  test('an image reaches both', () => {
    const media = { mimeType: 'image/png', data: png.data };
    expect(result({ content: [{ type: 'text', text: 'look' }, png] })).toEqual({
      text: 'look',
      media: [media],
      content: [
        { type: 'text', text: 'look' },
        { type: 'image', ...media },
      ],
    });
  });

  test('a link is shown as one', () => {
    expect(result({ content: [{ type: 'resource_link', uri: 'file:///x', name: 'X' }] })).toEqual({
      text: '[X](file:///x)',
      content: [
        { type: 'text', text: '[X](file:///x)' },
        { type: 'link', uri: 'file:///x', name: 'X' },
      ],
    });
  });

  test('what is for the person only is shown and not sent', () => {
    const block = { type: 'text', text: 'for you', annotations: { audience: ['user'] } };
    expect(result({ content: [block, { type: 'text', text: 'for both' }] })).toEqual({
      text: 'for both',
      content: [
        { type: 'text', text: 'for both' },
        { type: 'text', text: 'for you' },
      ],
    });
  });
});
