import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sandbox, startAgent } from '../../support/agentProcess.ts';

interface Contract {
  readonly type: string;
  readonly mode: string;
  readonly model: string;
  readonly tools: readonly string[];
  readonly skills: readonly { readonly name: string; readonly hash: string }[];
  readonly instructions: readonly { readonly path: string; readonly hash: string }[];
}

test('the log says what each turn had: its contract first, and again when something differs', async () => {
  const skill = '---\nname: greet\ndescription: Greets\n---\nSay hello.\n';
  const place = sandbox({ home: { 'config/vak/skills/greet/SKILL.md': skill } });
  const peer = startAgent(place);
  await peer.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
  const params = { cwd: place.workspace, mcpServers: [] };
  const { sessionId } = await peer.request<{ sessionId: string }>('session/new', params);
  const say = () => peer.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'say hi' }] });
  await say();
  await say();
  await peer.request('session/set_mode', { sessionId, modeId: 'auto' });
  writeFileSync(
    path.join(place.home, 'config/vak/skills/greet/SKILL.md'),
    skill.replace('hello', 'good day'),
  );
  await peer.request('_vak/reload', {});
  await say();
  const folder = path.join(place.home, 'data/vak/sessions');
  const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.jsonl'));
  const entries = readFileSync(path.join(folder, name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Contract);
  const contracts = entries.filter(({ type }) => type === 'contract');
  const hashes = contracts.map(({ skills }) => skills.find((each) => each.name === 'greet')?.hash);
  expect(entries[0]).toMatchObject({ type: 'contract', version: 1, model: 'rehearsal', mode: 'ask' });
  expect(contracts.map(({ mode }) => mode)).toEqual(['ask', 'ask', 'auto', 'auto']);
  expect(contracts[1]?.tools).toEqual(expect.arrayContaining(['read_file', 'bash', 'task']));
  expect([hashes[0] === hashes[2], hashes[2] === hashes[3]]).toEqual([true, false]);
});
