import { isRecord, type UnknownRecord } from '../../base/json.ts';
import type { TranscriptItemOf } from '../../protocol/transcript.ts';
import { lineDiff } from './lineDiff.ts';

type Tool = TranscriptItemOf<'tool'>;

/** A tool call as one line: icon, verb, target, figures. */
export interface ToolSummary {
  readonly icon: string;
  /** Empty when the target says it all. */
  readonly verb: string;
  readonly target: string;
  /** True for paths, commands and patterns, which are set in the editor's font. */
  readonly code: boolean;
  readonly figure?: string;
  readonly added?: number;
  readonly removed?: number;
}

const FACES: Readonly<Record<Tool['toolKind'], { icon: string; verb: string }>> = {
  read: { icon: 'book', verb: 'Read' },
  edit: { icon: 'edit', verb: 'Edit' },
  delete: { icon: 'trash', verb: 'Delete' },
  move: { icon: 'file-symlink-file', verb: 'Move' },
  search: { icon: 'search', verb: 'Search' },
  execute: { icon: 'terminal', verb: 'Run' },
  think: { icon: 'lightbulb', verb: '' },
  fetch: { icon: 'globe', verb: 'Fetch' },
  switch_mode: { icon: 'arrow-swap', verb: 'Mode' },
  other: { icon: 'tools', verb: '' },
};

/** Reads the line from what the agent said of the call; its title stands in for whatever is missing. */
export function summarizeTool(tool: Tool, cwd: string): ToolSummary {
  const input = isRecord(tool.input) ? tool.input : {};
  const server = mcpName(tool.name);
  if (server)
    return {
      icon: 'plug',
      verb: server.server,
      target: server.tool,
      code: true,
      ...(tool.meta.source ? { figure: tool.meta.source } : {}),
    };
  const face = FACES[tool.toolKind];
  const target = targetOf(tool, input, cwd);
  if (target === undefined) return { icon: face.icon, verb: '', target: tool.title, code: false };
  return {
    ...face,
    ...(createsFile(tool) ? { verb: 'Create' } : {}),
    target,
    code: true,
    ...figures(tool, input),
  };
}

/** The server and tool of `mcp__<server>__<tool>`. */
export function mcpName(name: string | undefined): { server: string; tool: string } | undefined {
  const found = /^mcp__(.+?)__(.+)$/s.exec(name ?? '');
  return found ? { server: found[1] ?? '', tool: found[2] ?? '' } : undefined;
}

/** A path as seen from the working folder; one outside stays whole. */
export function relativePath(path: string, cwd: string): string {
  const plain = (text: string) => text.replaceAll('\\', '/').replace(/\/+$/, '');
  const [full, root] = [plain(path), plain(cwd)];
  if (root !== '' && full.startsWith(`${root}/`)) return full.slice(root.length + 1);
  return full === root && root !== '' ? '.' : path;
}

function targetOf(tool: Tool, input: UnknownRecord, cwd: string): string | undefined {
  const word = (...keys: string[]) =>
    keys.map((key) => input[key]).find((value): value is string => typeof value === 'string' && value !== '');
  switch (tool.toolKind) {
    case 'execute':
      return word('command', 'cmd') ?? unquoted(tool.title);
    case 'search':
      return word('pattern', 'query', 'regex');
    case 'fetch':
      return word('url');
    case 'read':
    case 'edit':
    case 'delete':
    case 'move': {
      const paths = touchedPaths(tool);
      const path = paths[0] ?? word('path', 'file_path', 'filePath');
      if (path === undefined) return undefined;
      return relativePath(path, cwd) + (paths.length > 1 ? ` and ${paths.length - 1} more` : '');
    }
    default:
      return undefined;
  }
}

/** Every path the call is about, each once, in order. */
function touchedPaths(tool: Tool): string[] {
  const paths = tool.content.flatMap((part) => (part.type === 'diff' ? [part.path] : []));
  return [...new Set([...paths, ...tool.locations.map((location) => location.path)])];
}

function createsFile(tool: Tool): boolean {
  const diffs = tool.content.filter((part) => part.type === 'diff');
  return tool.toolKind === 'edit' && diffs.length > 0 && diffs.every((part) => part.oldText === null);
}

function figures(tool: Tool, input: UnknownRecord): Partial<ToolSummary> {
  const changed = changedLines(tool);
  if (changed) return changed;
  if (tool.toolKind === 'read') {
    const from = typeof input['offset'] === 'number' ? input['offset'] : 1;
    const limit = input['limit'];
    if (typeof limit === 'number') return { figure: `${from}–${from + limit - 1}` };
    const line = tool.locations[0]?.line;
    if (from > 1) return { figure: `from ${from}` };
    return line !== undefined && line > 1 ? { figure: `line ${line}` } : {};
  }
  const where = tool.toolKind === 'search' ? input['path'] : undefined;
  return typeof where === 'string' && where !== '' ? { figure: `in ${where}` } : {};
}

/** Lines added and removed by all diffs of the call, or undefined when it has none. */
export function changedLines(tool: Tool): { added: number; removed: number } | undefined {
  let added = 0;
  let removed = 0;
  let any = false;
  for (const part of tool.content) {
    if (part.type !== 'diff') continue;
    const diff = diffOf(part);
    any = true;
    added += diff.added;
    removed += diff.removed;
  }
  return any ? { added, removed } : undefined;
}

const diffs = new WeakMap<object, ReturnType<typeof lineDiff>>();

/** The line difference of a diff part, computed once. */
export function diffOf(part: { readonly oldText: string | null; readonly newText: string }) {
  let diff = diffs.get(part);
  if (!diff) {
    diff = lineDiff(part.oldText, part.newText);
    diffs.set(part, diff);
  }
  return diff;
}

/** Agents put a command into backticks as its title. */
function unquoted(title: string): string {
  return /^`[^`]+`$/.test(title) ? title.slice(1, -1) : title;
}
