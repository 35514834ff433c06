import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AcpPeer } from '../../support/acpPeer.ts';
import { type Sandbox, sandbox, startAgent } from '../../support/agentProcess.ts';
import { hostileServer } from '../../support/mcp/servers.ts';
import { commandLine, expectNoProcesses, processTree } from '../../support/processes.ts';

const stdio = (name: string, ...args: string[]) => ({
  name,
  command: process.execPath,
  args: [hostileServer, ...args],
  env: [],
});

async function open(
  place: Sandbox,
  mcpServers: readonly object[],
): Promise<{ peer: AcpPeer; sessionId: string }> {
  const peer = startAgent(place);
  await peer.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
  const { sessionId } = await peer.request<{ sessionId: string }>('session/new', {
    cwd: place.workspace,
    mcpServers,
  });
  await peer.request('session/set_mode', { sessionId, modeId: 'auto' });
  return { peer, sessionId };
}

/** Sends a prompt and gives everything that was said in the conversation. */
async function ask(peer: AcpPeer, sessionId: string, text: string): Promise<string> {
  await peer.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
  return peer.text(sessionId);
}

const serversOf = (peer: AcpPeer) =>
  processTree(peer.pid).filter((pid) => commandLine(pid).includes(hostileServer));

describe('an agent process and the servers of its client', () => {
  test('lists and calls a stdio server of any client, and ends it at the end of input', async () => {
    const place = sandbox();
    const { peer, sessionId } = await open(place, [stdio('tools', place.workspace)]);
    expect(serversOf(peer)).toEqual([]);
    expect(await ask(peer, sessionId, 'call mcp__tools__echo {"text":"hi"}')).toContain(
      'mcp__tools__echo ok: echo: hi',
    );
    expect(serversOf(peer).length).toBe(1);
    await peer.endInput();
    await expectNoProcesses(place.workspace);
  });

  test('a closed conversation ends its servers, the agent goes on', async () => {
    const place = sandbox();
    const { peer, sessionId } = await open(place, [
      stdio('tools', '--grandchild', `--mark=${place.workspace}`),
    ]);
    await ask(peer, sessionId, 'call mcp__tools__echo {}');
    await peer.request('session/close', { sessionId });
    await expect.poll(() => serversOf(peer)).toEqual([]);
    expect((await peer.request<{ sessions: unknown[] }>('session/list', {})).sessions.length).toBe(1);
  });

  test('nothing is left when the agent is killed with -9', async () => {
    const place = sandbox();
    const { peer, sessionId } = await open(place, [stdio('tools', place.workspace)]);
    await ask(peer, sessionId, 'call mcp__tools__echo {}');
    expect(serversOf(peer).length).toBe(1);
    peer.kill();
    await expectNoProcesses(place.workspace);
  });

  test('twenty servers that hang are no matter when a conversation opens: none is started', async () => {
    const place = sandbox();
    const many = Array.from({ length: 20 }, (_, index) => stdio(`s${index}`, '--hang'));
    const { peer } = await open(place, many);
    expect(serversOf(peer)).toEqual([]);
  });

  test('a server that is down when the conversation opens and comes up later is usable in it', async () => {
    const place = sandbox();
    const script = path.join(place.workspace, 'late.mjs');
    const late = { name: 'late', command: process.execPath, args: [script], env: [] };
    const { peer, sessionId } = await open(place, [late]);
    expect(await ask(peer, sessionId, 'call mcp__late__echo {"text":"early"}')).toContain(
      'mcp__late__echo failed: The MCP server "late" is not available',
    );
    copyFileSync(hostileServer, script);
    await expect
      .poll(() => ask(peer, sessionId, 'call mcp__late__echo {"text":"now"}'), {
        timeout: 20_000,
        interval: 500,
      })
      .toContain('mcp__late__echo ok: echo: now');
  });

  test('a link to a resource of a server goes along with what stands behind it', async () => {
    const place = sandbox();
    const { peer, sessionId } = await open(place, [stdio('tools', place.workspace)]);
    await ask(peer, sessionId, 'call mcp__tools__echo {}');
    await peer.request('session/prompt', {
      sessionId,
      prompt: [
        { type: 'text', text: 'What is this?' },
        { type: 'resource_link', uri: 'mcp://tools/note%3A%2F%2Ftea', name: 'tea' },
      ],
    });
    expect(peer.text(sessionId)).toContain('about note://tea');
  });

  test('a malformed server is left out with a warning and the others are there', async () => {
    const place = sandbox();
    const { peer, sessionId } = await open(place, [stdio('tools', place.workspace)]);
    const bad = await peer.ask('session/new', { cwd: place.workspace, mcpServers: [{ name: 'x' }] });
    expect(bad.error === undefined || bad.error.code === -32602).toBe(true);
    expect(await ask(peer, sessionId, '/mcp')).toContain('**tools** · idle · from the editor · stdio');
  });
});
