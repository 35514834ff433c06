import * as z from 'zod';
import { ChipSchema, TranscriptDeltaSchema, TranscriptItemSchema } from './transcript.ts';
import { UpdateMetaSchema } from './vak.ts';

/**
 * The contract between the chat view and the extension host: JSON-RPC over postMessage
 * (vscode-jsonrpc). Both sides parse what they receive with these schemas; a message that fits none
 * is answered with an error that says so and changes nothing.
 */

export const CommandViewSchema = z.object({
  /** Without the slash. */
  name: z.string(),
  description: z.string(),
  hint: z.string().optional(),
  group: z.enum(['command', 'skill', 'builtin', 'prompt']),
  /** Where it comes from, short: `project`, `user`, `.agents`, `plugin:review`. */
  source: z.string(),
  /** Set when something else has its plain name: what that is. */
  note: z.string().optional(),
});
export type CommandView = z.infer<typeof CommandViewSchema>;

export const ConfigOptionViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  /** `mode`, `model`, `thought_level`, `model_config`, or another word of the agent's. */
  category: z.string().optional(),
  value: z.union([z.string(), z.boolean()]),
  options: z.array(
    z.object({
      value: z.string(),
      name: z.string(),
      description: z.string().optional(),
      group: z.string().optional(),
    }),
  ),
});
export type ConfigOptionView = z.infer<typeof ConfigOptionViewSchema>;

export const PermissionViewSchema = z.object({
  requestId: z.string(),
  /** The tool call's item in the transcript. */
  callId: z.string(),
  title: z.string(),
  /** The whole command, path or input that is asked about. */
  subject: z.string(),
  ask: UpdateMetaSchema.shape.ask,
  options: z.array(z.object({ optionId: z.string(), name: z.string(), kind: z.string() })),
});
export type PermissionView = z.infer<typeof PermissionViewSchema>;

/** A form or an address that the agent or a server asks the person for (ACP elicitation). */
export const ElicitationViewSchema = z.object({
  requestId: z.string(),
  message: z.string(),
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      description: z.string().optional(),
      type: z.enum(['text', 'number', 'integer', 'boolean', 'select', 'multiselect']),
      format: z.string().optional(),
      options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
      required: z.boolean(),
      initial: z.unknown().optional(),
      limits: z.object({ least: z.number().optional(), most: z.number().optional() }).optional(),
    }),
  ),
  url: z.string().optional(),
});
export type ElicitationView = z.infer<typeof ElicitationViewSchema>;

export const SetupViewSchema = z.object({
  /** Why the view shows it. */
  message: z.string(),
  offers: z.array(
    z.object({
      id: z.enum(['key', 'editor', 'ollama', 'rehearsal']),
      label: z.string(),
      description: z.string(),
      action: z.string(),
      available: z.boolean(),
    }),
  ),
});
export type SetupView = z.infer<typeof SetupViewSchema>;

export const WorkerViewSchema = z.object({
  sessionId: z.string(),
  callId: z.string(),
  title: z.string(),
  state: z.string(),
  now: z.string().optional(),
  usage: z.string().optional(),
});
export type WorkerView = z.infer<typeof WorkerViewSchema>;

/** Everything the view shows besides the transcript. Sent whole in a snapshot, in parts in an update. */
export const ChatStateSchema = z.object({
  /** Empty until the conversation exists at the agent. */
  conversationId: z.string(),
  title: z.string(),
  phase: z.enum(['starting', 'idle', 'running', 'failed']),
  /** Working folder of the conversation, and all that can be chosen. */
  cwd: z.string(),
  folders: z.array(z.object({ path: z.string(), name: z.string() })),
  trusted: z.boolean(),
  agentName: z.string(),
  configOptions: z.array(ConfigOptionViewSchema),
  commands: z.array(CommandViewSchema),
  usage: z.object({ used: z.number(), size: z.number(), cost: z.string().optional() }).nullable(),
  queue: z.array(z.object({ id: z.string(), text: z.string() })),
  canSteer: z.boolean(),
  permissions: z.array(PermissionViewSchema),
  elicitations: z.array(ElicitationViewSchema),
  workers: z.array(WorkerViewSchema),
  changes: z.array(z.object({ path: z.string(), added: z.number(), removed: z.number() })),
  setup: SetupViewSchema.nullable(),
  /** Counts at the foot of the view. */
  counts: z.object({ servers: z.number(), skills: z.number() }),
  /** Names of what the project brings and the person has not approved yet: it does not run. */
  toApprove: z.array(z.string()),
  draft: z.string(),
});
export type ChatState = z.infer<typeof ChatStateSchema>;

export const SnapshotSchema = z.object({
  /** Number of the last update that the snapshot contains. */
  seq: z.number(),
  state: ChatStateSchema,
  /** The newest items; `first` is the index of `items[0]` in the whole transcript. */
  items: z.array(TranscriptItemSchema),
  first: z.number(),
  total: z.number(),
  /** Set while the view shows a worker's transcript instead of the conversation's. */
  worker: WorkerViewSchema.nullable(),
});
export type Snapshot = z.infer<typeof SnapshotSchema>;

export const AttachmentSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), path: z.string(), label: z.string() }),
  z.object({
    kind: z.literal('range'),
    path: z.string(),
    start: z.number(),
    end: z.number(),
    label: z.string(),
  }),
  z.object({ kind: z.literal('text'), label: z.string(), uri: z.string(), text: z.string() }),
  /** Something the agent reads itself: a resource of an MCP server. */
  z.object({ kind: z.literal('link'), label: z.string(), uri: z.string() }),
  z.object({ kind: z.literal('image'), mimeType: z.string(), data: z.string(), label: z.string() }),
]);
export type Attachment = z.infer<typeof AttachmentSchema>;

