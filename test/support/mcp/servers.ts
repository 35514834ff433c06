import path from 'node:path';
import { onTestFinished } from 'vitest';
import { DEFAULT_CONFIG } from '../../../src/agent/config/config.ts';
import type { Host } from '../../../src/agent/host/host.ts';
import { createNodeHost } from '../../../src/agent/host/node/nodeHost.ts';
import type { ServerDefinition } from '../../../src/agent/inventory/catalogue.ts';
import { serverDefinition } from '../../../src/agent/inventory/serverDefinition.ts';
import type {
  ClientServer,
  McpServers,
  ServerCatalogue,
  TurnServers,
} from '../../../src/agent/mcp/mcpServers.ts';
import { createMcpServers } from '../../../src/agent/mcp/serverPool.ts';
import type { ServerPowers } from '../../../src/agent/mcp/serverPowers.ts';
import type { Tool, ToolContext, ToolResult } from '../../../src/agent/tools/tool.ts';
import { projectRoot } from '../projectRoot.ts';
import { tempFolder } from '../tempFolder.ts';

export const hostileServer = path.join(projectRoot, 'test/fixtures/mcp/hostileServer.mjs');

/** The user's server of this id, with what a test cares about. */
export function userServer(id: string, more: Partial<ServerDefinition> = {}): ServerDefinition {
  return serverDefinition({
    id,
    type: more.url ? 'http' : 'stdio',
    source: 'user',
    origin: { scope: 'user', path: '/home/me/.config/vak/config.toml' },
    ...more,
  });
}

/** A hostile server as a definition: `flags` say what it does wrong. */
export function hostile(
  id: string,
  flags: readonly string[] = [],
  more: Partial<ServerDefinition> = {},
): ServerDefinition {
  return userServer(id, { command: process.execPath, args: [hostileServer, ...flags], ...more });
}

export interface TestPool {
  readonly pool: McpServers;
  readonly cwd: string;
  /** A turn that may use every server. */
  turn(): Promise<TurnServers>;
  /** Calls a tool by `mcp__<id>__<tool>`, listed or not. */
  call(name: string, input?: object): Promise<ToolResult>;
}

export interface TestPoolOptions {
  readonly servers?: readonly ServerDefinition[];
  readonly clientServers?: readonly ClientServer[];
  readonly powers?: ServerPowers;
  readonly config?: Partial<ServerCatalogue['config']>;
  readonly host?: Partial<Host>;
  readonly variables?: Readonly<Record<string, string>>;
}

/** A pool on this machine with a folder of its own as home; its servers end with the test. */
export function testPool(options: TestPoolOptions = {}): TestPool {
  const home = tempFolder();
  const variables = { PATH: process.env['PATH'] ?? '', HOME: home, ...options.variables };
  const host = { ...createNodeHost({ variables, secretNames: () => ['OPENAI_API_KEY'] }), ...options.host };
  const pool = createMcpServers({ host, version: '0.0.0', roots: [home], powers: options.powers ?? {} });
  onTestFinished(() => pool.close());
  const config = { ...DEFAULT_CONFIG, ...options.config };
  pool.setCatalogue({ cwd: home, config, servers: options.servers ?? [], items: [] });
  if (options.clientServers) pool.setClientServers(options.clientServers);
  const turn = () => pool.prepareTurn({ worker: false }, AbortSignal.timeout(50_000));
  return {
    pool,
    cwd: home,
    turn,
    async call(name, input = {}) {
      const tool = await (await turn()).find(name, AbortSignal.timeout(50_000));
      if (!tool) throw new Error(`there is no tool ${name}`);
      return runTool(tool, input);
    },
  };
}

/** Parses and runs as the pipeline does; a refused input is a failed result. */
export async function runTool(
  tool: Tool,
  input: unknown,
  more: Partial<ToolContext> = {},
): Promise<ToolResult> {
  const parsed = tool.parse(input);
  if (!parsed.ok) return { text: parsed.message, isError: true };
  const context = { signal: AbortSignal.timeout(50_000), present: () => undefined, ...more } as ToolContext;
  return tool.execute(parsed.input, context);
}
