import { z } from 'zod';
import { ToolContentSchema } from '../../protocol/transcript.ts';
import { UpdateMetaSchema } from '../../protocol/vak.ts';

/**
 * One line of a session file (T1, T2). Append-only; an entry is a whole message, call, result or
 * change. A line whose `type` is not known is skipped and reported, so newer files load in older
 * versions; keys that are not known are kept out of the way (loose objects).
 */
const base = { id: z.string(), at: z.number() };
const ProviderDataSchema = z.record(z.string(), z.record(z.string(), z.unknown())).optional();

export const UserContentSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), mimeType: z.string(), data: z.string() }),
  z.object({ type: z.literal('resource-link'), uri: z.string(), name: z.string() }),
  z.object({
    type: z.literal('resource'),
    uri: z.string(),
    text: z.string().optional(),
    blob: z.string().optional(),
    mimeType: z.string().optional(),
  }),
]);

/** The labels of `model/promptParts.ts`, as data. */
const LabelSchema = z.looseObject({ kind: z.string() });

/** The frozen contract: the first entry of every session, and again whenever part of it changes. */
export const ContractEntrySchema = z.looseObject({
  ...base,
  type: z.literal('contract'),
  version: z.literal(1),
  sessionId: z.string(),
  parent_session_id: z.string().optional(),
  /** The call of the parent's that started the worker. */
  parent_call_id: z.string().optional(),
  /** The sessions that this one is a copy of, and copies of copies. */
  forked_from: z.array(z.string()).optional(),
  cwd: z.string(),
  roots: z.array(z.string()),
  agent: z.string(),
  model: z.string(),
  mode: z.string(),
  thinking: z.string().optional(),
  tools: z.array(z.string()),
  skills: z.array(z.object({ name: z.string(), path: z.string(), origin: z.string(), hash: z.string() })),
  instructions: z.array(z.object({ path: z.string(), hash: z.string() })),
  servers: z.array(z.string()),
  versions: z.record(z.string(), z.string()),
});

/** A message of the person's, or one that joined a running turn. `context` is what was put before the model with it, labelled. */
export const UserEntrySchema = z.looseObject({
  ...base,
  type: z.literal('user'),
  content: z.array(UserContentSchema),
  /** What the model reads as the prompt (a command expanded), when it differs from the text. */
  prompt: z.string().optional(),
  context: z.array(z.object({ label: LabelSchema, text: z.string() })).default([]),
  meta: UpdateMetaSchema.optional(),
  /** `prompt` starts a turn, `local` was answered or kept back by Vakil itself and no model sees it; the others join a turn that runs. */
  role: z.enum(['prompt', 'local', 'steering', 'stop-hook']).default('prompt'),
});

/** A whole or (after a cut) half-sent piece of the model's answer; written together at least every 250 ms. */
export const AssistantEntrySchema = z.looseObject({
  ...base,
  type: z.literal('assistant'),
  messageId: z.string(),
  kind: z.enum(['text', 'thinking']),
  text: z.string(),
  providerOptions: ProviderDataSchema,
  /** On answers that Vakil gave itself: shown, never sent to a model. */
  local: z.boolean().optional(),
  meta: UpdateMetaSchema.optional(),
});

export const CallEntrySchema = z.looseObject({
  ...base,
  type: z.literal('call'),
  callId: z.string(),
  /** Calls of one model answer share it. */
  messageId: z.string(),
  tool: z.string(),
  /** Absent when the model's text was no JSON. */
  input: z.unknown().optional(),
  providerOptions: ProviderDataSchema,
  title: z.string(),
  kind: z.string(),
  /** What was shown when it was asked for; a result that says nothing of it leaves it. */
  locations: z.array(z.object({ path: z.string(), line: z.number().optional() })).default([]),
  meta: UpdateMetaSchema.optional(),
});

export const ResultEntrySchema = z.looseObject({
  ...base,
  type: z.literal('result'),
  callId: z.string(),
  text: z.string(),
  isError: z.boolean(),
  media: z.array(z.object({ mimeType: z.string(), data: z.string() })).default([]),
  content: z.array(ToolContentSchema).default([]),
  locations: z.array(z.object({ path: z.string(), line: z.number().optional() })).default([]),
  title: z.string().optional(),
  meta: UpdateMetaSchema.optional(),
  /** The input that really ran, when a hook rewrote it. */
  executed: z.unknown().optional(),
});

export const EntrySchema = z.discriminatedUnion('type', [
  ContractEntrySchema,
  UserEntrySchema,
  AssistantEntrySchema,
  CallEntrySchema,
  ResultEntrySchema,
  /** Text that joined the context in the middle of a turn: a deeper AGENTS.md, a hook's context. */
  z.looseObject({ ...base, type: z.literal('context'), label: LabelSchema, text: z.string() }),
  z.looseObject({
    ...base,
    type: z.literal('plan'),
    entries: z.array(
      z.object({
        content: z.string(),
        priority: z.enum(['high', 'medium', 'low']),
        status: z.enum(['pending', 'in_progress', 'completed']),
      }),
    ),
  }),
  z.looseObject({ ...base, type: z.literal('title'), title: z.string() }),
  z.looseObject({
    ...base,
    type: z.literal('usage'),
    used: z.number(),
    size: z.number(),
    input: z.number(),
    output: z.number(),
  }),
  z.looseObject({
    ...base,
    type: z.literal('turn-end'),
    stopReason: z.string(),
    error: z.string().optional(),
  }),
  /** What the capability slice left out and why (K3). */
  z.looseObject({
    ...base,
    type: z.literal('slice'),
    domains: z.array(z.string()),
    leftOut: z.array(z.object({ server: z.string(), reason: z.string() })),
  }),
  /** The summary stands for everything before `keepFrom` (an entry's id) in what models get; the log keeps all. */
  z.looseObject({
    ...base,
    type: z.literal('compaction'),
    summary: z.string(),
    keepFrom: z.string().optional(),
    /** Calls behind `keepFrom` whose results no longer go to models. */
    pruned: z.array(z.string()).default([]),
  }),
  /**
   * What a turn (its prompt's id is `messageId`) is about to make of files; recorded before it does. `before`
   * and `after` are SHA-256 of the contents, null where the file is not there. A copy of `before` is kept for
   * the turn's first change of each file.
   */
  z.looseObject({
    ...base,
    type: z.literal('checkpoint'),
    messageId: z.string(),
    files: z.array(
      z.object({
        path: z.string(),
        before: z.string().nullable(),
        after: z.string().nullable(),
        /** Permission bits of the file before. */
        mode: z.number().optional(),
      }),
    ),
  }),
  /** Everything from the entry `to` on is no part of the conversation any more. */
  z.looseObject({ ...base, type: z.literal('rewind'), to: z.string() }),
  z.looseObject({
    ...base,
    type: z.literal('notice'),
    severity: z.enum(['info', 'warning', 'error']),
    title: z.string(),
    description: z.string().optional(),
  }),
]);
export type Entry = z.infer<typeof EntrySchema>;
export type EntryOf<T extends Entry['type']> = Extract<Entry, { type: T }>;
/** An entry before the store gives it its id and time. */
export type NewEntry = {
  [T in Entry['type']]: Omit<EntryOf<T>, 'id' | 'at'> & { id?: string };
}[Entry['type']];
