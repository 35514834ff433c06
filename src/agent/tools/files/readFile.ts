import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { nearest } from '../../../base/nearest.ts';
import type { DirEntry } from '../../host/host.ts';
import { defineTool } from '../defineTool.ts';
import { resolvePath, showPath } from '../paths.ts';
import type { Tool, ToolContext, ToolResult } from '../tool.ts';
import { readLargeFile } from './largeFile.ts';
import { cutLines, DEFAULT_LINES } from './lineRange.ts';
import { mediaOf } from './mediaFile.ts';
import { explainFileError, MAX_FILE_BYTES, openTextFile, showBytes } from './openFile.ts';
import description from './readFile.md';
import { SeenFiles } from './seenFiles.ts';

const InputSchema = z.object({
  path: z.string().min(1),
  offset: z.number().int().min(0).optional().describe('first line, from 1'),
  limit: z.number().int().min(1).optional().describe('number of lines'),
});
type Input = z.output<typeof InputSchema>;

export function createReadFile(): Tool<Input> {
  return defineTool({
    name: 'read_file',
    aliases: ['Read', 'read'],
    description,
    schema: InputSchema,
    kind: 'read',
    present: ({ path, offset }, cwd) => ({
      title: `Read ${showPath(cwd, path)}`,
      locations: [{ path: resolvePath(cwd, path), line: Math.max(1, offset ?? 1) }],
    }),
    claims: () => ({ readOnly: true }),
    subject: ({ path }, cwd) => ({ kind: 'read', paths: [resolvePath(cwd, path)] }),
    execute: (input, context) => readFile(input, context),
  });
}

async function readFile(input: Input, context: ToolContext): Promise<ToolResult> {
  const path = resolvePath(context.cwd, input.path);
  try {
    const stat = await context.host.files.stat(path);
    if (stat?.kind === 'folder') return await describeFolder(path, context);
    const media = stat?.kind === 'file' ? await mediaOf(path, stat.size, context.host.files) : undefined;
    if (media) return { ...media, touched: [path], bounded: true };
    if (stat?.kind === 'file' && stat.size > MAX_FILE_BYTES)
      return await readPart(path, stat.size, input, context);
  } catch (error) {
    if (context.signal.aborted) throw error;
    return failure(explainFileError(path, error));
  }
  const file = await openTextFile(path, context);
  if (file.kind === 'absent') return failure(await absentMessage(path, file.realPath, context));
  if (file.kind === 'refused') return failure(file.message);
  SeenFiles.of(context.state).saw(file.realPath, file.text);
  return { ...cutLines(file.text, input), touched: [path], bounded: true };
}

async function readPart(path: string, size: number, input: Input, context: ToolContext): Promise<ToolResult> {
  if (input.offset === undefined && input.limit === undefined)
    return failure(
      `${path} is ${showBytes(size)}, too large to be read whole. Read a part of it with offset and limit (at most ${DEFAULT_LINES} lines), or search it with grep.`,
    );
  return { ...(await readLargeFile(path, size, input, context)), touched: [path], bounded: true };
}

/** The first names in it, so that the next call can be right. */
async function describeFolder(path: string, context: ToolContext): Promise<ToolResult> {
  const names = (await entriesOf(path, context))
    .map((entry) => (entry.kind === 'folder' ? `${entry.name}/` : entry.name))
    .sort();
  const shown = names.slice(0, 100).join('\n');
  const more = names.length > 100 ? `\n… and ${names.length - 100} more` : '';
  return failure(`${path} is a folder, not a file. It holds:\n${shown || '(nothing)'}${more}`);
}

/** What the folder holds, but for names of files that the rules keep back. */
async function entriesOf(folder: string, context: ToolContext): Promise<readonly DirEntry[]> {
  const withheld = await context.withheld.below(folder);
  const entries = await context.host.files.readDir(folder);
  return entries.filter((entry) => !withheld(entry.name));
}

async function absentMessage(path: string, realPath: string, context: ToolContext): Promise<string> {
  const siblings = await entriesOf(dirname(realPath), context).catch(() => []);
  const near = nearest(
    basename(path),
    siblings.map((entry) => entry.name),
    3,
  );
  return near.length > 0
    ? `${path} does not exist. Near it: ${near.map((name) => join(dirname(path), name)).join(', ')}.`
    : `${path} does not exist.`;
}

function failure(text: string): ToolResult {
  return { text, isError: true };
}
