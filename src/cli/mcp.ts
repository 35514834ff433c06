import { createLocalHost } from '../agent/localHost.ts';
import type { McpServers } from '../agent/mcp/mcpServers.ts';
import { createMcpServers } from '../agent/mcp/serverPool.ts';
import { brokenConfig } from '../agent/session/answerPrompt.ts';
import { VERSION } from '../agent/version.ts';
import { ExpectedError } from '../base/errors.ts';
import { isRecord, parseJson } from '../base/json.ts';
import type { ServerState } from '../protocol/vak.ts';
import { withCatalogues } from './openCatalogues.ts';
import { printJson } from './printInventory.ts';
import { readArgs } from './readArgs.ts';
import type { Terminal, Verb } from './verb.ts';

/** The MCP servers of this folder: what is known of them, whether they start, one call of a tool. */
export const mcp: Verb = async (args, terminal) => {
  const { values, positionals } = readArgs(args, { json: { type: 'boolean', default: false } });
  const [action = 'list', ...rest] = positionals;
  switch (action) {
    case 'list':
      return withServers(terminal, async (servers) =>
        print(await servers.fullStatus(), terminal, values.json),
      );
    case 'probe':
      return withServers(terminal, (servers) => probe(servers, rest, terminal, values.json));
    case 'call':
      return withServers(terminal, (servers) => call(servers, rest, terminal, values.json));
    default:
      throw new ExpectedError('usage', `"mcp ${action}" is not known; there are list, probe and call.`);
  }
};

/** Opens the folder's servers as a conversation would, and ends them all afterwards. */
async function withServers(
  terminal: Terminal,
  act: (servers: McpServers) => Promise<number>,
): Promise<number> {
  const host = createLocalHost();
  const roots = [terminal.cwd];
  const servers = createMcpServers({ host, version: VERSION, roots, powers: {} });
  try {
    return await withCatalogues(async (catalogues) => {
      const catalogue = await catalogues.get(terminal.cwd);
      if (catalogue.fatal) throw brokenConfig(catalogue.fatal);
      servers.setCatalogue(catalogue);
      return act(servers);
    });
  } finally {
    await servers.close();
  }
}

/** Starts the named servers, or all; exit 1 when one can't be used. */
async function probe(
  servers: McpServers,
  names: readonly string[],
  terminal: Terminal,
  json: boolean,
): Promise<number> {
  const all = servers.status();
  const wanted = names.length > 0 ? names : all.filter(canStart).map(({ id }) => id);
  const states = await Promise.all(wanted.map((name) => servers.probe(name, terminal.signal)));
  print(states, terminal, json);
  return states.every(({ state }) => state === 'ready') ? 0 : 1;
}

function canStart({ state }: ServerState): boolean {
  return state !== 'disabled' && state !== 'untrusted' && state !== 'failed';
}

/** Calls one tool by the server's own name; exit 1 when the tool fails. */
async function call(
  servers: McpServers,
  [server, tool, text = '{}']: readonly string[],
  terminal: Terminal,
  json: boolean,
): Promise<number> {
  if (!server || !tool) throw new ExpectedError('usage', 'Call: vak mcp call SERVER TOOL [JSON]');
  const parsed = parseJson(text);
  if (!parsed.ok || !isRecord(parsed.value))
    throw new ExpectedError('usage', `The arguments must be a JSON object, as in '{"path":"x"}'.`);
  const result = await servers.call(server, tool, parsed.value, terminal.signal, (title) =>
    terminal.error(`${title}\n`),
  );
  if (json) printJson(result, terminal);
  else terminal.out(result.text.endsWith('\n') ? result.text : `${result.text}\n`);
  return result.isError ? 1 : 0;
}

function print(states: readonly ServerState[], terminal: Terminal, json: boolean): number {
  if (json) {
    printJson(states, terminal);
    return 0;
  }
  for (const { id, state, source, transport, reason, remedy, tools, log } of states) {
    terminal.out(`${id}  ${state}  ${source}  ${transport}\n`);
    if (reason) terminal.out(`  ${reason}${remedy ? `. ${remedy}` : ''}\n`);
    for (const tool of tools) terminal.out(`  ${tool.name}  ${tool.description.split('\n', 1)[0] ?? ''}\n`);
    if (state === 'failed') for (const line of log.slice(-5)) terminal.out(`  | ${line}\n`);
  }
  return 0;
}
