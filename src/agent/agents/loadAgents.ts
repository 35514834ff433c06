import { z } from 'zod';
import type { Diagnostic } from '../../protocol/inventory.ts';
import { firstLine } from '../commands/readCommand.ts';
import { checkShape } from '../config/checkShape.ts';
import { parseFrontmatter } from '../config/frontmatter.ts';
import type { StructuredText } from '../config/structuredText.ts';
import { parseYaml } from '../config/yamlText.ts';
import type { AgentProfile } from '../inventory/catalogue.ts';
import { type ListDeps, type ListedFile, listFiles } from '../inventory/listFiles.ts';
import { counted, type Found, type Loaded, labelOf, lookedAt, originIn } from '../inventory/loaded.ts';
import type { Root } from '../inventory/roots.ts';

const words = z.union([
  z.array(z.string()),
  z.string().transform((s) =>
    s
      .split(',')
      .map((w) => w.trim())
      .filter((w) => w !== ''),
  ),
]);

/** One agent's file (W6). Other tools write lists as `Read, Grep`: both ways are read. */
const AgentFileSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z0-9][\w-]*$/, 'a name of letters, digits, "-" and "_"')
    .optional(),
  description: z.string().optional(),
  model: z.string().min(1).optional(),
  instructions: z.string().optional(),
  tools: words.optional(),
  skills: words.optional(),
  mcp_servers: words.optional(),
  max_turns: z.number().int().positive().optional(),
});
type AgentFile = z.infer<typeof AgentFileSchema>;

/** Model words of other tools that name no model here: the agent then takes the conversation's. */
const FOREIGN_MODELS = new Set(['inherit', 'sonnet', 'opus', 'haiku']);

/** All agents of one root, by file name. */
export async function loadAgents(root: Root, deps: ListDeps): Promise<Loaded<AgentProfile>> {
  const listing = await listFiles(root.path, ['.yaml', '.md'], deps);
  const diagnostics: Diagnostic[] = [...listing.diagnostics];
  if (!listing.present)
    return { found: [], diagnostics, looked: lookedAt(root, 'agent', 'There is no such folder.') };
  const found = listing.files.map((file) => loadOne(file, root, diagnostics));
  return { found, diagnostics, looked: lookedAt(root, 'agent', `${counted(found.length, 'agent')} here.`) };
}

interface Parsed {
  readonly data: unknown;
  readonly body: string;
  readonly source: StructuredText;
  readonly problems: readonly Omit<Diagnostic, 'path'>[];
}

function parse(file: ListedFile): Parsed {
  const text = file.text ?? '';
  if (file.extension === '.md') {
    const markdown = parseFrontmatter(text);
    return { data: markdown.data, body: markdown.body, source: markdown.source, problems: markdown.problems };
  }
  const source = parseYaml(text);
  const problems = source.problems.map((p) => ({ ...p, severity: 'error' as const, code: 'yaml-syntax' }));
  return { data: source.value ?? {}, body: '', source, problems };
}

function loadOne(file: ListedFile, root: Root, diagnostics: Diagnostic[]): Found<AgentProfile> {
  const own: Diagnostic[] = [];
  if (file.text === undefined)
    own.push({ severity: 'error', code: 'unreadable', message: file.problem ?? '', path: file.path });
  const parsed = parse(file);
  own.push(...parsed.problems.map((p) => ({ ...p, path: file.path })));
  const checked = own.some((d) => d.severity === 'error')
    ? { value: undefined, diagnostics: [] }
    : checkShape(AgentFileSchema, parsed.data, { file: file.path, source: parsed.source });
  own.push(...checked.diagnostics);
  diagnostics.push(...own);
  const base = { kind: 'agent' as const, label: labelOf(root) };
  const error = own.find((d) => d.severity === 'error');
  if (!checked.value || error)
    return {
      ...base,
      name: file.stem,
      description: '',
      origin: originIn(root, file.path, error?.line),
      state: 'error',
      reason: error?.message ?? 'The file is no agent.',
    };
  const value = profileOf(checked.value, file, parsed, originIn(root, file.path));
  if (checked.value.model !== undefined && value.model === undefined && checked.value.model !== 'inherit')
    diagnostics.push({
      severity: 'warning',
      code: 'foreign-model',
      message: `"${checked.value.model}" names no model here; the agent takes the conversation's.`,
      path: file.path,
      ...parsed.source.valueAt(['model']),
      fix: 'Write provider/name, or remove the key.',
    });
  return {
    ...base,
    name: value.name,
    description: value.description,
    origin: value.origin,
    state: 'active',
    value,
  };
}

function profileOf(
  data: AgentFile,
  file: ListedFile,
  parsed: Parsed,
  origin: AgentProfile['origin'],
): AgentProfile {
  const instructions = (data.instructions ?? parsed.body).trim();
  const model = data.model !== undefined && FOREIGN_MODELS.has(data.model) ? undefined : data.model;
  return {
    name: data.name ?? file.stem,
    description: data.description?.replace(/\s+/g, ' ').trim() || firstLine(instructions),
    instructions,
    origin,
    ...(model !== undefined && { model }),
    ...(data.tools !== undefined && { tools: data.tools }),
    ...(data.skills !== undefined && { skills: data.skills }),
    ...(data.mcp_servers !== undefined && { mcpServers: data.mcp_servers }),
    ...(data.max_turns !== undefined && { maxTurns: data.max_turns }),
  };
}
