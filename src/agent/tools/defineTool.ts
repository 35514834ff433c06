import { z } from 'zod';
import { isRecord } from '../../base/json.ts';
import { nearest } from '../../base/nearest.ts';
import type { Tool } from './tool.ts';

/** A tool whose input is described by one zod schema: the check and the JSON Schema come from it. */
export type ToolDefinition<S extends z.ZodObject> = Omit<
  Tool<z.output<S>>,
  'aliases' | 'inputSchema' | 'parse'
> & {
  readonly aliases?: readonly string[];
  readonly schema: S;
  /** What is wrong with an input that fits the schema, where the schema can't say all; undefined: nothing. */
  readonly check?: (input: z.output<S>) => string | undefined;
};

/** Makes the tool. The JSON Schema is made on first use. Keys the schema does not name are ignored. */
export function defineTool<S extends z.ZodObject>(definition: ToolDefinition<S>): Tool<z.output<S>> {
  const { schema, check, aliases = [], ...rest } = definition;
  return {
    ...rest,
    aliases,
    get inputSchema() {
      return jsonSchemaOf(schema);
    },
    parse(input) {
      const parsed = schema.safeParse(input ?? {});
      if (!parsed.success) return { ok: false, message: describe(parsed.error, schema, input) };
      const wrong = check?.(parsed.data);
      return wrong === undefined ? { ok: true, input: parsed.data } : { ok: false, message: wrong };
    },
  };
}

/** Made once for each schema: tools are made anew for every turn, their schemas are not. */
const jsonSchemas = new WeakMap<z.ZodObject, Record<string, unknown>>();

function jsonSchemaOf(schema: z.ZodObject): Record<string, unknown> {
  const known = jsonSchemas.get(schema);
  if (known) return known;
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: 'input' });
  jsonSchemas.set(schema, json);
  return json;
}

/** What is wrong, one clause an issue, and what the tool takes. */
function describe(error: z.ZodError, schema: z.ZodObject, input: unknown): string {
  const allowed = Object.keys(schema.shape);
  const unknown = isRecord(input) ? Object.keys(input).filter((key) => !allowed.includes(key)) : [];
  const problems = error.issues.map((issue) =>
    issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message,
  );
  const strangers = unknown.map((key) => {
    const [near] = nearest(key, allowed, 1);
    return near ? `unknown "${key}" (did you mean "${near}"?)` : `unknown "${key}"`;
  });
  return `${[...problems, ...strangers].join('; ')}. It takes: ${allowed.join(', ')}.`;
}
