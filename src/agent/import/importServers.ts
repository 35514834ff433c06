import { stringify } from 'yaml';
import { z } from 'zod';
import type { ImportLayer, ImportPlan, Loss, PlannedFile } from './importPlan.ts';

const text = z.string();
const number = z.number();

/** MCP servers in the keys of both tools. */
const ServerSchema = z.looseObject({
  type: text.optional(),
  command: text.optional(),
  args: z.array(text).optional(),
  env: z.record(text, text).optional(),
  url: text.optional(),
  headers: z.record(text, text).optional(),
  http_headers: z.record(text, text).optional(),
  enabled: z.boolean().optional(),
  disabled: z.boolean().optional(),
  enabled_tools: z.array(text).optional(),
  startup_timeout_sec: number.optional(),
  tool_timeout_sec: number.optional(),
});
type Server = z.infer<typeof ServerSchema>;

const KNOWN = new Set(Object.keys(ServerSchema.shape));
const TYPES: Readonly<Record<string, string>> = {
  stdio: 'stdio',
  http: 'http',
  'streamable-http': 'http',
  sse: 'sse',
};

/** Servers of another tool as Vakil's `mcp_servers/<id>.yaml`; what can't be carried over is a loss. */
export function importServers(raw: unknown, from: string, layer: ImportLayer): ImportPlan {
  const parsed = z.record(text, z.unknown()).safeParse(raw);
  if (!parsed.success)
    return { files: [], losses: [{ from, what: 'servers', why: 'It is no table.' }], read: [from] };
  const files: PlannedFile[] = [];
  const losses: Loss[] = [];
  for (const [name, entry] of Object.entries(parsed.data)) {
    const server = ServerSchema.safeParse(entry);
    const what = `server ${name}`;
    if (!server.success)
      losses.push({
        from,
        what,
        why: `It is not in the form that is known: ${server.error.issues[0]?.message ?? ''}`,
      });
    else {
      const file = serverFile(name, server.data, from, layer, losses);
      if (file) files.push(file);
    }
  }
  return { files, losses, read: [from] };
}

function serverFile(
  name: string,
  server: Server,
  from: string,
  layer: ImportLayer,
  losses: Loss[],
): PlannedFile | undefined {
  const what = `server ${name}`;
  const lose = (field: string, why: string) => losses.push({ from, what: `${what}${field}`, why });
  const type = server.type === undefined ? undefined : TYPES[server.type];
  if (server.type !== undefined && type === undefined) {
    lose('.type', `Vakil has no transport «${server.type}».`);
    return undefined;
  }
  if (server.command === undefined && server.url === undefined) {
    lose('', 'It has neither a command nor an address.');
    return undefined;
  }
  for (const key of Object.keys(server))
    if (!KNOWN.has(key)) lose(`.${key}`, 'Vakil has no such field; the server is carried over without it.');
  const id = name.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/__+/g, '_');
  if (id !== name) lose('', `Its id becomes ${id}: letters, digits, - and _ are allowed.`);
  if (/\$\{\w+/.test(JSON.stringify(server)))
    lose('', 'It holds ${…}, which Vakil does not expand: write the values themselves.');
  const headers = server.headers ?? server.http_headers;
  const content = {
    id,
    ...(type && { type }),
    ...(server.command !== undefined && { command: server.command }),
    ...(server.args && { args: server.args }),
    ...(server.env && { env: server.env }),
    ...(server.url !== undefined && { url: server.url }),
    ...(headers && { headers }),
    ...(server.enabled_tools && { tools: server.enabled_tools }),
    ...((server.disabled || server.enabled === false) && { disabled: true }),
    ...(server.startup_timeout_sec !== undefined && { startup_timeout_seconds: server.startup_timeout_sec }),
    ...(server.tool_timeout_sec !== undefined && { tool_timeout_seconds: server.tool_timeout_sec }),
  };
  return {
    path: `${layer.target}/mcp_servers/${id}.yaml`,
    content: `# Imported from ${from}\n${stringify(content, { lineWidth: 0 })}`,
  };
}
