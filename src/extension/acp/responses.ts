import * as z from 'zod';
import { ExpectedError } from '../../base/errors.ts';
import { fitting } from './fitting.ts';

/**
 * What an agent answers. The SDK hands responses through unread, so each is read here: needed fields
 * must fit, everything optional may be absent, null or odd.
 */
const flag = z.boolean().nullish().catch(false).transform(Boolean);
/** A capability that is an object when present. */
const marker = z
  .unknown()
  .optional()
  .transform((value) => typeof value === 'object' && value !== null);
const nothing = <T extends z.ZodType>(schema: T) => schema.nullish().catch(undefined);

const CapabilitiesSchema = z.object({
  loadSession: flag,
  promptCapabilities: nothing(z.object({ image: flag, audio: flag, embeddedContext: flag })),
  mcpCapabilities: nothing(z.object({ http: flag, sse: flag, acp: flag })),
  sessionCapabilities: nothing(
    z.object({
      list: marker,
      delete: marker,
      resume: marker,
      close: marker,
      fork: marker,
      title: marker,
      additionalDirectories: marker,
    }),
  ),
  auth: nothing(z.object({ logout: marker })),
  _meta: nothing(z.record(z.string(), z.unknown())),
});

export const AuthMethodSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: nothing(z.string()),
  type: z.string().nullish().catch('agent'),
  args: nothing(z.array(z.string())),
  env: nothing(z.record(z.string(), z.string())),
});
export type AuthMethod = z.infer<typeof AuthMethodSchema>;

/** Stands for whatever is there, or nothing. */
const anything = z.unknown().optional();

export const InitializeSchema = z.object({
  protocolVersion: z.number(),
  agentInfo: nothing(
    z.object({ name: z.string(), title: nothing(z.string()), version: nothing(z.string()) }),
  ),
  agentCapabilities: CapabilitiesSchema.nullish().catch(undefined),
  authMethods: anything.transform((list) => fitting(list, AuthMethodSchema)),
  _meta: nothing(z.record(z.string(), z.unknown())),
});

/** `configOptions`, `modes` and `models` are read by `configOptions.ts`. */
const opened = { configOptions: anything, modes: anything, models: anything };
export const NewSessionSchema = z.object({ sessionId: z.string().min(1), ...opened });
/** The answer of load was `null` in older agents. */
export const LoadSessionSchema = z
  .object(opened)
  .nullish()
  .transform((value) => value ?? {});

export const PromptSchema = z.object({ stopReason: z.string() });

export const ListSessionsSchema = z.object({
  sessions: z.array(
    z.object({
      sessionId: z.string(),
      cwd: z.string().catch(''),
      title: z.string().nullish().catch(undefined),
      updatedAt: z.string().nullish().catch(undefined),
    }),
  ),
  nextCursor: z.string().nullish().catch(undefined),
});

export const SetConfigSchema = z.object({ configOptions: anything }).nullish();
export const SteeringSchema = z.object({ outcome: z.string() });

/** Reads an answer, or fails saying which call was answered with what. */
export function readResponse<T extends z.ZodType>(method: string, schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const place = issue?.path.join('.') || 'the answer';
  throw new ExpectedError(
    'bad-response',
    `The agent answered ${method} with something that does not fit the protocol (${place}: ${issue?.message ?? 'unreadable'}).`,
    { detail: 'Restart the agent; when it happens again, the agent needs an update.' },
  );
}
