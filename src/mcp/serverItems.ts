import { z } from 'zod';

/**
 * What servers list, read leniently and one by one: a bad entry is left out with its reason and never
 * spoils the rest (M15).
 */

export const ServerToolSchema = z.object({
  name: z.string().min(1),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  /** Not looked at here: `repairSchema` decides whether a model can be given it. */
  inputSchema: z.unknown().optional(),
  annotations: z
    .object({ title: z.string().optional(), readOnlyHint: z.boolean().optional() })
    .optional()
    .catch(undefined),
});
export type ServerTool = z.infer<typeof ServerToolSchema>;

export const ServerPromptSchema = z.object({
  name: z.string().min(1),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  arguments: z
    .array(
      z.object({
        name: z.string(),
        description: z.string().optional().catch(undefined),
        required: z.boolean().optional().catch(undefined),
      }),
    )
    .default([])
    .catch([]),
});
export type ServerPrompt = z.infer<typeof ServerPromptSchema>;

export const ServerResourceSchema = z.object({
  uri: z.string().min(1),
  name: z.string().default('').catch(''),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  mimeType: z.string().optional().catch(undefined),
});
export type ServerResource = z.infer<typeof ServerResourceSchema>;

const EntriesSchema = z.array(z.unknown()).optional();

/** A page of any list. */
export const ListPageSchema = z.looseObject({
  tools: EntriesSchema,
  prompts: EntriesSchema,
  resources: EntriesSchema,
  nextCursor: z.string().nullish(),
});

/** The result of `tools/call` before its blocks are looked at: an unknown kind of block is no error. */
export const CallResultSchema = z.looseObject({
  content: z.array(z.unknown()).default([]).catch([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional().catch(undefined),
});
export type CallResult = z.infer<typeof CallResultSchema>;

export const PromptResultSchema = z.looseObject({
  description: z.string().optional().catch(undefined),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })).default([]),
});
export type PromptResult = z.infer<typeof PromptResultSchema>;

export const ResourceContentsSchema = z.looseObject({
  contents: z
    .array(
      z.looseObject({
        uri: z.string().default(''),
        mimeType: z.string().optional().catch(undefined),
        text: z.string().optional().catch(undefined),
        blob: z.string().optional().catch(undefined),
      }),
    )
    .default([]),
});

/** A list as its server gave it: good entries, and why others were left out. */
export interface Items<T> {
  readonly items: readonly T[];
  readonly notes: readonly string[];
}

/** Parses each entry by itself; of two with one key the first counts. */
export function parseItems<T>(
  raw: readonly unknown[],
  schema: z.ZodType<T>,
  keyOf: (item: T) => string,
): Items<T> {
  const items = new Map<string, T>();
  const notes: string[] = [];
  for (const entry of raw) {
    const parsed = schema.safeParse(entry);
    if (!parsed.success) {
      const name = (entry as { name?: unknown } | null)?.name;
      const why = parsed.error.issues[0];
      notes.push(
        `left out ${typeof name === 'string' ? `"${name}"` : 'an entry'}: ${why?.path.join('.') ?? ''} ${why?.message ?? ''}`,
      );
    } else if (items.has(keyOf(parsed.data)))
      notes.push(`"${keyOf(parsed.data)}" is listed twice; the first counts`);
    else items.set(keyOf(parsed.data), parsed.data);
  }
  return { items: [...items.values()], notes };
}
