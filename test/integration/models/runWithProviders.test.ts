import { spawn } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cliFile, type Sandbox, sandbox } from '../../support/agentProcess.ts';
import { anthropicMessages } from '../../support/providers/anthropicMessages.ts';
import { googleGenerate } from '../../support/providers/googleGenerate.ts';
import { openaiChat } from '../../support/providers/openaiChat.ts';
import { type Answerer, json, ProviderServer } from '../../support/providers/providerServer.ts';
import { stream, type Wire } from '../../support/providers/wire.ts';

const KEY = 'sk-test-0123456789abcdef';
const wires: [string, Wire][] = [
  ['chat completions', openaiChat],
  ['Anthropic', anthropicMessages],
  ['Google', googleGenerate],
];

async function serve(answer: Answerer): Promise<ProviderServer> {
  const server = await ProviderServer.start(answer);
  onTestFinished(() => server.stop());
  return server;
}

/** `vak run` as a person calls it. */
function vakRun(place: Sandbox, env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [cliFile, 'run', '--mode', 'auto', ...args], {
    cwd: place.workspace,
    env: { ...place.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const heard = { out: '', err: '' };
  child.stdout.on('data', (bytes: Buffer) => {
    heard.out += bytes.toString();
  });
  child.stderr.on('data', (bytes: Buffer) => {
    heard.err += bytes.toString();
  });
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, ...heard }));
  });
}

function environment(wire: Wire, address: string): Record<string, string> {
  return { [wire.baseVariable]: address, [wire.keyVariable]: KEY, VAK_MODEL: `${wire.provider}/any` };
}

describe.each(wires)('vak run over the wire of %s', (_, wire) => {
  it('completes a turn with parallel tool calls', async () => {
    const place = sandbox({ workspace: { 'README.md': '# Tea shop\n' } });
    const calls = [
      { id: 'call_1', name: 'read_file', input: ['{"path":', '"README.md"}'] },
      { id: 'call_2', name: 'bash', input: ['{"command":"touch made; env"}'] },
    ];
    const { address, requests } = await serve(({ body }) =>
      JSON.stringify(body ?? '').includes('# Tea shop')
        ? stream(wire, { text: ['It is a ', 'tea shop.'] })
        : stream(wire, { text: ['Looking.'], calls }),
    );
    const { code, out } = await vakRun(place, environment(wire, address), 'What is this?');
    expect(code).toBe(0);
    expect(out).toContain('It is a tea shop.');
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST']);
    const second = JSON.stringify(requests[1]?.body);
    expect(second).toContain('# Tea shop');
    expect(second).toContain('HOME=');
    expect(second).not.toContain(KEY);
  });

  it('fails with one line that names the key', async () => {
    const { address } = await serve(() => json(401, wire.failure(401, `bad key ${KEY}`)));
    const { code, err } = await vakRun(sandbox(), environment(wire, address), 'hello');
    expect(code).not.toBe(0);
    expect(err).toContain(wire.keyVariable);
    expect(err).not.toContain(KEY);
  });
});

describe('a provider of the configuration', () => {
  it('answers under its own name, with its own key, which no command sees', async () => {
    const { address, requests } = await serve(({ method, body }) =>
      stream(
        openaiChat,
        method === 'POST' && !JSON.stringify(body).includes('tool_call_id')
          ? { calls: [{ id: 'c', name: 'bash', input: ['{"command":"env"}'] }] }
          : { text: ['Done.'] },
      ),
    );
    const config = `model = "mine/some-model"\n[providers.mine]\nbase_url = "${address}"\napi_key_env = "MY_SECRET_KEY"\n`;
    const home = sandbox({ home: { 'config/vak/config.toml': config } });
    const { code, out } = await vakRun(home, { MY_SECRET_KEY: KEY, VAK_MODEL: '' }, 'hello');
    expect([code, out.includes('Done.')]).toEqual([0, true]);
    const asked = requests.filter(({ method }) => method === 'POST');
    expect(asked.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`, `Bearer ${KEY}`]);
    expect(JSON.stringify(asked[1]?.body)).not.toContain(KEY);
  });
});
