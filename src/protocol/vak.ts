import * as z from 'zod';
import { DiagnosticSchema, ExplainStepSchema, InventorySchema, ItemKindSchema } from './inventory.ts';

/**
 * Vakil's own ACP methods, all of them, and what it puts under `_meta.vak`. A peer that does not
 * know them answers -32601 and loses nothing but the feature. Direction is from the caller: «client»
 * is the editor, «agent» the server.
 */
function method<P extends z.ZodType, R extends z.ZodType>(name: `_vak/${string}`, params: P, response: R) {
  return { name, params, response } as const;
}
const Done = z.object({});

/** An MCP server as the view shows it (M11). */
export const ServerStateSchema = z.object({
  id: z.string(),
  /** What the client that runs it calls it; absent for servers that the agent runs. */
  clientName: z.string().optional(),
  source: z.string(),
  transport: z.string(),
  state: z.enum(['idle', 'connecting', 'ready', 'failed', 'needs-auth', 'disabled', 'untrusted', 'gone']),
  reason: z.string().optional(),
  remedy: z.string().optional(),
  /** Epoch milliseconds. */
  retryAt: z.number().optional(),
  tools: z.array(z.object({ name: z.string(), description: z.string() })),
  lastError: z.string().optional(),
  log: z.array(z.string()),
});
export type ServerState = z.infer<typeof ServerStateSchema>;

/** Client → agent. */
export const agentMethods = {
  /** All items and diagnostics as the agent sees them for a working folder. */
  inventory: method('_vak/inventory', z.object({ cwd: z.string() }), InventorySchema),
  /** Every place that was looked at for one item and why it won or lost. */
  explain: method(
    '_vak/explain',
    z.object({ cwd: z.string(), kind: ItemKindSchema, name: z.string() }),
    z.object({ steps: z.array(ExplainStepSchema), text: z.string() }),
  ),
  /** What a prompt that begins with a command or a skill becomes; for the palette and for foreign agents (E7). */
  expand: method(
    '_vak/expand',
    z.object({ cwd: z.string(), text: z.string() }),
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('plain'), text: z.string() }),
      z.object({
        kind: z.literal('expanded'),
        text: z.string(),
        skills: z.array(z.object({ name: z.string(), path: z.string(), text: z.string() })),
      }),
      z.object({ kind: z.literal('refused'), message: z.string() }),
    ]),
  ),
  /** Builds a fresh catalogue and swaps it, or keeps the old one and says why. */
  reload: method(
    '_vak/reload',
    z.object({}),
    z.object({ ok: z.boolean(), diagnostics: z.array(DiagnosticSchema) }),
  ),
  /** The editor's word on trust for workspace folders; replaces what was said before. */
  trust: method(
    '_vak/trust',
    z.object({ folders: z.array(z.object({ path: z.string(), trusted: z.boolean() })) }),
    Done,
  ),
  /** The person's own settings `vak.*` of the editor; they stand over the user layer. Replaces what was said before. */
  settings: method('_vak/settings', z.object({ settings: z.record(z.string(), z.unknown()) }), Done),
  /**
   * Approves the content that could run code (command, arguments, script bytes). `content` is what the
   * person was shown: when something else stands there by now, nothing is approved.
   */
  approve: method(
    '_vak/approve',
    z.object({
      cwd: z.string(),
      kind: ItemKindSchema,
      name: z.string(),
      approved: z.boolean(),
      content: z.string().optional(),
    }),
    Done,
  ),
  /** Turns one item on or off by writing that to its configuration; the item stays in its file. */
  setEnabled: method(
    '_vak/item/set_enabled',
    z.object({
      cwd: z.string(),
      kind: ItemKindSchema,
      name: z.string(),
      path: z.string(),
      enabled: z.boolean(),
    }),
    Done,
  ),
  /** Keys and addresses from the editor's secret storage; replaces what was said before. Never logged. */
  credentials: method(
    '_vak/credentials',
    z.object({
      providers: z.record(
        z.string(),
        z.object({ apiKey: z.string().optional(), baseUrl: z.string().optional() }),
      ),
    }),
    Done,
  ),
  /** All models that can be chosen now, and the one that a new conversation takes. */
  models: method(
    '_vak/models',
    z.object({}),
    z.object({
      current: z.string(),
      /** False when the person chose none and only the rehearsal model is there: the view then shows the set-up. */
      configured: z.boolean(),
      models: z.array(z.object({ id: z.string(), name: z.string(), description: z.string().optional() })),
      /** A local Ollama that answered, and its models. */
      ollama: z.object({ address: z.string(), models: z.array(z.string()) }).optional(),
    }),
  ),
  /** The agent's default model for new conversations, written to the user's configuration. */
  setDefaultModel: method('_vak/models/set_default', z.object({ model: z.string() }), Done),
  /** Brings files, and the conversation unless `filesOnly`, back to before the given user message. */
  restore: method(
    '_vak/restore',
    z.object({
      sessionId: z.string(),
      messageId: z.string(),
      filesOnly: z.boolean().optional(),
      /** Also overwrites files that somebody else changed in between. */
      force: z.boolean().optional(),
    }),
    z.object({
      restored: z.array(z.string()),
      conflicts: z.array(z.object({ path: z.string(), reason: z.string() })),
    }),
  ),
  /** What fills the context, in tokens. */
  context: method(
    '_vak/context',
    z.object({ sessionId: z.string() }),
    z.object({
      size: z.number(),
      used: z.number(),
      parts: z.array(z.object({ name: z.string(), tokens: z.number() })),
      text: z.string(),
    }),
  ),
  /** States of the servers of a conversation. */
  mcpStatus: method(
    '_vak/mcp/status',
    z.object({ sessionId: z.string() }),
    z.object({ servers: z.array(ServerStateSchema) }),
  ),
  mcpAction: method(
    '_vak/mcp/action',
    z.object({
      sessionId: z.string(),
      server: z.string(),
      action: z.enum(['restart', 'sign-in', 'disable', 'enable']),
    }),
    Done,
  ),
  /** Resources of connected servers whose name or address holds the query, for `@` completion. */
  mcpResources: method(
    '_vak/mcp/resources',
    z.object({ sessionId: z.string(), query: z.string() }),
    z.object({
      resources: z.array(
        z.object({
          server: z.string(),
          /** To be sent as a resource link: the agent reads it from the server. */
          uri: z.string(),
          name: z.string(),
          description: z.string().optional(),
          mimeType: z.string().optional(),
        }),
      ),
    }),
  ),
  /** Live children of a conversation, and what to do with one. Steering goes through `_session/steering` with the child's id. */
  workers: method(
    '_vak/workers',
    z.object({ sessionId: z.string() }),
    z.object({
      workers: z.array(
        z.object({ sessionId: z.string(), title: z.string(), callId: z.string(), state: z.string() }),
      ),
    }),
  ),
  workerStop: method('_vak/workers/stop', z.object({ sessionId: z.string() }), Done),
  /** A dry run of hooks (H13). */
  hooksTest: method(
    '_vak/hooks/test',
    z.object({
      cwd: z.string(),
      event: z.string(),
      hook: z.string().optional(),
      tool: z.string().optional(),
      input: z.unknown().optional(),
    }),
    z.object({ runs: z.array(z.unknown()), text: z.string() }),
  ),
  /** `vak plugin …` for the palette; progress comes as `_vak/progress`. */
  plugin: method(
    '_vak/plugin',
    z.object({
      action: z.enum(['preview', 'install', 'list', 'update', 'enable', 'disable', 'uninstall']),
      token: z.string(),
      source: z.string().optional(),
      path: z.string().optional(),
      ref: z.string().optional(),
      name: z.string().optional(),
    }),
    z.object({
      text: z.string(),
      plugins: z
        .array(z.object({ name: z.string(), version: z.string(), enabled: z.boolean(), source: z.string() }))
        .optional(),
      /** Several plugins in the source: the person picks one of these. */
      choices: z.array(z.object({ name: z.string(), path: z.string(), description: z.string() })).optional(),
    }),
  ),
} as const;

