import { z } from 'zod';

const text = z.string().min(1);

/** `plugin.yaml` of our own and of OpenVaala's (P3). Hooks and servers are checked entry by entry. */
export const NativeManifestSchema = z.strictObject({
  name: text,
  version: z.union([z.string(), z.number().transform(String)]).optional(),
  description: z.string().optional(),
  skills: text.optional(),
  commands: text.optional(),
  agents: text.optional(),
  hooks: z.record(z.string(), z.unknown()).optional(),
  mcp_servers: z.array(z.unknown()).optional(),
});

/** `plugin.json` of Codex and Claude: only these fields are read (P4). */
export const ForeignManifestSchema = z.looseObject({
  name: text,
  version: z.string().optional(),
  description: z.string().optional(),
  skills: z.union([text, z.array(text)]).optional(),
});

/** `plugin.json` at the root: the open Agent Plugins format (P11). */
export const AgentPluginSchema = z.strictObject({
  $schema: z
    .string()
    .startsWith('https://agent-plugins.org/schemas/1.', 'the address of the Agent Plugins 1.x schema'),
  name: text,
  version: z.string().optional(),
  description: z.string().optional(),
  author: z.unknown().optional(),
  homepage: z.unknown().optional(),
  repository: z.unknown().optional(),
  license: z.unknown().optional(),
  keywords: z.unknown().optional(),
  extensions: z.unknown().optional(),
});

export const AgentPluginServersSchema = z.strictObject({
  $schema: z.string(),
  mcpServers: z.record(z.string(), z.unknown()),
});

const words = z.record(z.string(), z.string());
export const AgentPluginServerSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('stdio'),
    command: text,
    args: z.array(z.string()).optional(),
    env: words.optional(),
    cwd: z.string().optional(),
  }),
  z.strictObject({ type: z.literal('streamable-http'), url: text, headers: words.optional() }),
  z.strictObject({ type: z.literal('sse'), url: text, headers: words.optional() }),
]);
