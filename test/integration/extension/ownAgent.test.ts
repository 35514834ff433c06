import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { restoreTo } from '../../../src/extension/chat/chatHandlers.ts';
import { sandbox } from '../../support/agentProcess.ts';
import { chatHarness, idle, message, outline, turn, until } from '../../support/chatHarness.ts';
import { childrenOf } from '../../support/processes.ts';

describe('the chat with our own agent', () => {
  test('streams an answer with a tool call, and restores the same transcript after a reload', async () => {
    const place = sandbox({ workspace: { 'README.md': '# Readme\n' } });
    const first = chatHarness(place);
    const conversation = first.chats.ensure();
    await turn(conversation, 'think hmm\nsay Let me look.\ncall read_file {"path":"README.md"}');
    expect(outline(conversation.transcript.items)).toEqual([
      expect.stringMatching(/^user: think hmm/),
      'thought: hmm',
      'assistant: Let me look.',
      'tool: read_file completed',
      'assistant: read_file ok: # Readme',
    ]);
    const before = conversation.transcript.items.map(({ ...item }) => ({ ...item, ms: undefined }));
    const memory = first.memory.current;
    expect(memory).toMatchObject({ cwd: place.workspace, running: false });
    await first.end();

    const second = chatHarness(place, { memory });
    const restored = second.chats.ensure();
    await idle(restored);
    expect(restored.transcript.items.map(({ ...item }) => ({ ...item, ms: undefined }))).toEqual(before);
    expect(restored.state.title).toBe(conversation.state.title);
  });

  test.each<[string, Record<string, string>, Record<string, string>, string]>([
    ['the person’s configuration without a setting', {}, {}, 'accept-edits'],
    ['the person’s setting over their configuration', { mode: 'auto' }, {}, 'auto'],
    [
      'a project that tightens it',
      { mode: 'auto' },
      { '.vak/config.toml': 'mode = "read-only"\n' },
      'read-only',
    ],
  ])('begins in the mode of %s', async (_title, settings, workspace, mode) => {
    const home = { 'config/vak/config.toml': 'mode = "accept-edits"\n' };
    const { chats } = chatHarness(sandbox({ home, workspace }), { settings });
    const conversation = chats.ensure();
    await idle(conversation);
    expect(conversation.state.configOptions.find(({ category }) => category === 'mode')?.value).toBe(mode);
  });

  test('asks before it writes, and writes what was allowed', async () => {
    const place = sandbox();
    const { chats } = chatHarness(place);
    const conversation = chats.ensure();
    const done = turn(conversation, 'call write_file {"path":"a.txt","content":"hello\\n"}');
    await until(conversation, ({ questions }) => questions.permissions.length > 0);
    const [asked] = conversation.questions.permissions;
    expect(asked?.options.map((option) => option.kind)).toEqual([
      'allow_once',
      'allow_always',
      'reject_once',
    ]);
    expect(asked?.subject).toContain('a.txt');
    const allow = asked?.options[0]?.optionId ?? '';
    expect(conversation.questions.answerPermission(asked?.requestId ?? '', { optionId: allow })).toBe(true);
    await done;
    expect(readFileSync(path.join(place.workspace, 'a.txt'), 'utf8')).toBe('hello\n');
    expect(outline(conversation.transcript.items).slice(1)).toEqual([
      'tool: write_file completed',
      expect.stringContaining('write_file ok'),
    ]);
  });

  test('stops in the middle of a command, and the next prompt works', async () => {
    const place = sandbox();
    const { chats } = chatHarness(place);
    const conversation = chats.ensure();
    await idle(conversation);
    const mode = conversation.state.configOptions.find((option) => option.category === 'mode');
    await conversation.setOption(mode?.id ?? '', 'auto');
    const stopped = turn(conversation, 'call bash {"command":"echo begun; sleep 60"}');
    await until(conversation, ({ transcript }) =>
      transcript.items.some((i) => i.kind === 'tool' && i.output !== ''),
    );
    await conversation.stop();
    await stopped;
    expect(outline(conversation.transcript.items)[1]).toBe('tool: bash failed');
    await turn(conversation, 'say still here');
    expect(outline(conversation.transcript.items).at(-1)).toBe('assistant: still here');
  });

  test('queues what is sent during a turn and steers what should steer', async () => {
    const place = sandbox();
    const { chats } = chatHarness(place);
    const conversation = chats.ensure();
    await idle(conversation);
    const running = turn(conversation, 'say one\ncall bash_output {"id":"none"}\nwait 300\nsay two');
    await until(conversation, ({ phase }) => phase === 'running');
    await conversation.send(message('say queued'), 'queue');
    expect(conversation.state.queue.map((queued) => queued.text)).toEqual(['say queued']);
    await running;
    await idle(conversation);
    expect(outline(conversation.transcript.items).slice(-2)).toEqual([
      'user: say queued',
      'assistant: queued',
    ]);
  });

  test('goes on with the conversation when the agent was killed in the middle of a turn', async () => {
    const place = sandbox();
    const { chats, agent } = chatHarness(place);
    const conversation = chats.ensure();
    await turn(conversation, 'say before');
    void conversation.send(message('wait 60000'), 'queue');
    await until(conversation, ({ phase }) => phase === 'running');
    for (const pid of childrenOf(process.pid)) process.kill(pid, 'SIGKILL');
    await until(conversation, ({ phase }) => phase !== 'running');
    await idle(conversation);
    expect(agent.state.kind).toBe('running');
    expect(outline(conversation.transcript.items)).toEqual([
      'user: say before',
      'assistant: before',
      'user: wait 60000',
      'notice: The agent stopped while it worked. What it had done until then is above.',
    ]);
    await turn(conversation, 'say after');
    expect(outline(conversation.transcript.items).at(-1)).toBe('assistant: after');
  });

  test('lists, renames and deletes conversations', async () => {
    const place = sandbox();
    const { chats } = chatHarness(place);
    const conversation = chats.ensure();
    await turn(conversation, 'say hello');
    const { id } = conversation;
    await chats.rename(id, 'My title');
    expect(await chats.list()).toMatchObject([{ id, title: 'My title', cwd: place.workspace }]);
    expect(conversation.state.title).toBe('My title');
    await chats.delete(id);
    expect(await chats.list()).toEqual([]);
    expect(chats.current?.id).not.toBe(id);
  });

  test('only reads in a workspace that is not trusted, and works on when it is', async () => {
    const { chats } = chatHarness(sandbox(), { trusted: false });
    const conversation = chats.ensure();
    await until(conversation, ({ state }) => state.configOptions.some((o) => o.value === 'read-only'));
    await turn(conversation, 'call write_file {"path":"a.txt","content":"x"}');
    expect(outline(conversation.transcript.items)[1]).toBe('tool: write_file failed');
    await chats.release();
    const mode = conversation.state.configOptions.find((option) => option.category === 'mode');
    expect(mode?.value).toBe('ask');
  });

  test('forks a conversation before a message', async () => {
    const { chats } = chatHarness(sandbox());
    const conversation = chats.ensure();
    await turn(conversation, 'say one');
    await turn(conversation, 'say two');
    const second = conversation.transcript.items.findLast((item) => item.kind === 'user');
    await chats.fork(second?.kind === 'user' ? second.messageId : undefined);
    const fork = chats.current;
    expect(fork && outline(fork.transcript.items)).toEqual(['user: say one', 'assistant: one']);
    expect(fork?.id).not.toBe(conversation.id);
  });

  test('goes back to before a message, its files too', async () => {
    const place = sandbox();
    const { chats } = chatHarness(place);
    const conversation = chats.ensure();
    await idle(conversation);
    const mode = conversation.state.configOptions.find((option) => option.category === 'mode');
    await conversation.setOption(mode?.id ?? '', 'auto');
    await turn(conversation, 'say one');
    await turn(conversation, 'call write_file {"path":"a.txt","content":"x"}');
    expect(existsSync(path.join(place.workspace, 'a.txt'))).toBe(true);
    const second = conversation.transcript.items.findLast((item) => item.kind === 'user');
    const messageId = second?.kind === 'user' ? second.messageId : undefined;
    await restoreTo(conversation, messageId ?? '', false, { confirmOverwrite: async () => false });
    expect(existsSync(path.join(place.workspace, 'a.txt'))).toBe(false);
    expect(outline(conversation.transcript.items)).toEqual(['user: say one', 'assistant: one']);
    await turn(conversation, 'say three');
    expect(outline(conversation.transcript.items).slice(2)).toEqual(['user: say three', 'assistant: three']);
  });
});
