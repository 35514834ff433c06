import { z } from 'zod';
import { defineTool } from '../defineTool.ts';
import { resolvePath, showPath } from '../paths.ts';
import type { Tool, ToolContext, ToolResult } from '../tool.ts';
import { countLines } from '../truncate.ts';
import { applyChanges, diffsOf, type Planned, planChange } from './fileChange.ts';
import { dominantLineEnd } from './replaceText.ts';
import description from './writeFile.md';

const InputSchema = z.object({ path: z.string().min(1), content: z.string() });
type Input = z.output<typeof InputSchema>;

export function createWriteFile(): Tool<Input> {
  return defineTool({
    name: 'write_file',
    aliases: ['Write'],
    description,
    schema: InputSchema,
    kind: 'edit',
    present: ({ path }, cwd) => ({
      title: `Write ${showPath(cwd, path)}`,
      locations: [{ path: resolvePath(cwd, path) }],
    }),
    claims: ({ path }) => ({ paths: [path] }),
    subject: ({ path }, cwd) => ({ kind: 'write', paths: [resolvePath(cwd, path)] }),
    async preview(input, context) {
      const planned = await plan(input, context);
      return planned.ok ? { content: diffsOf([planned.change]) } : undefined;
    },
    execute: writeFile,
  });
}

async function writeFile(input: Input, context: ToolContext): Promise<ToolResult> {
  const planned = await plan(input, context);
  if (!planned.ok) return { text: planned.message, isError: true };
  const failed = await applyChanges([planned.change], context);
  if (failed) return failed;
  const { path, before } = planned.change;
  return {
    text: `${before === null ? 'Created' : 'Replaced'} ${showPath(context.cwd, path)} (${countLines(input.content)} lines).`,
    content: diffsOf([planned.change]),
    touched: [path],
  };
}

/** An existing file's line ends are kept, also when the model writes plain line feeds. */
function plan(input: Input, context: ToolContext): Promise<Planned> {
  return planChange(resolvePath(context.cwd, input.path), context, (text) => ({
    text:
      text !== undefined && dominantLineEnd(text) === '\r\n'
        ? input.content.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n')
        : input.content,
  }));
}
