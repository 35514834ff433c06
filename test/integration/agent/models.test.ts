import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sandbox, startAgent } from '../../support/agentProcess.ts';
import { writeTree } from '../../support/tempFolder.ts';

const config = (name: string) =>
  `model = "mine/${name}"\n[providers.mine]\ntype = "openai-compatible"\nbase_url = "http://127.0.0.1:1/v1"\nmodels = ["${name}"]\n`;

test('models follow the configuration, and the client is told when they may differ', async () => {
  const place = sandbox();
  writeTree(place.home, { 'config/vak/config.toml': config('first') });
  const peer = startAgent(place, { VAK_MODEL: '' });
  const clientCapabilities = { _meta: { vak: { trust: true } } };
  await peer.request('initialize', { protocolVersion: 1, clientCapabilities });
  const params = { cwd: place.workspace, mcpServers: [] };
  const modelOf = async () => {
    const opened = await peer.request<{ configOptions: { id: string; currentValue: string }[] }>(
      'session/new',
      params,
    );
    return opened.configOptions.find(({ id }) => id === 'model')?.currentValue;
  };
  expect(await modelOf()).toBe('mine/first');
  expect(await peer.request('_vak/models', {})).toMatchObject({ current: 'mine/first', configured: true });
  writeFileSync(path.join(place.home, 'config/vak/config.toml'), config('second'));
  await peer.request('_vak/reload', {});
  await peer.waitFor(({ method }) => method === '_vak/models_changed');
  expect(await modelOf()).toBe('mine/second');
  expect(await peer.request('_vak/models', {})).toMatchObject({ current: 'mine/second' });
  await peer.request('_vak/models/set_default', { model: 'rehearsal' });
  expect(await modelOf()).toBe('rehearsal');
  // The person chose it: nothing is left to set up.
  expect(await peer.request('_vak/models', {})).toMatchObject({ current: 'rehearsal', configured: true });
  peer.expectValid();
});
