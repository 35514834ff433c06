import { describe, expect, test } from 'vitest';
import { sandbox } from '../../support/agentProcess.ts';
import { childrenOf } from '../../support/processes.ts';
import { AgentUnderTest, frameOf, suiteAgent } from './agentUnderTest.ts';

describe('advice of the protocol', () => {
  const running = suiteAgent();

  test('INIT-004: the agent says who it is', async () => {
    const answer = await running().initialize();
    expect(answer.agentInfo).toEqual({ name: 'vakil', title: 'Vakil', version: expect.any(String) });
  });

  test('queueing and steering stand where clients look for them', async () => {
    const answer = await running().initialize();
    expect(answer.agentCapabilities._meta).toEqual({
      claudeCode: { promptQueueing: true },
      vak: { promptQueueing: true },
    });
    expect(answer._meta).toEqual({ steering: { supported: true } });
  });

  test('META-001: unknown keys below _meta are no trouble', async () => {
    const agent = running();
    const { sessionId } = await agent.open({
      _meta: { 'example.org/x': { deep: [1] }, traceparent: '00-1' },
    });
    expect(await agent.stopReason(sessionId, 'say hi')).toBe('end_turn');
  });

  test('commands are told behind the answer that names their session', async () => {
    const agent = await AgentUnderTest.start();
    const opened = await agent.peer.ask('session/new', { cwd: agent.place.workspace, mcpServers: [] });
    const commands = await agent.peer.waitForUpdate(
      ({ sessionUpdate }) => sessionUpdate === 'available_commands_update',
    );
    const firstUpdate = agent.peer.frames.findIndex(({ message }) => message?.method === 'session/update');
    expect(firstUpdate).toBeGreaterThan(frameOf(agent.peer, opened));
    const names = (commands['availableCommands'] as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['clear', 'context', 'help', 'reload', 'skills', 'agents']));
  });

  test('SHUTDOWN-001: the end of input ends the agent by itself, whatever runs', async () => {
    const agent = await AgentUnderTest.start();
    const { sessionId } = await agent.open();
    await agent.peer.request('session/set_mode', { sessionId, modeId: 'auto' });
    void agent.prompt(sessionId, 'call bash {"command":"sleep 60 & sleep 60"}');
    await agent.peer.waitForUpdate((update) => update['status'] === 'in_progress');
    const children = childrenOf(agent.peer.pid);
    expect(await agent.peer.endInput()).toMatchObject({ code: 0, signal: null });
    expect(children.flatMap((pid) => childrenOf(pid))).toEqual([]);
  });

  test('SHUTDOWN-001: an agent that nobody has spoken to ends, too', async () => {
    const agent = new AgentUnderTest(sandbox());
    expect(await agent.peer.endInput()).toMatchObject({ code: 0 });
  });
});
