import { describe, expect, test } from 'vitest';
import type { TranscriptItem } from '../../../../src/protocol/transcript.ts';
import { TranscriptModel } from '../../../../src/webview/store/transcriptModel.ts';

const say = (id: string, text = ''): TranscriptItem => ({
  kind: 'assistant',
  id,
  text,
  done: false,
  hookRuns: [],
});

function modelOf(...ids: string[]): TranscriptModel {
  const model = new TranscriptModel();
  model.reset({ items: ids.map((id) => say(id)), first: 0 });
  return model;
}

describe('a transcript', () => {
  test('puts an item with a known id in its place and a new one at the end', () => {
    const model = modelOf('a', 'b');
    model.apply([
      { op: 'put', item: say('a', 'changed') },
      { op: 'put', item: say('c') },
    ]);
    expect(model.ids.value).toEqual(['a', 'b', 'c']);
    expect(model.peek('a')).toMatchObject({ text: 'changed' });
  });

  test('keeps its list of ids when an item only grows', () => {
    const model = modelOf('a');
    const before = model.ids.value;
    model.apply([
      { op: 'append', id: 'a', field: 'text', text: 'Hel' },
      { op: 'append', id: 'a', field: 'text', text: 'lo' },
    ]);
    expect(model.peek('a')).toMatchObject({ text: 'Hello' });
    expect(model.ids.value).toBe(before);
  });

  test('passes over what is appended to an item it does not have', () => {
    const model = modelOf('a');
    model.apply([{ op: 'append', id: 'x', field: 'output', text: 'lost' }]);
    expect(model.ids.value).toEqual(['a']);
  });

  test.each([
    ['one item', false, ['a', 'c']],
    ['an item and all behind it', true, ['a']],
  ])('removes %s', (_, andAfter, left) => {
    const model = modelOf('a', 'b', 'c');
    model.apply([{ op: 'remove', id: 'b', andAfter }]);
    expect(model.ids.value).toEqual(left);
    expect(model.peek('b')).toBeUndefined();
  });

  test('is empty after a restore to a message before the loaded part', () => {
    const model = modelOf('a', 'b');
    model.apply([{ op: 'remove', id: 'earlier', andAfter: true }]);
    expect(model.ids.value).toEqual([]);
  });

  test('takes an older page before its first item, and only one that ends there', () => {
    const model = new TranscriptModel();
    model.reset({ items: [say('c')], first: 2 });
    model.prepend([say('x')], 0);
    expect(model.ids.value).toEqual(['c']);
    model.prepend([say('a'), say('b')], 0);
    expect(model.ids.value).toEqual(['a', 'b', 'c']);
    expect(model.first.value).toBe(0);
  });
});