const EditorModelSchema = z.object({
  id: z.string(),
  name: z.string(),
  vendor: z.string(),
  family: z.string(),
  maxInputTokens: z.number(),
  images: z.boolean(),
  tools: z.boolean(),
});
export type EditorModel = z.infer<typeof EditorModelSchema>;

const EditorPartSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), mimeType: z.string(), data: z.string() }),
  z.object({ type: z.literal('tool-call'), callId: z.string(), name: z.string(), input: z.unknown() }),
  z.object({ type: z.literal('tool-result'), callId: z.string(), text: z.string() }),
]);
export const EditorChunkSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('tool-call'), callId: z.string(), name: z.string(), input: z.unknown() }),
]);
export type EditorChunk = z.infer<typeof EditorChunkSchema>;

/** Agent → client; only to a client whose `_meta.vak` offers the power. */
export const clientMethods = {
  /** The editor's own models (VS Code's language model API). */
  editorModels: method('_vak/lm/models', z.object({}), z.object({ models: z.array(EditorModelSchema) })),
  /** Streams one answer; chunks come as `_vak/lm/chunk` with the same `streamId` before the response. */
  editorChat: method(
    '_vak/lm/chat',
    z.object({
      streamId: z.string(),
      model: z.string(),
      messages: z.array(
        z.object({ role: z.enum(['user', 'assistant']), content: z.array(EditorPartSchema) }),
      ),
      tools: z.array(z.object({ name: z.string(), description: z.string(), inputSchema: z.unknown() })),
    }),
    z.object({
      error: z
        .object({
          code: z.enum(['no-permission', 'not-found', 'blocked', 'overflow', 'other']),
          message: z.string(),
        })
        .optional(),
    }),
  ),
  /** Opens an http(s) address in the person's browser after they agreed. */
  openUrl: method(
    '_vak/open_url',
    z.object({ url: z.string(), reason: z.string() }),
    z.object({ opened: z.boolean() }),
  ),
  /** A small secret store in the editor (tokens of MCP servers). `value` null deletes. */
  secretGet: method(
    '_vak/secret/get',
    z.object({ key: z.string() }),
    z.object({ value: z.string().nullable() }),
  ),
  secretSet: method('_vak/secret/set', z.object({ key: z.string(), value: z.string().nullable() }), Done),
} as const;

