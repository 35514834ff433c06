import { describe, expect, test } from 'vitest';
import type { Inventory } from '../../src/protocol/inventory.ts';
import { sandbox, startAgent } from '../support/agentProcess.ts';
import { pluginFiles } from '../support/pluginBench.ts';
import type { FileTree } from '../support/tempFolder.ts';

interface Answer {
  readonly text: string;
  readonly plugins?: readonly { name: string; enabled: boolean }[];
}

const review: FileTree = Object.fromEntries(
  Object.entries(pluginFiles('review')).map(([name, text]) => [`source/review/${name}`, text]),
);

async function opened() {
  const place = sandbox({ home: review });
  const peer = startAgent(place);
  await peer.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
  const { sessionId } = await peer.request<{ sessionId: string }>('session/new', {
    cwd: place.workspace,
    mcpServers: [],
  });
  const plugin = (action: string, more: object) =>
    peer.request<Answer>('_vak/plugin', { action, token: 't', ...more });
  const prompt = (text: string) =>
    peer.request<{ stopReason: string }>('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
  const active = async () => {
    const { items } = await peer.request<Inventory>('_vak/inventory', { cwd: place.workspace });
    return items
      .filter((i) => i.state === 'active' && i.origin.scope === 'plugin')
      .map((i) => `${i.kind} ${i.name}`);
  };
  return { source: `${place.home}/source/review`, plugin, prompt, active };
}

describe('plugins from a view', () => {
  test('are shown, installed, used in the same conversation, disabled and gone', async () => {
    const { source, plugin, prompt, active } = await opened();
    expect((await prompt('/skill:review:check now')).stopReason).toBe('refusal');
    const shown = await plugin('preview', { source });
    expect(shown.text).toContain('command: echo hi');
    expect(await active()).toEqual([]);
    const installed = await plugin('install', { source });
    expect(installed.plugins).toMatchObject([{ name: 'review', enabled: true }]);
    expect(await active()).toEqual(['skill review:check', 'hook plugin.yaml#Stop[0]', 'mcp review-server']);
    expect((await prompt('/skill:review:check say done')).stopReason).toBe('end_turn');
    await plugin('disable', { name: 'review' });
    expect(await active()).toEqual([]);
    expect((await prompt('/skill:review:check now')).stopReason).toBe('refusal');
    expect((await plugin('uninstall', { name: 'review' })).plugins).toEqual([]);
  });

  test('are not installed unseen', async () => {
    const { source, plugin, active } = await opened();
    await expect(plugin('install', { source })).rejects.toThrow('was not shown like this before');
    expect(await active()).toEqual([]);
  });
});
