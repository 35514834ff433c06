import { z } from 'zod';
import { isRecord } from '../../base/json.ts';
import type { ClientServer } from './mcpServers.ts';

const PairsSchema = z
  .array(z.looseObject({ name: z.string(), value: z.string() }))
  .default([])
  .transform((pairs) => Object.fromEntries(pairs.map(({ name, value }) => [name, value])));

/** One entry of ACP's `mcpServers`. Stdio has no type there; a superfluous one is taken. */
const EntrySchema = z.union([
  z
    .looseObject({ type: z.literal('acp'), name: z.string(), serverId: z.string().min(1) })
    .transform(({ name, serverId }): ClientServer => ({ kind: 'acp', name, serverId })),
  z
    .looseObject({
      type: z.enum(['http', 'sse']),
      name: z.string(),
      url: z.string().regex(/^https?:\/\//i),
      headers: PairsSchema,
    })
    .transform(({ type, name, url, headers }): ClientServer => ({ kind: type, name, url, headers })),
  z
    .looseObject({
      type: z.literal('stdio').optional(),
      name: z.string(),
      command: z.string().min(1),
      args: z.array(z.string()).default([]),
      env: PairsSchema,
    })
    .transform(({ name, command, args, env }): ClientServer => ({ kind: 'stdio', name, command, args, env })),
]);

/** The servers that a client handed over, each by itself: a malformed one is left out with a warning. */
export function readClientServers(entries: readonly unknown[]): {
  readonly servers: readonly ClientServer[];
  readonly warnings: readonly string[];
} {
  const servers: ClientServer[] = [];
  const warnings: string[] = [];
  for (const entry of entries) {
    const read = EntrySchema.safeParse(entry);
    if (read.success) servers.push(read.data);
    else {
      const name =
        isRecord(entry) && typeof entry['name'] === 'string' ? `"${entry['name']}"` : 'without a name';
      warnings.push(`The MCP server ${name} that came with the conversation is not understood and left out.`);
    }
  }
  return { servers, warnings };
}
