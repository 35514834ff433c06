import path from 'node:path';
import { parse as parseTomlText } from 'smol-toml';
import { ExpectedError, errorMessage } from '../../base/errors.ts';
import { isRecord, parseJson } from '../../base/json.ts';
import type { Host } from '../host/host.ts';
import { importHooks } from './importHooks.ts';
import { EMPTY_PLAN, type ImportLayer, type ImportPlan, mergePlans } from './importPlan.ts';
import { importServers } from './importServers.ts';

export const IMPORT_TOOLS = ['claude', 'codex'] as const;
export type ImportTool = (typeof IMPORT_TOOLS)[number];

/** One file of another tool's, and what in it is read. */
interface Source {
  readonly file: string;
  readonly layer: ImportLayer;
  /** Key of the hooks; `''`: the whole file. */
  readonly hooks?: string;
  readonly servers?: string;
}

/** What of another tool's settings would be written where, for the user and for the project. Reads only. */
export async function planImport(tool: ImportTool, cwd: string, host: Host): Promise<ImportPlan> {
  const plans = await Promise.all(sources(tool, cwd, host).map((source) => planSource(source, tool, host)));
  return withoutExisting(withoutTwins(mergePlans(plans)), host);
}

/** Writes the files of a plan. */
export async function applyImport(plan: ImportPlan, { files }: Pick<Host, 'files'>): Promise<void> {
  for (const { path: file, content } of plan.files) {
    await files.makeDir(path.dirname(file));
    await files.createExclusive(file, content);
  }
}

function sources(tool: ImportTool, cwd: string, { environment }: Host): Source[] {
  const { home, configHome } = environment;
  const user: ImportLayer = { scope: 'user', target: configHome };
  const project: ImportLayer = { scope: 'project', target: path.join(cwd, '.vak') };
  if (tool === 'codex')
    return [
      { file: path.join(home, '.codex/config.toml'), layer: user, hooks: 'hooks', servers: 'mcp_servers' },
      { file: path.join(home, '.codex/hooks.json'), layer: user, hooks: 'hooks' },
      { file: path.join(cwd, '.codex/config.toml'), layer: project, hooks: 'hooks', servers: 'mcp_servers' },
      { file: path.join(cwd, '.codex/hooks.json'), layer: project, hooks: 'hooks' },
    ];
  return [
    { file: path.join(home, '.claude/settings.json'), layer: user, hooks: 'hooks' },
    { file: path.join(home, '.claude.json'), layer: user, servers: 'mcpServers' },
    { file: path.join(cwd, '.claude/settings.json'), layer: project, hooks: 'hooks' },
    { file: path.join(cwd, '.claude/settings.local.json'), layer: project, hooks: 'hooks' },
    { file: path.join(cwd, '.mcp.json'), layer: project, servers: 'mcpServers' },
  ];
}

async function planSource(source: Source, tool: ImportTool, { files }: Host): Promise<ImportPlan> {
  const { file, layer } = source;
  if ((await files.stat(file))?.kind !== 'file') return EMPTY_PLAN;
  const settings = readSettings(file, await files.readText(file));
  if (!settings.ok)
    return { files: [], losses: [{ from: file, what: 'the file', why: settings.reason }], read: [file] };
  const pick = (key: string | undefined) => (key === undefined ? undefined : settings.value[key]);
  const hooks = pick(source.hooks);
  const servers = pick(source.servers);
  const name = path.basename(file).includes('.local.') ? `${tool}-local` : tool;
  const plan = mergePlans([
    hooks === undefined ? EMPTY_PLAN : importHooks(hooks, file, name, layer),
    servers === undefined ? EMPTY_PLAN : importServers(servers, file, layer),
  ]);
  return { ...plan, read: [file] };
}

type Settings =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly reason: string };

function readSettings(file: string, text: string): Settings {
  try {
    const parsed = file.endsWith('.toml')
      ? { ok: true as const, value: parseTomlText(text) }
      : parseJson(text);
    if (!parsed.ok) return { ok: false, reason: `It can't be read: ${parsed.reason}` };
    return isRecord(parsed.value)
      ? { ok: true, value: parsed.value }
      : { ok: false, reason: 'It is no table.' };
  } catch (error) {
    return { ok: false, reason: `It can't be read: ${errorMessage(error)}` };
  }
}

/** Two sources of one file: the first counts. */
function withoutTwins(plan: ImportPlan): ImportPlan {
  const seen = new Set<string>();
  const twins = plan.files.filter(({ path: file }) => seen.size === seen.add(file).size);
  return {
    ...plan,
    files: plan.files.filter((file) => !twins.includes(file)),
    losses: [
      ...plan.losses,
      ...twins.map(({ path: file }) => ({
        from: file,
        what: 'a second file of that name',
        why: 'The first one found counts.',
      })),
    ],
  };
}

/** What is there already is never overwritten. */
async function withoutExisting(plan: ImportPlan, { files }: Host): Promise<ImportPlan> {
  const there = await Promise.all(
    plan.files.map(async (file) => (await files.lstat(file.path)) !== undefined),
  );
  const existing = plan.files.filter((_, at) => there[at]);
  return {
    ...plan,
    files: plan.files.filter((_, at) => !there[at]),
    losses: [
      ...plan.losses,
      ...existing.map(({ path: file }) => ({
        from: file,
        what: 'a file that is there already',
        why: 'It is not overwritten: move it away and import again.',
      })),
    ],
  };
}

export function importTool(word: string | undefined): ImportTool {
  const tool = IMPORT_TOOLS.find((each) => each === word);
  if (tool) return tool;
  throw new ExpectedError('usage', `Say from which tool: vak import ${IMPORT_TOOLS.join('|')}`);
}
