import { z } from 'zod';
import { ModeIdSchema } from '../../protocol/modes.ts';

const text = z.string().min(1);
const count = z.number().int().positive();
const list = z.array(text);
const share = z.number().positive().max(1);

/** Rules as they are written (R1). */
export const PermissionsSchema = z.strictObject({
  allow: list.optional(),
  ask: list.optional(),
  deny: list.optional(),
});

/**
 * The settings of `config.toml` and `config.yaml` (N5, N6): every key but the entries of `hooks` and
 * `mcp.servers`, which have schemas of their own so that one bad entry spoils only itself.
 */
export const SettingsFileSchema = z.strictObject({
  model: text.optional(),
  agent: text.optional(),
  mode: ModeIdSchema.optional(),
  executor: text.optional(),
  max_turns: count.optional(),
  workers: z.boolean().optional(),
  worker_limits: z.strictObject({ at_once: count.optional(), per_turn: count.optional() }).optional(),
  compact_at: share.optional(),
  mcp: z
    .strictObject({
      exposure: z.enum(['meta', 'direct', 'auto']).optional(),
      idle_minutes: z.number().positive().optional(),
      /** Entries are checked one by one. */
      servers: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
  skills: z
    .strictObject({ directory: text.optional(), budget: share.optional(), disabled: list.optional() })
    .optional(),
  plugins: z.strictObject({ disabled: list.optional() }).optional(),
  permissions: PermissionsSchema.optional(),
  sandbox: z
    .strictObject({ mode: z.enum(['off', 'auto']).optional(), network: z.boolean().optional() })
    .optional(),
  providers: z
    .record(
      z.string(),
      z.strictObject({
        type: text.optional(),
        base_url: z
          .string()
          .regex(/^https?:\/\/\S+$/, 'an address that begins with http:// or https://')
          .optional(),
        api_key_env: text.optional(),
        models: list.optional(),
      }),
    )
    .optional(),
  web_fetch: z.strictObject({ private: z.boolean().optional() }).optional(),
  /** Entries are checked one by one. */
  hooks: z.array(z.unknown()).optional(),
});
export type SettingsFile = z.infer<typeof SettingsFileSchema>;
