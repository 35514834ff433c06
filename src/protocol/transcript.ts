import * as z from 'zod';
import { HookRunSchema, UpdateMetaSchema } from './vak.ts';

/**
 * The transcript as the host keeps it and the view draws it: a list of items, each put whole or
 * grown by appending. The host owns it; the view may be destroyed at any moment.
 */

export const ToolStatusSchema = z.enum(['pending', 'in_progress', 'completed', 'failed']);
export const ToolKindSchema = z.enum([
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
]);

export const ToolContentSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), mimeType: z.string(), data: z.string() }),
  /** `oldText` null: the file is new. */
  z.object({
    type: z.literal('diff'),
    path: z.string(),
    oldText: z.string().nullable(),
    newText: z.string(),
  }),
  z.object({ type: z.literal('link'), uri: z.string(), name: z.string() }),
]);
export type ToolContent = z.infer<typeof ToolContentSchema>;

export const LocationSchema = z.object({ path: z.string(), line: z.number().int().positive().optional() });
export const ChipSchema = z.object({ kind: z.string(), label: z.string(), path: z.string().optional() });
export type Chip = z.infer<typeof ChipSchema>;

export const PlanEntrySchema = z.object({
  content: z.string(),
  priority: z.enum(['high', 'medium', 'low']),
  status: z.enum(['pending', 'in_progress', 'completed']),
});
export type PlanEntry = z.infer<typeof PlanEntrySchema>;

export const TranscriptItemSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('user'),
    id: z.string(),
    text: z.string(),
    chips: z.array(ChipSchema),
    images: z.array(z.object({ mimeType: z.string(), data: z.string() })).default([]),
    steered: z.boolean().default(false),
    /** The agent's own id of the message, for restore and fork. */
    messageId: z.string().optional(),
    hookRuns: z.array(HookRunSchema).default([]),
  }),
  z.object({
    kind: z.literal('assistant'),
    id: z.string(),
    text: z.string(),
    done: z.boolean(),
    notice: z.enum(['info', 'warning', 'error']).optional(),
    hookRuns: z.array(HookRunSchema).default([]),
  }),
  z.object({
    kind: z.literal('thought'),
    id: z.string(),
    text: z.string(),
    done: z.boolean(),
    ms: z.number().optional(),
  }),
  z.object({
    kind: z.literal('tool'),
    id: z.string(),
    name: z.string().optional(),
    title: z.string(),
    toolKind: ToolKindSchema,
    status: ToolStatusSchema,
    locations: z.array(LocationSchema),
    content: z.array(ToolContentSchema),
    /** Live output of a command, as it came. */
    output: z.string(),
    input: z.unknown().optional(),
    meta: UpdateMetaSchema.default({}),
  }),
  z.object({ kind: z.literal('plan'), id: z.string(), entries: z.array(PlanEntrySchema) }),
  z.object({
    kind: z.literal('notice'),
    id: z.string(),
    severity: z.enum(['info', 'warning', 'error']),
    title: z.string(),
    detail: z.string().optional(),
    /** Ways out, each a button; the host acts on `id`. */
    actions: z.array(z.object({ id: z.string(), label: z.string() })).default([]),
  }),
  z.object({
    kind: z.literal('compaction'),
    id: z.string(),
    status: z.enum(['in_progress', 'completed', 'failed', 'cancelled']),
    summary: z.string(),
  }),
]);
export type TranscriptItem = z.infer<typeof TranscriptItemSchema>;
export type TranscriptItemKind = TranscriptItem['kind'];
export type TranscriptItemOf<K extends TranscriptItemKind> = Extract<TranscriptItem, { kind: K }>;

/** A change to the transcript. `append` grows `text` (messages, thoughts, compaction) or `output` (tools). */
export const TranscriptDeltaSchema = z.discriminatedUnion('op', [
  /** Replaces the item with the same id, or adds it at the end. */
  z.object({ op: z.literal('put'), item: TranscriptItemSchema }),
  z.object({ op: z.literal('append'), id: z.string(), field: z.enum(['text', 'output']), text: z.string() }),
  /** Removes this item and all behind it (restore), or only this one. */
  z.object({ op: z.literal('remove'), id: z.string(), andAfter: z.boolean().default(false) }),
]);
export type TranscriptDelta = z.infer<typeof TranscriptDeltaSchema>;
