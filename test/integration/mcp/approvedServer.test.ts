import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Inventory } from '../../../src/protocol/inventory.ts';
import { sandbox, startAgent } from '../../support/agentProcess.ts';
import { hostileServer } from '../../support/mcp/servers.ts';
import { runCli } from '../../support/runCli.ts';

const SERVER = `// one\n${readFileSync(hostileServer, 'utf8')}`;

function project() {
  const yaml = `id: p\ncommand: ${JSON.stringify(process.execPath)}\nargs: ["./s.mjs"]\n`;
  const config = '[permissions]\nallow = ["mcp__p__*"]\n';
  return sandbox({
    home: { 'config/vak/config.toml': config },
    workspace: { '.vak/mcp_servers/p.yaml': yaml, 's.mjs': SERVER },
  });
}

test('an approved server whose file was written anew does not run before it is approved anew', async () => {
  const place = project();
  const run = async (...lines: string[]) =>
    (await runCli(place, ['run', '--mode', 'auto', lines.join('\n')])).out;
  const trust = () => runCli(place, ['trust', path.resolve(place.workspace)]);
  expect((await trust()).code).toBe(0);
  const call = 'call mcp__p__echo {"text":"hi"}';
  expect(await run(call)).toContain('mcp__p__echo ok: echo: hi');
  const edit = { path: 's.mjs', old_string: '// one', new_string: 'process.exit(7);' };
  const out = await run(`call edit_file ${JSON.stringify(edit)}`, call);
  expect(out).toContain('edit_file ok');
  expect(out).toContain(
    'mcp__p__echo failed: The MCP server "p" waits for your approval and was not started.',
  );
  expect((await runCli(place, ['mcp', 'list'])).out).toContain('untrusted');
}, 60_000);

test('one that was written anew in a conversation is asked about there, and runs once it is approved', async () => {
  const place = project();
  await runCli(place, ['trust', place.workspace]);
  const peer = startAgent(place);
  await peer.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
  const { workspace: cwd } = place;
  const { sessionId } = await peer.request<{ sessionId: string }>('session/new', { cwd, mcpServers: [] });
  const call = async () => {
    const prompt = [{ type: 'text', text: 'call mcp__p__echo {"text":"hi"}' }];
    await peer.request('session/prompt', { sessionId, prompt });
    return peer.text(sessionId);
  };
  const item = async () => {
    const { items } = await peer.request<Inventory>('_vak/inventory', { cwd });
    return items.find(({ kind, name }) => kind === 'mcp' && name === 'p');
  };
  writeFileSync(path.join(cwd, 's.mjs'), `// two\n${SERVER}`);
  expect(await call()).toContain('waits for your approval and was not started');
  await expect.poll(async () => (await item())?.state).toBe('untrusted');
  const { approval } = (await item()) ?? {};
  expect(approval?.changes).toHaveLength(2);
  const agreed = { cwd, kind: 'mcp', name: 'p', approved: true, content: approval?.content };
  await peer.request('_vak/approve', agreed);
  expect(await call()).toContain('mcp__p__echo ok: echo: hi');
});
