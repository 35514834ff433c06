import * as z from 'zod';
import { isRecord } from '../../base/json.ts';
import { PlanEntrySchema, ToolKindSchema, ToolStatusSchema } from '../../protocol/transcript.ts';
import { type UpdateMeta, UpdateMetaSchema } from '../../protocol/vak.ts';
import { fitting } from './fitting.ts';

/**
 * `session/update` as the chat uses it. Reading is lenient field by field: an odd value costs that
 * field and never the update, an update of an unknown type is kept as `unknown`.
 */
export type SessionUpdate =
  | {
      readonly kind: 'chunk';
      readonly role: 'user' | 'assistant' | 'thought';
      readonly messageId?: string;
      readonly content: ContentPart;
      readonly meta: UpdateMeta;
    }
  | ToolUpdate
  | { readonly kind: 'plan'; readonly entries: PlanEntry[] }
  | { readonly kind: 'commands'; readonly commands: CommandInfo[] }
  | { readonly kind: 'mode'; readonly modeId: string }
  | { readonly kind: 'config'; readonly options: unknown }
  /** `title` null clears it, absent leaves it. */
  | { readonly kind: 'info'; readonly title?: string | null; readonly meta: UpdateMeta }
  | {
      readonly kind: 'usage';
      readonly used?: number;
      readonly size?: number;
      readonly cost?: { readonly amount: number; readonly currency: string };
    }
  | {
      readonly kind: 'notice';
      readonly severity: 'info' | 'warning' | 'error';
      readonly title: string;
      readonly description?: string;
    }
  | {
      readonly kind: 'compaction';
      readonly id: string;
      readonly status: 'in_progress' | 'completed' | 'failed' | 'cancelled';
      readonly summary?: string;
      readonly error?: string;
    }
  | { readonly kind: 'compaction-chunk'; readonly id: string; readonly text: string }
  | {
      readonly kind: 'subagent';
      readonly sessionId: string;
      readonly title?: string;
      readonly state?: string;
    }
  | { readonly kind: 'unknown'; readonly name: string };

/** Absent fields are unchanged. `output` is a piece of live output of a command. */
export interface ToolUpdate {
  readonly kind: 'tool';
  readonly callId: string;
  readonly title?: string;
  readonly name?: string;
  readonly toolKind?: z.infer<typeof ToolKindSchema>;
  readonly status?: z.infer<typeof ToolStatusSchema>;
  readonly content?: readonly unknown[];
  readonly locations?: { readonly path: string; readonly line?: number }[];
  readonly input?: unknown;
  readonly output?: string;
  /** The command's end, as a line for people, when it was not 0. */
  readonly exit?: string;
  readonly meta: UpdateMeta;
}

export type PlanEntry = z.infer<typeof PlanEntrySchema>;

export interface CommandInfo {
  readonly name: string;
  readonly description: string;
  readonly hint?: string;
  readonly meta?: unknown;
}

export type ContentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mimeType: string; readonly data: string }
  | { readonly type: 'link'; readonly uri: string; readonly name: string; readonly text?: string }
  | { readonly type: 'other'; readonly name: string };

export interface RoutedUpdate {
  readonly sessionId: string;
  readonly update: SessionUpdate;
}

const text = z.string().optional().catch(undefined);
const number = z.number().optional().catch(undefined);

/** The update in the params of a `session/update`; undefined when they hold none. */
export function readUpdate(params: unknown): RoutedUpdate | undefined {
  if (!isRecord(params) || typeof params.sessionId !== 'string' || !isRecord(params.update)) return undefined;
  const body = params.update;
  const name = typeof body.sessionUpdate === 'string' ? body.sessionUpdate : '';
  const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
  const update = read?.(body) ?? { kind: 'unknown' as const, name };
  return { sessionId: params.sessionId, update };
}

type Body = Readonly<Record<string, unknown>>;
const readers: Readonly<Record<string, (body: Body) => SessionUpdate | undefined>> = {
  user_message_chunk: (body) => chunk('user', body),
  agent_message_chunk: (body) => chunk('assistant', body),
  agent_thought_chunk: (body) => chunk('thought', body),
  tool_call: readToolUpdate,
  tool_call_update: readToolUpdate,
  plan: (body) => ({ kind: 'plan', entries: fitting(body.entries, PlanSchema) }),
  available_commands_update: (body) => ({
    kind: 'commands',
    commands: fitting(body.availableCommands, CommandSchema),
  }),
  current_mode_update: (body) =>
    typeof body.currentModeId === 'string' ? { kind: 'mode', modeId: body.currentModeId } : undefined,
  config_option_update: (body) => ({ kind: 'config', options: body.configOptions }),
  session_info_update: (body) => ({ kind: 'info', title: readTitle(body.title), meta: readMeta(body) }),
  usage_update: (body) => ({ kind: 'usage', ...UsageSchema.parse(body) }),
  notice: (body) => {
    const parsed = NoticeSchema.safeParse(body);
    return parsed.success ? { kind: 'notice', ...parsed.data } : undefined;
  },
  compaction_update: (body) => {
    const parsed = CompactionSchema.safeParse(body);
    if (!parsed.success) return undefined;
    const { compactionId: id, status, summary, error } = parsed.data;
    return { kind: 'compaction', id, status, summary: summary && joinText(summary), error: errorText(error) };
  },
  compaction_summary_chunk: (body) =>
    typeof body.compactionId === 'string'
      ? { kind: 'compaction-chunk', id: body.compactionId, text: joinText([body.content]) }
      : undefined,
  subagent_update: (body) => {
    if (typeof body.sessionId !== 'string') return undefined;
    const state = isRecord(body.state) && typeof body.state.state === 'string' ? body.state.state : undefined;
    return { kind: 'subagent', sessionId: body.sessionId, title: text.parse(body.title), state };
  },
};

