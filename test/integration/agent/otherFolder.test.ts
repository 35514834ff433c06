import path from 'node:path';
import { expect, test } from 'vitest';
import { type Sandbox, sandbox, startAgent } from '../../support/agentProcess.ts';
import { runCli } from '../../support/runCli.ts';

interface Opened {
  readonly sessionId: string;
  readonly modes: { readonly currentModeId: string };
}

/** A conversation in one folder; beside it another one, whose project is for reading only. */
async function twoFolders() {
  const place: Sandbox = sandbox({
    workspace: {
      'a/AGENTS.md': 'the word of a\n',
      'b/AGENTS.md': 'the word of b\n',
      'b/.vak/config.toml': 'mode = "read-only"\n',
    },
  });
  const [a, b] = ['a', 'b'].map((name) => path.join(place.workspace, name)) as [string, string];
  for (const folder of [a, b]) await runCli(place, ['trust', folder]);
  const peer = startAgent(place);
  await peer.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
  const { sessionId } = await peer.request<Opened>('session/new', { cwd: a, mcpServers: [] });
  const setMode = (id: string, modeId: string) => peer.request('session/set_mode', { sessionId: id, modeId });
  const send = async (id: string, text: string) => {
    await peer.request('session/prompt', { sessionId: id, prompt: [{ type: 'text', text }] });
    return peer.text(id);
  };
  const open = (method: string, id: string, cwd: string) =>
    peer.request<Opened>(method, { sessionId: id, cwd, mcpServers: [] });
  await setMode(sessionId, 'auto');
  await send(sessionId, 'say one');
  return {
    a,
    b,
    sessionId,
    open,
    setMode,
    send,
    close: (id: string) => peer.request('session/close', { sessionId: id }),
  };
}

test.each(['session/load', 'session/resume', 'session/fork'])(
  '%s brings a conversation into the mode of the project that it comes to',
  async (method) => {
    const { b, sessionId, open } = await twoFolders();
    expect((await open(method, sessionId, b)).modes.currentModeId).toBe('read-only');
  },
  30_000,
);

test('one that is not open any more is brought into it as well', async () => {
  const { b, sessionId, open, close } = await twoFolders();
  await close(sessionId);
  expect((await open('session/load', sessionId, b)).modes.currentModeId).toBe('read-only');
}, 30_000);

test('what the person chose in the same folder stays', async () => {
  const { b, sessionId, open, setMode, close } = await twoFolders();
  const { sessionId: fork } = await open('session/fork', sessionId, b);
  await setMode(fork, 'ask');
  await close(fork);
  expect((await open('session/load', fork, b)).modes.currentModeId).toBe('ask');
}, 30_000);

test('an open conversation that came to another folder reads that folder’s AGENTS.md', async () => {
  const { b, sessionId, open, send } = await twoFolders();
  await open('session/load', sessionId, b);
  expect((await send(sessionId, 'what do you know?')).includes('the word of b')).toBe(true);
}, 30_000);
