import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AcpPeer, Message } from '../../support/acpPeer.ts';
import { type Sandbox, sandbox, startAgent } from '../../support/agentProcess.ts';

interface StoredEntry {
  readonly type: string;
  readonly text?: string;
  readonly stopReason?: string;
  readonly content?: readonly { readonly text?: string }[];
}

async function open(place: Sandbox): Promise<{ peer: AcpPeer; sessionId: string }> {
  const peer = startAgent(place);
  await peer.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
  const { sessionId } = await peer.request<{ sessionId: string }>('session/new', {
    cwd: place.workspace,
    mcpServers: [],
  });
  await peer.request('session/set_mode', { sessionId, modeId: 'auto' });
  return { peer, sessionId };
}

async function load(place: Sandbox, sessionId: string): Promise<{ peer: AcpPeer; answer: Message }> {
  const peer = startAgent(place);
  await peer.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
  const answer = await peer.ask('session/load', { sessionId, cwd: place.workspace, mcpServers: [] });
  return { peer, answer };
}

const prompt = (peer: AcpPeer, sessionId: string, text: string) =>
  peer.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });

/** What the session's file holds, line by line; a torn last line is left out. */
function stored({ home }: Sandbox): readonly StoredEntry[] {
  const folder = path.join(home, 'data/vak/sessions');
  const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.jsonl'));
  const lines = readFileSync(path.join(folder, name), 'utf8').split('\n');
  return lines.slice(0, -1).map((line) => JSON.parse(line) as StoredEntry);
}

describe('an agent killed with -9', () => {
  test('in the middle of an answer keeps what it had said, and the talk goes on', async () => {
    const place = sandbox();
    const { peer, sessionId } = await open(place);
    await prompt(peer, sessionId, 'say the first answer');
    void prompt(peer, sessionId, 'say begun\nwait 400\nsay still there\nwait 60000');
    await peer.waitForUpdate((update) => JSON.stringify(update).includes('still there'));
    // What was streamed reaches the file a quarter of a second later at most: the next piece shows that it did.
    await expect
      .poll(() =>
        stored(place)
          .filter(({ type }) => type === 'assistant')
          .map(({ text }) => text)
          .join(''),
      )
      .toContain('begun');
    peer.kill();
    await peer.exited;
    const again = await load(place, sessionId);
    expect(again.answer.error).toBeUndefined();
    expect(again.peer.text(sessionId)).toContain('the first answer');
    expect(again.peer.text(sessionId)).toContain('begun');
    expect((await prompt(again.peer, sessionId, 'say on')).result).toMatchObject({ stopReason: 'end_turn' });
    expect(
      stored(place)
        .filter(({ type }) => type === 'turn-end')
        .map(({ stopReason }) => stopReason),
    ).toEqual(['end_turn', 'cancelled', 'end_turn']);
  });

  test('in the middle of a call shows it as failed afterwards, and a model is told so', async () => {
    const place = sandbox();
    const { peer, sessionId } = await open(place);
    void prompt(peer, sessionId, 'call bash {"command":"echo begun; sleep 600"}');
    await peer.waitForUpdate((update) => JSON.stringify(update).includes('begun\\n'));
    peer.kill();
    await peer.exited;
    const again = await load(place, sessionId);
    const call = again.peer.updates(sessionId).find(({ sessionUpdate }) => sessionUpdate === 'tool_call');
    expect(call).toMatchObject({ status: 'failed', name: 'bash' });
    expect((await prompt(again.peer, sessionId, 'say on')).result).toMatchObject({ stopReason: 'end_turn' });
    again.peer.expectValid();
  });

  test.each([0, 3, 17, 60, 150, 301])(
    'after %d updates of a stream loses no finished entry',
    async (count) => {
      const place = sandbox();
      const { peer, sessionId } = await open(place);
      await prompt(peer, sessionId, 'say one');
      const shown = peer.updates(sessionId).length;
      void prompt(peer, sessionId, 'stream 400 word\ncall update_plan {"entries":[]}\nstream 400 word');
      await peer.waitFor(() => peer.updates(sessionId).length >= shown + count);
      peer.kill();
      await peer.exited;
      const finished = stored(place).filter(({ type }) => type === 'user' || type === 'result').length;
      const again = await load(place, sessionId);
      expect(again.answer.error).toBeUndefined();
      const told = again.peer.updates(sessionId).map(({ sessionUpdate }) => sessionUpdate);
      expect(told.filter((kind) => kind === 'user_message_chunk').length).toBeGreaterThanOrEqual(1);
      expect(
        stored(place).filter(({ type }) => type === 'user' || type === 'result').length,
      ).toBeGreaterThanOrEqual(finished);
      expect((await prompt(again.peer, sessionId, 'say on')).result).toMatchObject({
        stopReason: 'end_turn',
      });
    },
  );
});
