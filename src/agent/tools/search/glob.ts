import { isAbsolute, join } from 'node:path';
import { Minimatch } from 'minimatch';
import { z } from 'zod';
import { defineTool } from '../defineTool.ts';
import { explainFileError } from '../files/openFile.ts';
import { resolvePath, showPath } from '../paths.ts';
import type { Tool, ToolContext, ToolResult } from '../tool.ts';
import description from './glob.md';
import { runRipgrep } from './ripgrep.ts';

/** Paths that are given at most. */
const MAX_PATHS = 1_000;

const InputSchema = z.object({ pattern: z.string().min(1), path: z.string().min(1).optional() });
type Input = z.output<typeof InputSchema>;

export function createGlob(): Tool<Input> {
  return defineTool({
    name: 'glob',
    aliases: ['Glob'],
    description,
    schema: InputSchema,
    kind: 'search',
    present: ({ pattern, path }, cwd) => ({
      title: `Glob ${pattern}${path ? ` in ${showPath(cwd, path)}` : ''}`,
    }),
    claims: () => ({ readOnly: true }),
    subject: (input, cwd) => ({ kind: 'read', paths: [placeOf(input, cwd).folder] }),
    execute: glob,
  });
}

async function glob(input: Input, context: ToolContext): Promise<ToolResult> {
  const { folder, pattern } = placeOf(input, context.cwd);
  const stat = await context.host.files.stat(folder).catch((error: unknown) => ({ error }));
  if (stat && 'error' in stat) return { text: explainFileError(folder, stat.error), isError: true };
  if (stat?.kind !== 'folder')
    return { text: `${folder} ${stat ? 'is a file, not a folder' : 'does not exist'}.`, isError: true };
  const matcher = new Minimatch(pattern, { dot: true, matchBase: !pattern.includes('/'), nocomment: true });
  const withheld = await context.withheld.below(folder);
  const found: string[] = [];
  let more = 0;
  const end = await runRipgrep(
    {
      cwd: folder,
      args: ['--files', '--hidden', '--glob=!.git', '--color=never', '--', '.'],
      line(text) {
        const path = text.replace(/^\.[\\/]/, '').replaceAll('\\', '/');
        if (!matcher.match(path) || withheld(path)) return true;
        if (found.length < MAX_PATHS) found.push(path);
        else more++;
        return true;
      },
    },
    context,
  );
  const left = await context.host.files.realPath(folder).catch((error: unknown) => ({ error }));
  if (typeof left !== 'string') return { text: explainFileError(folder, left.error), isError: true };
  if (end.kind === 'failed' && found.length === 0) return { text: end.error, isError: true };
  if (found.length === 0) return { text: `No file matches ${input.pattern}.` };
  const paths = found.sort().map((path) => showPath(context.cwd, join(folder, path)));
  const note = more > 0 ? `\n\n[and ${more} more; narrow the pattern]` : '';
  return { text: paths.join('\n') + note };
}

/** The folder to search and the pattern inside it: an absolute pattern names its folder itself. */
function placeOf(input: Input, cwd: string): { readonly folder: string; readonly pattern: string } {
  const folder = resolvePath(cwd, input.path ?? '.');
  const pattern = input.pattern.replace(/^\.\//, '');
  if (!isAbsolute(pattern) && !pattern.startsWith('../')) return { folder, pattern };
  const segments = pattern.split('/');
  const firstMagic = segments.findIndex((segment) => /[*?[{]/.test(segment));
  const at = firstMagic < 0 ? segments.length - 1 : firstMagic;
  return {
    folder: resolvePath(folder, segments.slice(0, at).join('/') || '/'),
    pattern: segments.slice(at).join('/'),
  };
}
