import * as z from 'zod';

/**
 * What is there, where from, and why (not): the one answer that completion, the tree view, the
 * language server and `vak inventory --json` all read. Shape: requirements, section 13.
 */

export const ItemKindSchema = z.enum(['skill', 'command', 'hook', 'mcp', 'plugin', 'agent', 'instructions']);
export type ItemKind = z.infer<typeof ItemKindSchema>;

export const ItemStateSchema = z.enum(['active', 'shadowed', 'disabled', 'untrusted', 'error', 'skipped']);
export type ItemState = z.infer<typeof ItemStateSchema>;

export const OriginSchema = z.object({
  scope: z.enum(['builtin', 'project', 'user', 'plugin', 'editor']),
  /** Absolute path of the file itself, also for skipped and broken items. */
  path: z.string(),
  /** 1-based line of the item inside that file. */
  line: z.number().int().positive().optional(),
  /** Name of the plugin that brings the item. */
  plugin: z.string().optional(),
});
export type Origin = z.infer<typeof OriginSchema>;

/** What a person has to know before something may run: exactly what runs, and what differs from before. */
export const ApprovalQuestionSchema = z.object({
  /** Command, arguments, address, names of variables and hashes of scripts, a line each. */
  content: z.string(),
  /** Lines that went (`- `) and came (`+ `) since it was approved; empty when it never was. */
  changes: z.array(z.string()),
  /** Sentences on what else comes of it: whose place it takes, which rules count for it. */
  notes: z.array(z.string()).optional(),
});
/** How far an approval reaches, behind a word for what was agreed to: `Its lines are …`. */
export const COMPARED =
  'compared at each run, the files by their bytes. What these files load in turn is not, nor a file whose name the command puts together (*.sh, $name.sh).';

export type ApprovalQuestion = z.infer<typeof ApprovalQuestionSchema>;

export const InventoryItemSchema = z.object({
  kind: ItemKindSchema,
  /** What calls the item by name; a hook's is `<file>#<Event>[i]`. */
  name: z.string(),
  /** What a person reads: where it comes from (`project`, `plugin:review`, `.agents`). */
  label: z.string(),
  description: z.string(),
  origin: OriginSchema,
  state: ItemStateSchema,
  /** Why it is in that state, as a sentence. */
  reason: z.string().optional(),
  /** The winner's path, when shadowed. */
  shadowedBy: z.string().optional(),
  /** Only while the item waits for an approval. */
  approval: ApprovalQuestionSchema.optional(),
});
export type InventoryItem = z.infer<typeof InventoryItemSchema>;

export const DiagnosticSchema = z.object({
  severity: z.enum(['error', 'warning', 'info']),
  /** A stable word for programs: `name-missing`, `unknown-key`. */
  code: z.string(),
  /** What was found and what is allowed, as a sentence. */
  message: z.string(),
  path: z.string(),
  /** 1-based. */
  line: z.number().int().positive().optional(),
  /** 1-based, in characters. */
  column: z.number().int().positive().optional(),
  /** What to do about it. */
  fix: z.string().optional(),
});
export type Diagnostic = z.infer<typeof DiagnosticSchema>;

export const InventorySchema = z.object({
  items: z.array(InventoryItemSchema),
  diagnostics: z.array(DiagnosticSchema),
});
export type Inventory = z.infer<typeof InventorySchema>;

/** One place that was looked at for an item, in order, and what came of it. */
export const ExplainStepSchema = z.object({
  path: z.string(),
  label: z.string(),
  outcome: z.enum(['won', 'lost', 'absent', 'skipped', 'error', 'untrusted', 'disabled']),
  reason: z.string(),
  line: z.number().int().positive().optional(),
});
export type ExplainStep = z.infer<typeof ExplainStepSchema>;
