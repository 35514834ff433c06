import { describe, expect, test } from 'vitest';
import { nullLog } from '../../../../src/base/log.ts';
import { Changes, textBefore } from '../../../../src/extension/chat/changes.ts';
import { ChangesMemory } from '../../../../src/extension/chat/changesMemory.ts';
import { countChangedLines } from '../../../../src/extension/chat/lineDiff.ts';
import { proposedText } from '../../../../src/extension/chat/proposedText.ts';
import type { ToolItem } from '../../../../src/extension/chat/toolItem.ts';

const path = '/home/me/a.txt';

function edit(
  id: string,
  oldText: string | null,
  newText: string,
  status: ToolItem['status'] = 'completed',
): ToolItem {
  return {
    kind: 'tool',
    id,
    title: 'Edit',
    toolKind: 'edit',
    status,
    locations: [],
    content: [{ type: 'diff', path, oldText, newText }],
    output: '',
    meta: {},
  };
}

function open(files: Record<string, string>) {
  const removed: string[] = [];
  const changes = new Changes({
    read: async (file) => files[file],
    write: async (file, text) => {
      files[file] = text;
    },
    remove: async (file) => {
      removed.push(file);
      delete files[file];
    },
  });
  return { changes, files, removed };
}

test.each([
  ['the whole file', 'new', { oldText: 'old', newText: 'new' }, 'old'],
  ['a new file', 'new', { oldText: null, newText: 'new' }, null],
  ['a part', 'a\nNEW\nc', { oldText: 'old', newText: 'NEW' }, 'a\nold\nc'],
  ['a part that stands there twice', 'NEW NEW', { oldText: 'old', newText: 'NEW' }, undefined],
  ['a part that is not there', 'other', { oldText: 'old', newText: 'NEW' }, undefined],
  ['a removal', 'other', { oldText: 'old', newText: '' }, undefined],
])('a diff of %s tells what the file was', (_, now, diff, before) => {
  expect(textBefore(now, { path, ...diff })).toBe(before);
});

describe('undo', () => {
  test('brings a file back over several changes', async () => {
    const { changes, files } = open({ [path]: 'two' });
    await changes.hear(edit('1', 'one', 'two'));
    files[path] = 'three';
    await changes.hear(edit('2', 'two', 'three'));
    expect(changes.views).toEqual([{ path, added: 1, removed: 1 }]);
    expect(await changes.undo(path, false)).toEqual([]);
    expect([files[path], changes.list]).toEqual(['one', []]);
  });

  test('removes a file that the agent made', async () => {
    const { changes, removed } = open({ [path]: 'new' });
    await changes.hear(edit('1', null, 'new'));
    await changes.undo(undefined, false);
    expect(removed).toEqual([path]);
  });

  test('leaves a file that somebody changed since, until it is forced', async () => {
    const { changes, files } = open({ [path]: 'two' });
    await changes.hear(edit('1', 'one', 'two'));
    files[path] = 'two, and mine';
    expect(await changes.undo(undefined, false)).toEqual([path]);
    expect(files[path]).toBe('two, and mine');
    expect(await changes.undo(path, true)).toEqual([]);
    expect(files[path]).toBe('one');
  });
});

test('a call counts once, when it ended well', async () => {
  const { changes } = open({ [path]: 'two' });
  await changes.hear(edit('1', 'one', 'two', 'in_progress'));
  await changes.hear(edit('1', 'one', 'two', 'failed'));
  expect(changes.list).toEqual([]);
  await changes.hear(edit('1', 'one', 'two'));
  changes.keep(path);
  await changes.hear(edit('1', 'one', 'two'));
  expect(changes.list).toEqual([]);
});

test('a file that is again what it was is not listed', async () => {
  const { changes, files } = open({ [path]: 'two' });
  await changes.hear(edit('1', 'one', 'two'));
  files[path] = 'one';
  await changes.hear(edit('2', 'two', 'one'));
  expect(changes.list).toEqual([]);
});

describe('a restore', () => {
  test('leaves no change of a file that it brought back to what it was', async () => {
    const { changes, files } = open({ [path]: 'Darjeeling, Sencha' });
    await changes.hear(edit('1', 'Assam', 'Darjeeling'));
    await changes.undo(undefined, false);
    files[path] = 'Assam, Gyokuro';
    await changes.hear(edit('2', 'Sencha', 'Gyokuro'));
    expect(changes.views).toHaveLength(1);
    files[path] = 'Assam, Sencha';
    await changes.lookAgain();
    expect(changes.list).toEqual([]);
  });

  test('to between two changes leaves the first, and one of a file that is gone leaves none', async () => {
    const { changes, files } = open({ [path]: 'two' });
    await changes.hear(edit('1', 'one', 'two'));
    files[path] = 'three';
    await changes.hear(edit('2', 'two', 'three'));
    files[path] = 'two';
    await changes.lookAgain();
    expect(changes.list).toEqual([{ path, before: 'one', after: 'two' }]);
    delete files[path];
    await changes.lookAgain();
    expect(changes.list).toEqual([]);
  });
});

test.each([
  ['', '', 0, 0],
  ['', 'a\nb\n', 2, 0],
  ['a\nb\n', '', 0, 2],
  ['a\nb\nc\n', 'a\nx\nc\n', 1, 1],
  ['a\nb\nc\nd\n', 'a\nc\nd\ne\n', 1, 1],
  ['a\n', 'a', 0, 0],
])('%j to %j is +%i −%i', (before, after, added, removed) => {
  expect(countChangedLines(before, after)).toEqual({ added, removed });
});

test.each([
  ['the whole file', 'old', { oldText: 'old', newText: 'new' }, 'new'],
  ['a new file', '', { oldText: null, newText: 'new' }, 'new'],
  ['a part', 'a\nold\nc', { oldText: 'old', newText: '$& new' }, 'a\n$& new\nc'],
])('a proposal of %s is shown as the file it would make', (_, now, diff, text) => {
  expect(proposedText(now, diff)).toBe(text);
});

describe('the memory of changes', () => {
  function place(text?: string) {
    const written: string[] = [];
    return { written, read: async () => text, write: async (t: string) => void written.push(t) };
  }
  const file = { path, before: 'one', after: 'two' };

  test('brings back what was written', async () => {
    const first = place();
    await new ChangesMemory(first, nullLog).set('s1', [file]);
    const second = new ChangesMemory(place(first.written[0]), nullLog);
    expect([await second.get('s1'), await second.get('s2')]).toEqual([[file], []]);
  });

  test.each(['{', '[]', '{"s1":[{"path":1}]}'])('%s on the disk counts as nothing', async (text) => {
    expect(await new ChangesMemory(place(text), nullLog).get('s1')).toEqual([]);
  });

  test('drops the oldest conversations when it grows too large', async () => {
    const there = place();
    const memory = new ChangesMemory(there, nullLog);
    const large = { path, before: 'x'.repeat(5_000_000), after: '' };
    await memory.set('old', [large]);
    await memory.set('new', [large]);
    expect([(await memory.get('old')).length, (await memory.get('new')).length]).toEqual([0, 1]);
  });
});
