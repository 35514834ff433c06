import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeTree } from '../../support/tempFolder.ts';
import { AgentUnderTest, suiteAgent } from './agentUnderTest.ts';

interface Restored {
  readonly restored: readonly string[];
  readonly conflicts: readonly { readonly path: string; readonly reason: string }[];
}

const write = (file: string, content: string) => `call write_file ${JSON.stringify({ path: file, content })}`;

const running = suiteAgent();
let folders = 0;

/** A conversation of two turns that changed files of its own folder, and the ids of its messages. */
async function twoTurns() {
  const agent = running();
  const cwd = path.join(agent.place.workspace, `talk${++folders}`);
  writeTree(cwd, { a: 'one' });
  const { sessionId } = await agent.open({ cwd });
  await agent.peer.request('session/set_mode', { sessionId, modeId: 'auto' });
  await agent.prompt(sessionId, write('a', 'two'));
  await agent.prompt(sessionId, [write('a', 'three'), write('b', 'new')].join('\n'));
  const file = path.join(agent.place.home, 'data/vak/sessions', `${sessionId}.jsonl`);
  const log = () =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; id: string; role?: string });
  const messages = log().flatMap((entry) => (entry.type === 'user' ? [entry.id] : []));
  const text = (name: string) => {
    const found = path.join(cwd, name);
    return existsSync(found) ? readFileSync(found, 'utf8') : undefined;
  };
  const restore = (message: number, more: object = {}): Promise<Restored> =>
    agent.peer.request('_vak/restore', { sessionId, messageId: messages[message], ...more });
  return { agent, cwd, sessionId, log, text, restore };
}

describe('_vak/restore', () => {
  test('brings files and conversation back to before a message', async () => {
    const { agent, sessionId, log, text, restore } = await twoTurns();
    const { restored, conflicts } = await restore(1);
    expect(restored.map((file) => path.basename(file)).sort()).toEqual(['a', 'b']);
    expect(conflicts).toEqual([]);
    expect([text('a'), text('b')]).toEqual(['two', undefined]);
    expect(log().at(-1)?.type).toBe('rewind');
    expect(await agent.stopReason(sessionId, 'say on')).toBe('end_turn');
  });

  test('changes nothing where a file was changed by hand, until it is told to', async () => {
    const { cwd, text, restore } = await twoTurns();
    writeFileSync(path.join(cwd, 'a'), 'by hand');
    expect((await restore(0)).conflicts.map((conflict) => path.basename(conflict.path))).toEqual(['a']);
    expect([text('a'), text('b')]).toEqual(['by hand', 'new']);
    await restore(0, { force: true });
    expect([text('a'), text('b')]).toEqual(['one', undefined]);
  });

  test('brings only the files back when asked to', async () => {
    const { log, text, restore } = await twoTurns();
    await restore(0, { filesOnly: true });
    expect(text('a')).toBe('one');
    expect(log().some((entry) => entry.type === 'rewind')).toBe(false);
  });

  test('works after the agent was started anew', async () => {
    const { agent, cwd, sessionId, text, log } = await twoTurns();
    const messageId = log().find((entry) => entry.type === 'user')?.id;
    await agent.peer.request('session/close', { sessionId });
    const next = await AgentUnderTest.start({ place: agent.place });
    await next.peer.request('session/load', { sessionId, cwd, mcpServers: [] });
    await next.peer.request('_vak/restore', { sessionId, messageId });
    expect([text('a'), text('b')]).toEqual(['one', undefined]);
  });

  test('refuses while a turn runs, and for a message that is not there', async () => {
    const { agent, sessionId, restore } = await twoTurns();
    expect(
      (await agent.peer.ask('_vak/restore', { sessionId, messageId: 'nothing' })).error?.message,
    ).toContain('no message nothing');
    const { answer } = await agent.promptForever(sessionId);
    await expect(restore(0)).rejects.toThrow('A turn is running');
    agent.peer.notify('session/cancel', { sessionId });
    await answer;
  });
});

test('/context and /compact answer without the model', async () => {
  const agent = running();
  const { sessionId } = await agent.open();
  await agent.prompt(sessionId, 'say hello');
  await agent.prompt(sessionId, '/context');
  expect(agent.peer.text(sessionId)).toContain('The last model call, about:');
  await agent.prompt(sessionId, '/compact');
  expect(agent.peer.text(sessionId)).toMatch(/The conversation went from about [\d,]+ to [\d,]+ tokens/);
  const report = await agent.peer.request<{ size: number; parts: { name: string }[] }>('_vak/context', {
    sessionId,
  });
  expect(report.size).toBe(200_000);
  expect(report.parts.map((part) => part.name)).toContain('Tools');
});
