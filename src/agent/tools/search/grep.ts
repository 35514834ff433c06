import { join, relative } from 'node:path';
import { z } from 'zod';
import type { Files } from '../../host/host.ts';
import { defineTool } from '../defineTool.ts';
import { explainFileError } from '../files/openFile.ts';
import { resolvePath, showPath } from '../paths.ts';
import type { Tool, ToolContext, ToolResult } from '../tool.ts';
import description from './grep.md';
import { runRipgrep } from './ripgrep.ts';

/** Matching lines that are given at most. */
const MAX_LINES = 1_000;
/** Characters of a line. */
const MAX_COLUMNS = 500;

const InputSchema = z.object({
  pattern: z.string().min(1),
  path: z.string().min(1).optional(),
  glob: z.string().min(1).optional(),
});
type Input = z.output<typeof InputSchema>;

interface Match {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

export function createGrep(): Tool<Input> {
  return defineTool({
    name: 'grep',
    aliases: ['Grep'],
    description,
    schema: InputSchema,
    kind: 'search',
    present: ({ pattern, path, glob }, cwd) => ({
      title: `Grep ${pattern}${path ? ` in ${showPath(cwd, path)}` : ''}${glob ? ` (${glob})` : ''}`,
      ...(path ? { locations: [{ path: resolvePath(cwd, path) }] } : {}),
    }),
    claims: () => ({ readOnly: true }),
    subject: ({ path }, cwd) => ({ kind: 'read', paths: [resolvePath(cwd, path ?? cwd)] }),
    execute: grep,
  });
}

async function grep(input: Input, context: ToolContext): Promise<ToolResult> {
  const target = resolvePath(context.cwd, input.path ?? '.');
  const stat = await context.host.files.stat(target).catch((error: unknown) => ({ error }));
  if (!stat) return { text: `${target} does not exist.`, isError: true };
  if ('error' in stat) return { text: explainFileError(target, stat.error), isError: true };
  const withheld = await context.withheld.below(target);
  const matches: Match[] = [];
  const end = await runRipgrep(
    {
      cwd: context.cwd,
      args: argumentsOf(input, target),
      line(text) {
        const match = parseLine(text);
        if (match && !withheld(relative(target, match.path))) matches.push(match);
        return matches.length < MAX_LINES;
      },
    },
    context,
  );
  if (end.kind === 'failed' && matches.length === 0) return { text: explain(end.error), isError: true };
  try {
    return resultOf(await inPlace(matches, target, context.host.files), end.kind, input, context.cwd);
  } catch (error) {
    return { text: explainFileError(target, error), isError: true };
  }
}

/** Without the matches of files that a link, put there while ripgrep searched, led out of the folder. */
async function inPlace(matches: readonly Match[], target: string, files: Files): Promise<readonly Match[]> {
  const place = await files.realPath(target);
  const inside = new Set<string>();
  for (const path of new Set(matches.map((match) => match.path)))
    if ((await files.realPath(path).catch(() => undefined)) === join(place, relative(target, path)))
      inside.add(path);
  return matches.filter(({ path }) => inside.has(path));
}

function argumentsOf(input: Input, target: string): string[] {
  return [
    '--line-number',
    '--with-filename',
    '--null',
    '--no-heading',
    '--color=never',
    '--hidden',
    '--glob=!.git',
    `--max-columns=${MAX_COLUMNS}`,
    '--max-columns-preview',
    ...(input.glob ? [`--glob=${input.glob}`] : []),
    '--regexp',
    input.pattern,
    '--',
    target,
  ];
}

/** A zero byte stands behind the path: a path may hold a colon. */
function parseLine(text: string): Match | undefined {
  const zero = text.indexOf('\0');
  const colon = text.indexOf(':', zero);
  if (zero < 0 || colon < 0) return undefined;
  return {
    path: text.slice(0, zero),
    line: Number(text.slice(zero + 1, colon)),
    text: text.slice(colon + 1),
  };
}

function resultOf(matches: readonly Match[], end: string, input: Input, cwd: string): ToolResult {
  if (matches.length === 0)
    return {
      text: end === 'timeout' ? 'Nothing was found within 60 seconds.' : `No matches for ${input.pattern}.`,
    };
  const sorted = [...matches].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
  const lines = sorted.map((match) => `${shown(match.path, cwd)}:${match.line}:${match.text}`);
  const note =
    end === 'stopped'
      ? `\n\n[only the first ${MAX_LINES} matching lines; narrow the pattern, the path or the glob]`
      : end === 'timeout'
        ? '\n\n[stopped after 60 seconds; there may be more]'
        : '';
  return {
    text: lines.join('\n') + note,
    locations: sorted.slice(0, 20).map(({ path, line }) => ({ path, line })),
  };
}

function shown(path: string, cwd: string): string {
  const inside = relative(cwd, path);
  return inside.startsWith('..') ? path : inside;
}

function explain(error: string): string {
  return error.includes('regex parse error')
    ? `The pattern is no valid regular expression. To find the text itself, escape its special characters.\n${error}`
    : error;
}