/** Notifications, both directions. */
export const notifications = {
  /** Agent → client: the inventory differs from what it was; ask again. */
  inventoryChanged: { name: '_vak/inventory_changed', params: z.object({}) },
  /** Agent → client: models differ. */
  modelsChanged: { name: '_vak/models_changed', params: z.object({}) },
  /** Agent → client: a server's state differs. */
  mcpChanged: { name: '_vak/mcp_changed', params: z.object({ sessionId: z.string() }) },
  /** Client → agent: one piece of an editor model's answer. */
  editorChunk: {
    name: '_vak/lm/chunk',
    params: z.object({ streamId: z.string(), chunk: EditorChunkSchema }),
  },
  /** Client → agent: the editor's models differ. */
  editorModelsChanged: { name: '_vak/lm/changed', params: z.object({}) },
  /** Client → agent: absolute paths of the documents open in the editor. Replaces what was said before. */
  documents: { name: '_vak/documents', params: z.object({ open: z.array(z.string()) }) },
  /** Agent → client: progress of a long request that carried a token. */
  progress: { name: '_vak/progress', params: z.object({ token: z.string(), message: z.string() }) },
} as const;

/** `clientCapabilities._meta.vak`: what our own extension can do for the agent. */
export const ClientPowersSchema = z.object({
  editorModels: z.boolean().default(false),
  /** Sends `_vak/documents`, so the agent knows which files go through the editor. */
  documents: z.boolean().default(false),
  /** Sends `_vak/trust`; until then every folder is untrusted. */
  trust: z.boolean().default(false),
  openUrl: z.boolean().default(false),
  secrets: z.boolean().default(false),
});
export type ClientPowers = z.infer<typeof ClientPowersSchema>;

/** One run of a hook as the chat shows it (H10, H13). */
export const HookRunSchema = z.object({
  runId: z.string(),
  hook: z.string(),
  event: z.string(),
  verdict: z.enum(['allow', 'block', 'failed', 'no-opinion', 'not-matched', 'untrusted', 'disabled']),
  reason: z.string().optional(),
  ms: z.number(),
  /** The tool call or message it concerns. */
  callId: z.string().optional(),
  messageId: z.string().optional(),
  input: z.string().optional(),
  stdout: z.string().optional(),
  stderr: z.string().optional(),
  exit: z.string().optional(),
  /** Original and executed input, when the hook rewrote it. */
  rewrite: z.object({ before: z.unknown(), after: z.unknown() }).optional(),
  /** What was decided, and what was ignored and why. */
  effects: z.array(z.string()).default([]),
  systemMessage: z.string().optional(),
});
export type HookRun = z.infer<typeof HookRunSchema>;

/** `_meta.vak` on a `session/update`. Every key is optional; absent means unchanged. */
export const UpdateMetaSchema = z.object({
  /** On tool calls: milliseconds it ran. */
  ms: z.number().optional(),
  /** On tool calls: where the tool comes from, for people (`github, from the editor`). */
  source: z.string().optional(),
  /** On `bash`: whether the command ran in a sandbox. */
  sandbox: z.enum(['on', 'off', 'unavailable']).optional(),
  hookRuns: z.array(HookRunSchema).optional(),
  /** On a permission's tool call: why it asks, which part of the command, which rule and where. */
  ask: z
    .object({
      because: z.string(),
      /** Start and end, in UTF-16 units of the command line. */
      part: z.tuple([z.number(), z.number()]).optional(),
      /** All such parts in order, when there are several. */
      parts: z.array(z.tuple([z.number(), z.number()])).optional(),
      rule: z.string().optional(),
      rulePath: z.string().optional(),
      ruleLine: z.number().optional(),
      worker: z.string().optional(),
    })
    .optional(),
  /** On user messages: what was attached, shown as chips. */
  chips: z.array(z.object({ kind: z.string(), label: z.string(), path: z.string().optional() })).optional(),
  /** On a `task` call: the child's session id and its current step. */
  worker: z.object({ sessionId: z.string(), state: z.string(), now: z.string().optional() }).optional(),
  /** On user messages that a running turn took in. */
  steered: z.boolean().optional(),
  /** On agent messages that come from Vakil itself, not from a model. */
  notice: z.enum(['info', 'warning', 'error']).optional(),
});
export type UpdateMeta = z.infer<typeof UpdateMetaSchema>;
