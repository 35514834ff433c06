import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../support/tempFolder.ts';
import { testConversation } from '../../../support/testTurn.ts';

test('answers a prompt in text, and logs what it shows', async () => {
  const conversation = testConversation({ cwd: tempFolder() });
  const outcome = await conversation.send('say Hello there');
  expect(outcome).toMatchObject({ kind: 'ended', stopReason: 'end_turn', lastMessage: 'Hello there' });
  expect(conversation.log.map((entry) => entry.type)).toEqual(['user', 'assistant', 'usage', 'turn-end']);
  expect(conversation.events.map((event) => event.kind)).toEqual(['user-message', 'text', 'usage']);
});

test('runs a tool and gives its result to the model', async () => {
  const cwd = tempFolder({ 'README.md': 'first line\nsecond line\n' });
  const conversation = testConversation({ cwd });
  const outcome = await conversation.send('call read_file {"path":"README.md"}');
  expect(outcome).toMatchObject({ kind: 'ended', lastMessage: 'read_file ok: first line' });
  const cards = conversation.events.filter((event) => event.kind === 'tool-call');
  expect(cards.map((card) => card.status)).toEqual(['pending', 'pending', 'in_progress', 'completed']);
});

test('edits, writes and runs in one turn', async () => {
  const cwd = tempFolder({ 'a.txt': 'one two\n' });
  const conversation = testConversation({ cwd });
  await conversation.send(
    [
      'call edit_file {"path":"a.txt","old_string":"two","new_string":"three"}',
      'call write_file {"path":"sub/b.txt","content":"new\\n"}',
      'call bash {"command":"cat a.txt sub/b.txt; exit 3"}',
    ].join('\n'),
  );
  expect(readFileSync(`${cwd}/a.txt`, 'utf8')).toBe('one three\n');
  const results = conversation.log.flatMap((entry) => (entry.type === 'result' ? [entry.text] : []));
  expect(results).toEqual([
    'Changed a.txt in line 1.',
    'Created sub/b.txt (1 lines).',
    'one three\nnew\nexit code 3',
  ]);
});

test('compacts once when the context overflows, and asks again', async () => {
  const conversation = testConversation({ cwd: tempFolder() });
  await conversation.send('say before');
  const outcome = await conversation.send('fail overflow\nsay after');
  expect(outcome).toMatchObject({ kind: 'ended', lastMessage: 'after' });
  expect(conversation.events.flatMap((e) => (e.kind === 'compaction' ? [e.status] : []))).toEqual([
    'in_progress',
    'completed',
  ]);
});

test.each([['401'], ['404']])(
  'ends as failed when the provider answers %s, and the next prompt works',
  async (code) => {
    const conversation = testConversation({ cwd: tempFolder() });
    expect(await conversation.send(`fail ${code}`)).toMatchObject({ kind: 'failed' });
    expect(await conversation.send('say fine')).toMatchObject({ kind: 'ended', lastMessage: 'fine' });
  },
);
