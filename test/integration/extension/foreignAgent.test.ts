import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { sandbox } from '../../support/agentProcess.ts';
import { chatHarness, idle, message, outline, turn, until } from '../../support/chatHarness.ts';
import { expectNoProcesses } from '../../support/processes.ts';
import { projectRoot } from '../../support/projectRoot.ts';
import { writeTree } from '../../support/tempFolder.ts';

const script = path.join(projectRoot, 'test/support/foreignAgent.mjs');

function open(...habits: string[]) {
  const place = sandbox();
  const harness = chatHarness(place, {
    command: process.execPath,
    args: [script, ...habits],
    handlers: () => ({
      missingFile: () => '',
      writeFile: async (file, content) => writeFileSync(file, content),
    }),
  });
  const conversation = harness.chats.ensure();
  return { ...harness, place, conversation };
}

const failed = ({ phase }: { phase: string }) => phase === 'failed';

describe('a foreign agent', () => {
  test('converses, whatever it prints and however early it speaks', async () => {
    const { conversation } = open('banner', 'early-updates');
    await turn(conversation, 'hello');
    expect(outline(conversation.transcript.items)).toEqual(['user: hello', 'assistant: you said hello']);
    expect(conversation.state.commands.map((command) => command.name)).toEqual(['early']);
  });

  test.each([
    ['an error', []],
    ['end_turn', ['cancel-is-end-turn']],
  ])('that answers a stop with %s is stopped all the same', async (_, habits) => {
    const { conversation } = open(...habits);
    await idle(conversation);
    await conversation.send(message('wait'), 'queue');
    await until(conversation, ({ phase }) => phase === 'running');
    await conversation.stop();
    await idle(conversation);
    expect(outline(conversation.transcript.items)).toEqual(['user: wait']);
    await turn(conversation, 'again');
    expect(outline(conversation.transcript.items).at(-1)).toBe('assistant: you said again');
  });

  test('that wants a sign-in shows its ways, and goes on after one', async () => {
    const { conversation, chats } = open('wants-sign-in');
    await until(conversation, ({ transcript }) =>
      transcript.items.some(
        (item) => item.kind === 'notice' && item.actions.some((a) => a.id === 'authenticate:login'),
      ),
    );
    await chats.authenticate('login');
    await turn(conversation, 'hello');
    expect(outline(conversation.transcript.items)).toEqual(['user: hello', 'assistant: you said hello']);
  });

  test('that makes a file by reading it first can do so', async () => {
    const { conversation, place } = open();
    await turn(conversation, 'write');
    expect(outline(conversation.transcript.items).at(-1)).toBe('assistant: made it');
    expect(readFileSync(path.join(place.workspace, 'made.txt'), 'utf8')).toBe('made');
  });

  test('that can not go on with a conversation after a crash begins a new one, and says so', async () => {
    const { conversation } = open();
    await turn(conversation, 'hello');
    await conversation.send(message('die'), 'queue');
    await until(
      conversation,
      ({ transcript }) => transcript.last?.kind === 'notice' && /begins anew/.test(transcript.last.title),
    );
    await turn(conversation, 'again');
    expect(outline(conversation.transcript.items).at(-1)).toBe('assistant: you said again');
  });
});

test('beside a foreign agent our own expands commands and skills', async () => {
  const { agents, chats, conversation, place } = open();
  await turn(conversation, 'hello');
  writeTree(place.workspace, { '.vak/commands/fix.md': 'please fix $ARGUMENTS\n' });
  const own = await agents.own();
  expect([own.info.own, chats.current?.client?.info.own]).toEqual([true, false]);
  await own.call('reload', {});
  expect(await own.call('expand', { cwd: place.workspace, text: '/fix the bug' })).toMatchObject({
    kind: 'expanded',
    text: expect.stringContaining('please fix the bug'),
  });
  expect(await own.call('expand', { cwd: place.workspace, text: '/usr/bin' })).toMatchObject({
    kind: 'plain',
  });
});

describe('an agent that does not start', () => {
  test.each([
    ['wrong-version', /speaks version 2 of the Agent Client Protocol/, undefined],
    ['dies-at-start', /ended with exit code 3/, 'fatal: no licence found'],
  ])('(%s) is said with the reason and the ways out', async (habit, title, detail) => {
    const { conversation, agent } = open(habit);
    await until(conversation, failed);
    expect(conversation.transcript.items).toMatchObject([
      {
        kind: 'notice',
        severity: 'error',
        title: expect.stringMatching(title),
        ...(detail ? { detail } : {}),
      },
    ]);
    expect(agent.state.kind).toBe('failed');
  });

  test('because its program is not there names the setting', async () => {
    const place = sandbox();
    const { chats } = chatHarness(place, { command: 'no-such-agent-anywhere' });
    const conversation = chats.ensure();
    await until(conversation, failed);
    expect(conversation.transcript.items).toMatchObject([
      {
        title: 'The program no-such-agent-anywhere was not found.',
        detail: expect.stringContaining('vak.agent.command'),
        actions: [{ id: 'restart-agent' }, { id: 'show-log' }],
      },
    ]);
  });

  test('but hangs can be restarted', async () => {
    const { agent, conversation } = open('hangs');
    const first = agent.client();
    const refused = expect(first).rejects.toThrow();
    void agent.restart().catch(() => undefined);
    await refused;
    expect(conversation.phase).toBe('starting');
  });
});

test.each([[['stays']], [['leaves-daemon']], [['stays', 'leaves-daemon']], [['hangs', 'stays']]])(
  'an agent that %j leaves nothing behind when the window closes',
  async (habits) => {
    const { conversation, end, place } = open(...habits);
    if (!habits.includes('hangs')) await turn(conversation, 'hello');
    await end();
    await expectNoProcesses(place.workspace, { deadlineMs: 1000 });
  },
);
