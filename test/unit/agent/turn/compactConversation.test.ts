import { expect, test } from 'vitest';
import type { InstructionSet } from '../../../../src/agent/instructions/instructionSet.ts';
import { sectionsOf } from '../../../../src/agent/model/promptParts.ts';
import { compactConversation } from '../../../../src/agent/turn/compactConversation.ts';
import type { TurnEvent } from '../../../../src/agent/turn/events.ts';
import { historyMessages } from '../../../../src/agent/turn/history.ts';
import { viewOf } from '../../../../src/agent/turn/view.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { testConversation, testDeps } from '../../../support/testTurn.ts';

test('puts a summary in the place of all, and AGENTS.md, attached skills and the open plan back', async () => {
  const cwd = tempFolder({ a: 'some text\n'.repeat(1_500) });
  const conversation = testConversation({ cwd });
  await conversation.send({
    from: 'person',
    content: [{ type: 'text', text: 'plan One; Two\ncall read_file {"path":"a"}' }],
    skills: [{ name: 'deploy', path: '/home/me/SKILL.md', text: 'Ship it.' }],
  });
  const instructions: InstructionSet = {
    beginTurn: async () => [],
    touched: async () => [],
    compacted: async () => [{ kind: 'entered', path: `${cwd}/AGENTS.md`, hash: '', text: 'House rules.' }],
    current: () => [],
  };
  const events: TurnEvent[] = [];
  const deps = testDeps({ cwd, deps: { instructions } }, conversation.log);
  const compacted = await compactConversation(
    conversation.log,
    deps,
    (event) => events.push(event),
    new AbortController().signal,
  );
  expect(compacted?.after).toBeLessThan(compacted?.before ?? 0);
  expect(events.map((event) => event.kind === 'compaction' && event.status)).toEqual([
    'in_progress',
    'completed',
  ]);
  const messages = historyMessages(viewOf(conversation.log), deps.model.info);
  expect(messages.length).toBe(1);
  expect(messages.flatMap(sectionsOf).map(({ label }) => label.kind)).toEqual([
    'summary',
    'instructions',
    'skill',
    'plan',
  ]);
  expect(await conversation.send('say go on')).toMatchObject({ kind: 'ended', lastMessage: 'go on' });
});

test('has nothing to do in an empty conversation', async () => {
  const deps = testDeps({ cwd: tempFolder() });
  expect(await compactConversation([], deps, () => undefined, new AbortController().signal)).toBeUndefined();
});

test('a cancelled one leaves the conversation as it was and is told', async () => {
  const cwd = tempFolder();
  const conversation = testConversation({ cwd });
  await conversation.send('say hi');
  const before = conversation.log.length;
  const events: TurnEvent[] = [];
  const deps = testDeps({ cwd }, conversation.log);
  await expect(
    compactConversation(conversation.log, deps, (event) => events.push(event), AbortSignal.abort()),
  ).rejects.toThrow();
  expect(conversation.log.length).toBe(before);
  expect(events.at(-1)).toMatchObject({ kind: 'compaction', status: 'cancelled' });
});
