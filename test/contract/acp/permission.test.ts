import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { deferred } from '../../../src/base/abort.ts';
import { frameOf, suiteAgent, updatesAfter } from './agentUnderTest.ts';

const select = (optionId: string) => ({ outcome: { outcome: 'selected', optionId } });

interface Request {
  readonly options: readonly { readonly optionId: string; readonly kind: string }[];
  readonly toolCall: { readonly toolCallId: string; readonly title?: string; readonly rawInput?: unknown };
}

describe('permission requests', () => {
  const running = suiteAgent();

  /** A session whose next call of a tool that writes is answered so. */
  async function asked(answer: () => unknown) {
    const agent = running();
    const requests: Request[] = [];
    agent.peer.handle('session/request_permission', ((params: Request) => {
      requests.push(params);
      return answer();
    }) as never);
    const { sessionId } = await agent.open();
    const name = `${sessionId}.txt`;
    const file = path.join(agent.place.workspace, name);
    const call = `call write_file ${JSON.stringify({ path: name, content: 'x' })}`;
    return { agent, sessionId, requests, file, call };
  }

  test('offer once, always and reject, and say of the call what its card says', async () => {
    const { agent, sessionId, requests, file, call } = await asked(() => select('once'));
    expect(await agent.stopReason(sessionId, call)).toBe('end_turn');
    expect(requests.map(({ options }) => options.map(({ kind }) => kind))).toEqual([
      ['allow_once', 'allow_always', 'reject_once'],
    ]);
    const [{ toolCall } = { toolCall: undefined }] = requests;
    expect(toolCall).toMatchObject({ title: expect.stringContaining('.txt'), rawInput: { content: 'x' } });
    const card = agent.peer.updates(sessionId).find(({ sessionUpdate }) => sessionUpdate === 'tool_call');
    expect(card?.['toolCallId']).toBe(toolCall?.toolCallId);
    expect(existsSync(file)).toBe(true);
    agent.peer.expectValid();
  });

  test.each([
    ['reject', () => select('reject')],
    ['something that was not offered', () => select('yes')],
    ['an error', () => Promise.reject(new Error('no'))],
    ['nonsense', () => ({ outcome: 'sure' })],
  ])('answered with %s are refused calls, and the turn goes on to its end', async (_, answer) => {
    const { agent, sessionId, file, call } = await asked(answer);
    expect(await agent.stopReason(sessionId, call)).toBe('end_turn');
    expect(agent.peer.text(sessionId)).toContain('write_file failed:');
    expect(existsSync(file)).toBe(false);
  });

  test('end with a cancelled turn, and a late agreement runs nothing', async () => {
    const late = deferred<unknown>();
    const { agent, sessionId, file, call } = await asked(() => late.promise);
    const prompt = agent.prompt(sessionId, call);
    await agent.peer.waitFor(
      ({ method, params }) =>
        method === 'session/request_permission' && (params as { sessionId: string }).sessionId === sessionId,
    );
    agent.peer.notify('session/cancel', { sessionId });
    const answer = await prompt;
    expect(answer.result).toMatchObject({ stopReason: 'cancelled' });
    late.resolve(select('once'));
    expect(await agent.stopReason(sessionId, 'say on')).toBe('end_turn');
    expect(updatesAfter(agent.peer, frameOf(agent.peer, answer))).not.toContain('tool_call_update');
    expect(existsSync(file)).toBe(false);
  });
});