const PlanSchema = PlanEntrySchema.extend({
  priority: PlanEntrySchema.shape.priority.catch('medium'),
  status: PlanEntrySchema.shape.status.catch('pending'),
});

const CommandSchema = z
  .object({
    name: z.string(),
    description: z.string().catch(''),
    input: z.object({ hint: text }).nullish().catch(undefined),
    _meta: z.unknown().optional(),
  })
  .transform(
    ({ name, description, input, _meta }): CommandInfo => ({
      name,
      description,
      hint: input?.hint,
      meta: _meta,
    }),
  );

const UsageSchema = z
  .object({
    used: number,
    size: number,
    cost: z.object({ amount: z.number(), currency: z.string() }).nullish().catch(undefined),
  })
  .transform(({ used, size, cost }) => ({ used, size, cost: cost ?? undefined }));

const NoticeSchema = z.object({
  severity: z.enum(['info', 'warning', 'error']).catch('info'),
  title: z.string(),
  description: text,
});

const CompactionSchema = z.object({
  compactionId: z.string(),
  status: z.enum(['in_progress', 'completed', 'failed', 'cancelled']).catch('in_progress'),
  summary: z.array(z.unknown()).optional().catch(undefined),
  error: z.unknown().optional(),
});

const LocationsSchema = z
  .object({ path: z.string(), line: z.number().int().positive().nullish().catch(undefined) })
  .transform(({ path, line }) => ({ path, line: line ?? undefined }));

/** A tool call or an update of one; also the tool call inside a permission request. */
export function readToolUpdate(body: Body): ToolUpdate | undefined {
  if (typeof body.toolCallId !== 'string') return undefined;
  const meta = isRecord(body._meta) ? body._meta : {};
  const output = isRecord(meta.terminal_output)
    ? meta.terminal_output
    : isRecord(meta.terminal_output_delta)
      ? meta.terminal_output_delta
      : undefined;
  return {
    kind: 'tool',
    callId: body.toolCallId,
    title: text.parse(body.title),
    name: text.parse(body.name),
    toolKind: ToolKindSchema.optional().catch(undefined).parse(body.kind),
    status: ToolStatusSchema.optional().catch(undefined).parse(body.status),
    content: Array.isArray(body.content) ? body.content : undefined,
    locations: Array.isArray(body.locations) ? fitting(body.locations, LocationsSchema) : undefined,
    input: body.rawInput ?? undefined,
    output: output && text.parse(output.data),
    exit: exitLine(meta.terminal_exit),
    meta: readMeta(body),
  };
}

function exitLine(exit: unknown): string | undefined {
  if (!isRecord(exit)) return undefined;
  if (typeof exit.signal === 'string') return `ended by ${exit.signal}`;
  return typeof exit.exit_code === 'number' && exit.exit_code !== 0
    ? `exit code ${exit.exit_code}`
    : undefined;
}

function chunk(role: 'user' | 'assistant' | 'thought', body: Body): SessionUpdate {
  return {
    kind: 'chunk',
    role,
    messageId: text.parse(body.messageId),
    content: readContent(body.content),
    meta: readMeta(body),
  };
}

/** A content block of any type; one that is not known becomes a placeholder. */
export function readContent(block: unknown): ContentPart {
  if (!isRecord(block)) return { type: 'other', name: 'unreadable content' };
  const string = (key: string) => (typeof block[key] === 'string' ? (block[key] as string) : '');
  switch (block.type) {
    case 'text':
      return { type: 'text', text: string('text') };
    case 'image':
      return { type: 'image', mimeType: string('mimeType'), data: string('data') };
    case 'resource_link':
      return { type: 'link', uri: string('uri'), name: string('title') || string('name') || string('uri') };
    case 'resource': {
      const resource = isRecord(block.resource) ? block.resource : {};
      const uri = typeof resource.uri === 'string' ? resource.uri : '';
      return { type: 'link', uri, name: lastSegment(uri), text: text.parse(resource.text) };
    }
    default:
      return { type: 'other', name: string('type') || 'content' };
  }
}

function lastSegment(uri: string): string {
  const name = uri.split(/[?#]/, 1)[0]?.split('/').pop() ?? '';
  try {
    return decodeURIComponent(name) || uri;
  } catch {
    // A stray percent sign: the raw name says as much.
    return name || uri;
  }
}

function joinText(blocks: readonly unknown[]): string {
  return blocks
    .map((b) => readContent(b))
    .map((p) => (p.type === 'text' ? p.text : ''))
    .join('');
}

function errorText(error: unknown): string | undefined {
  if (typeof error === 'string') return error;
  return isRecord(error) && typeof error.message === 'string' ? error.message : undefined;
}

function readTitle(title: unknown): string | null | undefined {
  return typeof title === 'string' || title === null ? title : undefined;
}

/** `_meta.vak`, each key for itself: one that does not fit is left out. */
export function readMeta(body: Body): UpdateMeta {
  const vak = isRecord(body._meta) ? body._meta.vak : undefined;
  if (!isRecord(vak)) return {};
  const whole = UpdateMetaSchema.safeParse(vak);
  if (whole.success) return whole.data;
  const keys = Object.entries(vak).filter(
    ([key, value]) => UpdateMetaSchema.safeParse({ [key]: value }).success,
  );
  return UpdateMetaSchema.parse(Object.fromEntries(keys));
}
