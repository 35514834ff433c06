import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ComposerModel } from '../../../../src/webview/composer/composerModel.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const file = (path: string) => ({ kind: 'file' as const, path, label: path });

function freshModel() {
  const saved: string[] = [];
  return { model: new ComposerModel((text) => saved.push(text)), saved };
}

function testModel() {
  const fresh = freshModel();
  fresh.model.show('c1', '', true);
  return fresh;
}

test('saves the draft once typing rests', () => {
  const { model, saved } = testModel();
  model.type('h');
  model.type('hi');
  expect(saved).toEqual([]);
  vi.runAllTimers();
  expect(saved).toEqual(['hi']);
});

test('shows the draft of another conversation, and never saves the old one there', () => {
  const { model, saved } = testModel();
  model.type('for the first');
  model.show('c2', 'for the second', true);
  vi.runAllTimers();
  expect(model.text.value).toBe('for the second');
  expect(saved).toEqual([]);
});

test('keeps what is typed when the same conversation comes again', () => {
  const { model } = testModel();
  model.type('newer');
  model.show('c1', 'older', true);
  expect(model.text.value).toBe('newer');
});

test('keeps what is typed when a fresh conversation gets its id', () => {
  const model = new ComposerModel(() => undefined);
  model.show('', '', true);
  model.type('my first words');
  model.show('c1', '', true);
  expect(model.text.value).toBe('my first words');
});

test('keeps what is attached when a fresh conversation gets its id, and saves what is typed', () => {
  const { model, saved } = freshModel();
  model.show('', '', true);
  model.attach([file('/home/me/a.ts')]);
  model.type('look at it');
  model.show('c1', '', true);
  expect(model.attachments.value).toEqual([file('/home/me/a.ts')]);
  expect(model.text.value).toBe('look at it');
  expect(saved).toEqual(['look at it']);
});

test.each([
  ['', 'typed early'],
  ['kept by the host', 'kept by the host\ntyped early'],
])('keeps what is typed before the first snapshot, behind the draft “%s”', (draft, text) => {
  const { model, saved } = freshModel();
  model.type('typed early');
  vi.runAllTimers();
  expect(saved).toEqual([]);
  model.show('c1', draft, true);
  expect(model.text.value).toBe(text);
  expect(saved).toEqual([text]);
});

test('saves nothing of what is typed to a worker', () => {
  const { model, saved } = testModel();
  model.show('c1/w1', '', false);
  model.type('steer');
  vi.runAllTimers();
  expect(saved).toEqual([]);
});

test('is empty after a prompt is taken, and saves that at once', () => {
  const { model, saved } = testModel();
  model.type('do it');
  model.attach([file('/a')]);
  expect(model.take()).toEqual({ text: 'do it', attachments: [file('/a')] });
  expect([model.text.value, model.attachments.value, saved]).toEqual(['', [], ['']]);
});

test('gives no prompt of blanks alone', () => {
  const { model } = testModel();
  model.type(' \n ');
  expect(model.take()).toBeUndefined();
});

test('takes a prompt back that could not be sent, but not over fresh words', () => {
  const { model } = testModel();
  const prompt = { text: 'again', attachments: [] };
  model.putBack(prompt);
  expect(model.text.value).toBe('again');
  model.type('fresh');
  model.putBack(prompt);
  expect(model.text.value).toBe('fresh');
});

test('attaches a file once', () => {
  const { model } = testModel();
  model.attach([file('/a')]);
  model.attach([file('/a'), file('/b')]);
  expect(model.attachments.value.map((each) => each.label)).toEqual(['/a', '/b']);
});

test('puts inserted words behind a space', () => {
  const { model } = testModel();
  model.insert('one');
  model.insert('two');
  expect(model.text.value).toBe('one two');
});
