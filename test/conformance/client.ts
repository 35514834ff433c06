import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { DEFAULT_CONFIG } from '../../src/agent/config/config.ts';
import { createNodeHost } from '../../src/agent/host/node/nodeHost.ts';
import { serverDefinition } from '../../src/agent/inventory/serverDefinition.ts';
import type { McpServers } from '../../src/agent/mcp/mcpServers.ts';
import { createMcpServers } from '../../src/agent/mcp/serverPool.ts';

/**
 * The client that the scenarios of `@modelcontextprotocol/conformance` are run against: a conversation's
 * own pool, with a person who signs in wherever they are asked to and takes every form as it stands.
 * The address of the scenario's server is the last argument.
 */
const url = process.argv.at(-1) ?? '';
const home = mkdtempSync(path.join(tmpdir(), 'vakil-conformance-home-'));
const limit = AbortSignal.timeout(60_000);
/** A scenario that never grants enough must come to an end. */
const MAX_SIGN_INS = 3;

/** What the scenarios' tools want. */
const ARGUMENTS: Readonly<Record<string, Record<string, unknown>>> = { add_numbers: { a: 2, b: 3 } };

const definition = serverDefinition({
  id: 'scenario',
  type: 'http',
  url,
  startupTimeoutMs: 20_000,
  toolTimeoutMs: 20_000,
  source: 'user',
  origin: { scope: 'user', path: home },
});

const servers = createMcpServers({
  host: createNodeHost({ variables: { HOME: home } }),
  version: '0.0.0',
  roots: [home],
  powers: {
    elicit: async () => ({ action: 'accept', content: {} }),
    // The browser of a person who agrees: follows the redirects back to the callback.
    openUrl: async (page) => (await fetch(page)).ok,
  },
});
try {
  servers.setCatalogue({ cwd: home, config: DEFAULT_CONFIG, servers: [definition], items: [] });
  process.exitCode = (await visit(servers)) ? 0 : 1;
} finally {
  await servers.close();
  rmSync(home, { recursive: true, force: true });
}

/** Lists the tools and calls each once; true when the server could be used. */
async function visit(pool: McpServers): Promise<boolean> {
  let signIns = 0;
  const signedIn = async (): Promise<boolean> => {
    if (pool.status()[0]?.state !== 'needs-auth' || signIns >= MAX_SIGN_INS) return false;
    signIns += 1;
    await pool.act('scenario', 'sign-in', limit);
    return true;
  };
  await pool.probe('scenario', limit);
  while (await signedIn());
  const [state] = pool.status();
  if (state?.state !== 'ready') {
    console.error(`${state?.state}: ${state?.reason}`);
    return false;
  }
  for (const { name } of state.tools) {
    let result = await pool.call('scenario', name, ARGUMENTS[name] ?? {}, limit, () => undefined);
    while (result.isError && (await signedIn()))
      result = await pool.call('scenario', name, ARGUMENTS[name] ?? {}, limit, () => undefined);
    console.error(`${name}: ${result.text}`);
  }
  return true;
}