/**
 * What a button at the view's edges asks for by `action/run`. A notice's own buttons carry ids of the
 * host's choosing beside these.
 */
export const VIEW_ACTIONS = [
  'attach-files',
  'show-extensions',
  'show-servers',
  'show-skills',
  'open-settings',
  'restart-agent',
  'show-log',
  'manage-trust',
] as const;
export type ViewAction = (typeof VIEW_ACTIONS)[number];

function request<P extends z.ZodType, R extends z.ZodType>(params: P, response: R) {
  return { params, response } as const;
}
const Done = z.null();
const SessionSchema = z.object({
  id: z.string(),
  title: z.string(),
  cwd: z.string(),
  updatedAt: z.string().optional(),
});
export type SessionView = z.infer<typeof SessionSchema>;

/** View → host, answered. */
export const chatRequests = {
  /** The first call of a fresh view, and the call after a gap in `seq`. */
  'view/snapshot': request(z.object({}), SnapshotSchema),
  /** Older items, `count` at most before index `before`. */
  'transcript/page': request(
    z.object({ before: z.number(), count: z.number() }),
    z.object({ items: z.array(TranscriptItemSchema), first: z.number() }),
  ),
  /** `how` says what to do while a turn runs; idle always sends. */
  'prompt/send': request(
    z.object({ text: z.string(), attachments: z.array(AttachmentSchema), how: z.enum(['queue', 'steer']) }),
    Done,
  ),
  'turn/stop': request(z.object({}), Done),
  'queue/remove': request(z.object({ id: z.string() }), Done),
  'queue/steer': request(z.object({ id: z.string() }), Done),
  'permission/answer': request(
    z.object({ requestId: z.string(), optionId: z.string(), feedback: z.string().optional() }),
    Done,
  ),
  'elicitation/answer': request(
    z.object({
      requestId: z.string(),
      action: z.enum(['accept', 'decline', 'cancel']),
      content: z.record(z.string(), z.unknown()).optional(),
    }),
    Done,
  ),
  'config/set': request(z.object({ id: z.string(), value: z.union([z.string(), z.boolean()]) }), Done),
  'session/new': request(z.object({ cwd: z.string().optional() }), Done),
  'session/list': request(z.object({}), z.object({ sessions: z.array(SessionSchema) })),
  'session/open': request(z.object({ id: z.string(), cwd: z.string() }), Done),
  'session/rename': request(z.object({ id: z.string(), title: z.string() }), Done),
  'session/delete': request(z.object({ id: z.string() }), Done),
  'session/fork': request(z.object({ messageId: z.string().optional() }), Done),
  /** Completion behind `@`. */
  'mention/complete': request(
    z.object({ query: z.string() }),
    z.object({
      items: z.array(
        z.object({ label: z.string(), detail: z.string(), icon: z.string(), attachment: AttachmentSchema }),
      ),
    }),
  ),
  'open/file': request(z.object({ path: z.string(), line: z.number().optional() }), Done),
  'open/diff': request(z.object({ callId: z.string(), index: z.number() }), Done),
  'open/link': request(z.object({ href: z.string() }), Done),
  'open/text': request(z.object({ title: z.string(), text: z.string(), language: z.string() }), Done),
  'changes/keep': request(z.object({ path: z.string().optional() }), Done),
  'changes/undo': request(z.object({ path: z.string().optional() }), Done),
  'changes/review': request(z.object({}), Done),
  'message/restore': request(z.object({ messageId: z.string(), filesOnly: z.boolean() }), Done),
  'setup/choose': request(z.object({ id: z.enum(['key', 'editor', 'ollama', 'rehearsal']) }), Done),
  /** A button of a notice, or of the foot of the view. */
  'action/run': request(z.object({ id: z.string(), itemId: z.string().optional() }), Done),
  'worker/open': request(z.object({ sessionId: z.string().nullable() }), Done),
  'worker/stop': request(z.object({ sessionId: z.string() }), Done),
} as const;
export type ChatRequest = keyof typeof chatRequests;

/** View → host, not answered. */
export const chatNotifications = {
  /** The unsent text, kept by the host so that a rebuilt view has it again. */
  'draft/changed': z.object({ text: z.string() }),
  /** An error inside the view, for the log. */
  'view/error': z.object({ message: z.string(), stack: z.string().optional() }),
} as const;
export type ChatNotification = keyof typeof chatNotifications;

/** Host → view, not answered. `seq` grows by one with each update; a gap means: ask for a snapshot. */
export const hostNotifications = {
  'chat/update': z.object({
    seq: z.number(),
    deltas: z.array(TranscriptDeltaSchema),
    state: ChatStateSchema.partial(),
  }),
  /** The shown conversation changed as a whole; replaces everything. */
  'chat/reset': SnapshotSchema,
  'composer/focus': z.object({}),
  'composer/insert': z.object({ text: z.string(), attachments: z.array(AttachmentSchema) }),
  /** Words for the screen reader's live region. */
  announce: z.object({ text: z.string() }),
} as const;
export type HostNotification = keyof typeof hostNotifications;
export type NotificationOf<M extends HostNotification> = z.infer<(typeof hostNotifications)[M]>;

export type ParamsOf<M extends ChatRequest> = z.infer<(typeof chatRequests)[M]['params']>;
export type ResponseOf<M extends ChatRequest> = z.infer<(typeof chatRequests)[M]['response']>;
/** A handler for each request: one that is missing does not compile. */
export type ChatHandlers = {
  readonly [M in ChatRequest]: (params: ParamsOf<M>, signal: AbortSignal) => Promise<ResponseOf<M>>;
};
export type { Chip } from './transcript.ts';
export { ChipSchema };
