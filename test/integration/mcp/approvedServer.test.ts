import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sandbox } from '../../support/agentProcess.ts';
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
