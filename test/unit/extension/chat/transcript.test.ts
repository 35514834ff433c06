import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Transcript } from '../../../../src/extension/chat/transcript.ts';
import type { TranscriptDelta } from '../../../../src/protocol/transcript.ts';

function notice(id: string, title = id) {
  return { kind: 'notice' as const, id, severity: 'info' as const, title, actions: [] };
}

function filled(...ids: string[]): Transcript {
  const transcript = new Transcript();
  for (const id of ids) transcript.put(notice(id));
  return transcript;
}

const ids = (transcript: Transcript) => transcript.items.map((item) => item.id);

test('an item with a known id stays where it stands', () => {
  const transcript = filled('a', 'b', 'c');
  transcript.put(notice('b', 'again'));
  expect(transcript.items.map((item) => item.kind === 'notice' && item.title)).toEqual(['a', 'again', 'c']);
});

test.each([
  ['b', false, ['a', 'c']],
  ['b', true, ['a']],
  ['a', true, []],
  ['x', true, ['a', 'b', 'c']],
])('removing %s (and after: %s) leaves %j', (id, andAfter, left) => {
  const transcript = filled('a', 'b', 'c');
  transcript.remove(id, andAfter);
  expect(ids(transcript)).toEqual(left);
});

test.each([
  [3, 2, ['b', 'c'], 1],
  [2, 10, ['a', 'b'], 0],
  [0, 5, [], 0],
  [99, 1, ['c'], 2],
  [-1, 1, [], 0],
])('the page before %i of %i items is %j', (before, count, expected, first) => {
  const page = filled('a', 'b', 'c').page(before, count);
  expect([page.items.map((item) => item.id), page.first]).toEqual([expected, first]);
});

test('what names no item that is there is not announced', () => {
  const transcript = filled('a');
  const heard: TranscriptDelta[] = [];
  transcript.onDidChange((delta) => heard.push(delta));
  transcript.append('none', 'text', 'x');
  transcript.append('a', 'text', 'a notice does not grow');
  transcript.append('a', 'output', '');
  transcript.remove('none');
  expect(heard).toEqual([]);
});

test('ids stay in step with places, whatever is put and removed', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const change = fc.oneof(
    id.map((i): TranscriptDelta => ({ op: 'put', item: notice(i) })),
    fc.tuple(id, fc.boolean()).map(([i, andAfter]): TranscriptDelta => ({ op: 'remove', id: i, andAfter })),
  );
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const transcript = new Transcript();
      for (const delta of changes) transcript.apply(delta);
      for (const item of transcript.items) expect(transcript.get(item.id)).toBe(item);
      expect(new Set(ids(transcript)).size).toBe(transcript.items.length);
    }),
  );
});
