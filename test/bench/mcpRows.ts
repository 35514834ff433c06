import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { DEFAULT_CONFIG } from '../../src/agent/config/config.ts';
import { createNodeHost } from '../../src/agent/host/node/nodeHost.ts';
import { serverDefinition } from '../../src/agent/inventory/serverDefinition.ts';
import type { ToolContext } from '../../src/agent/tools/tool.ts';
import { projectRoot } from '../support/projectRoot.ts';
import { makeFolder, removeFolder } from '../support/tempFolder.ts';
import { median, type Row } from './row.ts';

const calls = 500;
const server = path.join(projectRoot, 'test/fixtures/mcp/hostileServer.mjs');

/** The agent's sources import Markdown as text, as the bundler does. */
registerHooks({
  load(url, context, next) {
    if (!url.endsWith('.md')) return next(url, context);
    const text = readFileSync(fileURLToPath(url), 'utf8');
    return { format: 'module', source: `export default ${JSON.stringify(text)}`, shortCircuit: true };
  },
});

/** What a tool's call costs over the SDK's own client on the same server. */
export async function measureMcpCall(): Promise<readonly Row[]> {
  const ours = await timeOurs();
  const sdk = await timeSdk();
  return [
    {
      what: 'MCP call beyond the SDK’s client',
      value: Math.max(0, ours - sdk),
      unit: 'ms',
      target: 1,
      from: `${ours.toFixed(2)} ms − ${sdk.toFixed(2)} ms`,
    },
  ];
}

async function timeOurs(): Promise<number> {
  const home = makeFolder();
  const host = createNodeHost({ variables: { HOME: home, PATH: process.env['PATH'] ?? '' } });
  const { createMcpServers } = await import('../../src/agent/mcp/serverPool.ts');
  const pool = createMcpServers({ host, version: '0', roots: [home], powers: {} });
  const signal = new AbortController().signal;
  try {
    pool.setCatalogue({ cwd: home, config: DEFAULT_CONFIG, servers: [definition], items: [] });
    const turn = await pool.prepareTurn({ worker: false }, signal);
    const tool = await turn.find('mcp__bench__echo', signal);
    if (!tool) throw new Error('the server has no tool');
    const context = { signal, present: () => undefined } as unknown as ToolContext;
    return await timeEach(async () => {
      const parsed = tool.parse({ text: 'x' });
      if (parsed.ok) await tool.execute(parsed.input, context);
    });
  } finally {
    await pool.close();
    removeFolder(home);
  }
}

async function timeSdk(): Promise<number> {
  const client = new Client({ name: 'bench', version: '0' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [server], stderr: 'ignore' }),
  );
  try {
    return await timeEach(async () => {
      await client.callTool({ name: 'echo', arguments: { text: 'x' } });
    });
  } finally {
    await client.close();
  }
}

/** The median of many calls, after as many that do not count. */
async function timeEach(act: () => Promise<void>): Promise<number> {
  for (let i = 0; i < calls; i++) await act();
  const times: number[] = [];
  for (let i = 0; i < calls; i++) {
    const start = performance.now();
    await act();
    times.push(performance.now() - start);
  }
  return median(times);
}

const definition = serverDefinition({
  id: 'bench',
  type: 'stdio',
  command: process.execPath,
  args: [server],
  source: 'bench',
  origin: { scope: 'user', path: '/bench' },
});
