import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import * as z from 'zod';
import { isRecord } from '../../base/json.ts';

/** A server as a file of the editor's defines it; variables stand as written. */
export type EditorServer =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly envFile?: string;
      readonly cwd?: string;
    }
  | {
      readonly kind: 'http' | 'sse';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      /** True when the file named no type: the address may be of the older SSE transport. */
      readonly orSse: boolean;
    };

/** A value that the person is asked for once. */
export interface InputDefinition {
  readonly id: string;
  readonly description?: string;
  readonly password: boolean;
  readonly default?: string;
  /** Given: one of these. */
  readonly options?: readonly string[];
}

/** What a file holds. A bad entry is a problem of its own and spoils nothing else. */
export interface McpFile {
  readonly servers: ReadonlyMap<string, EditorServer>;
  readonly inputs: ReadonlyMap<string, InputDefinition>;
  readonly problems: readonly string[];
}

/** Files write numbers and switches where texts are meant. */
const ValueSchema = z.union([z.string(), z.number(), z.boolean()]).transform(String);
/** VS Code leaves a variable that is null out of the environment. */
const ValuesSchema = z
  .record(z.string(), z.union([ValueSchema, z.null()]))
  .transform((values) =>
    Object.fromEntries(Object.entries(values).flatMap(([k, v]) => (v === null ? [] : [[k, v]]))),
  );

const StdioSchema = z.looseObject({
  command: z.string().min(1),
  args: z.array(ValueSchema).default([]),
  env: ValuesSchema.default({}),
  envFile: z.string().optional(),
  cwd: z.string().optional(),
});
const HttpSchema = z.looseObject({
  url: z
    .string()
    .regex(/^(https?:\/\/|\$\{)/i, 'must be an http or https address; sockets and pipes are not supported'),
  headers: ValuesSchema.default({}),
});
const InputSchema = z.looseObject({
  id: z.string(),
  type: z.string().optional(),
  description: z.string().optional(),
  password: z.boolean().default(false),
  default: z.string().optional(),
  options: z
    .array(z.union([z.string(), z.object({ value: z.string() }).transform((option) => option.value)]))
    .optional(),
});

/** Types as they are written in the wild. */
const TYPES: Readonly<Record<string, EditorServer['kind']>> = {
  stdio: 'stdio',
  http: 'http',
  'streamable-http': 'http',
  streamablehttp: 'http',
  sse: 'sse',
};

/** Reads a file with comments: VS Code's form (`servers`), the portable one (`mcpServers`), or servers at the top. Never throws. */
export function readMcpFile(text: string): McpFile {
  const errors: ParseError[] = [];
  const root: unknown = parse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
  const [error] = errors;
  const problems = error ? [`line ${lineAt(text, error.offset)}: ${printParseErrorCode(error.error)}`] : [];
  if (!isRecord(root)) return { servers: new Map(), inputs: new Map(), problems };
  const { servers, mcpServers, inputs, ...rest } = root;
  const entries = isRecord(servers) ? servers : isRecord(mcpServers) ? mcpServers : flatServers(rest);
  const read = readServers(entries);
  return { servers: read.servers, inputs: readInputs(inputs), problems: [...problems, ...read.problems] };
}

/** Reads servers by name, each by itself. */
export function readServers(entries: unknown): Pick<McpFile, 'servers' | 'problems'> {
  const servers = new Map<string, EditorServer>();
  const problems: string[] = [];
  for (const [name, entry] of Object.entries(isRecord(entries) ? entries : {})) {
    const read = readServer(entry);
    if (typeof read === 'string') problems.push(`"${name}": ${read}`);
    else if (read) servers.set(name, read);
  }
  return { servers, problems };
}

/** The server, why it can't be read, or undefined when it is switched off. */
function readServer(entry: unknown): EditorServer | string | undefined {
  if (!isRecord(entry)) return 'must be an object';
  if (entry['disabled'] === true || entry['enabled'] === false) return undefined;
  const written = typeof entry['type'] === 'string' ? entry['type'] : undefined;
  const kind = written === undefined ? (entry['command'] ? 'stdio' : 'http') : TYPES[written.toLowerCase()];
  if (!kind) return `its type "${written}" is not one of stdio, http, sse`;
  if (kind === 'stdio') {
    const read = StdioSchema.safeParse(entry);
    if (!read.success) return firstIssue(read.error);
    const { command, args, env, envFile, cwd } = read.data;
    return { kind, command, args, env, ...(envFile ? { envFile } : {}), ...(cwd ? { cwd } : {}) };
  }
  const read = HttpSchema.safeParse(entry);
  if (!read.success) return firstIssue(read.error);
  return { kind, url: read.data.url, headers: read.data.headers, orSse: written === undefined };
}

/** Servers without a key around them: whatever looks like one. */
function flatServers(root: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(root).filter(([, value]) => isRecord(value) && ('command' in value || 'url' in value)),
  );
}

function readInputs(raw: unknown): ReadonlyMap<string, InputDefinition> {
  const inputs = new Map<string, InputDefinition>();
  for (const entry of Array.isArray(raw) ? raw : []) {
    const read = InputSchema.safeParse(entry);
    if (!read.success) continue;
    const { id, description, password, default: initial, options } = read.data;
    inputs.set(id, {
      id,
      password,
      ...(description ? { description } : {}),
      ...(initial === undefined ? {} : { default: initial }),
      ...(options ? { options } : {}),
    });
  }
  return inputs;
}

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue ? `${issue.path.join('.') || 'it'} ${issue.message}` : 'it can not be read';
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
