import { describe, expect, test } from 'vitest';
import { readEntries } from '../../../../src/agent/store/readEntries.ts';

const title = (text: string) => JSON.stringify({ type: 'title', id: 'a', at: 1, title: text });

describe('readEntries', () => {
  test.each([
    ['an empty file holds nothing', '', { titles: [], lines: [], torn: false }],
    ['whole lines count', `${title('a')}\n${title('b')}\n`, { titles: ['a', 'b'], lines: [], torn: false }],
    ['a torn last line is dropped', `${title('a')}\n{"type":"ti`, { titles: ['a'], lines: [], torn: true }],
    [
      'a last line that only lacks its end counts',
      `${title('a')}\n${title('b')}`,
      { titles: ['a', 'b'], lines: [], torn: true },
    ],
    [
      'a line torn earlier is skipped and named',
      `${title('a')}\n{"type":"ti\n${title('b')}\n`,
      { titles: ['a', 'b'], lines: [2], torn: false },
    ],
    [
      'a record of an unknown type is skipped and named',
      `{"type":"from-the-future","id":"x","at":1}\n${title('a')}\n`,
      { titles: ['a'], lines: [1], torn: false },
    ],
    [
      'an entry that lacks a field is skipped and named',
      `{"type":"title","id":"x","at":1}\n${title('a')}\n`,
      { titles: ['a'], lines: [1], torn: false },
    ],
  ])('%s', (_, text, expected) => {
    const { entries, skipped, torn } = readEntries(text);
    const titles = entries.map((entry) => (entry.type === 'title' ? entry.title : entry.type));
    expect({ titles, lines: skipped.map(({ line }) => line), torn }).toEqual(expected);
  });

  test('says what is wrong with a skipped line', () => {
    const { skipped } = readEntries('nonsense\n{"type":"later"}\n{"type":"title","id":"x","at":1}\n');
    expect(skipped.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('not JSON'),
      'record of an unknown type "later"',
      expect.stringContaining('title'),
    ]);
  });
});
