import { z } from 'zod';
import { defineTool } from '../defineTool.ts';
import { resolvePath, showPath } from '../paths.ts';
import type { Tool, ToolContext, ToolResult } from '../tool.ts';
import description from './editFile.md';
import { applyChanges, diffsOf, type Planned, planChange } from './fileChange.ts';
import { replaceText } from './replaceText.ts';

const InputSchema = z.object({
  path: z.string().min(1),
  old_string: z.string(),
  new_string: z.string(),
  replace_all: z.boolean().optional(),
});
type Input = z.output<typeof InputSchema>;

export function createEditFile(): Tool<Input> {
  return defineTool({
    name: 'edit_file',
    aliases: ['Edit', 'MultiEdit'],
    description,
    schema: InputSchema,
    kind: 'edit',
    present: ({ path }, cwd) => ({
      title: `Edit ${showPath(cwd, path)}`,
      locations: [{ path: resolvePath(cwd, path) }],
    }),
    claims: ({ path }) => ({ paths: [path] }),
    // An edit that does not fit answers with the lines nearest to it.
    subject: ({ path }, cwd) => {
      const paths = [resolvePath(cwd, path)];
      return { kind: 'write', paths, shows: paths };
    },
    async preview(input, context) {
      const { planned } = await plan(input, context);
      return planned.ok ? { content: diffsOf([planned.change]) } : undefined;
    },
    execute: editFile,
  });
}

async function editFile(input: Input, context: ToolContext): Promise<ToolResult> {
  const { planned, count, line } = await plan(input, context);
  if (!planned.ok) return { text: planned.message, isError: true };
  const failed = await applyChanges([planned.change], context);
  if (failed) return failed;
  const { path, before } = planned.change;
  const shown = showPath(context.cwd, path);
  return {
    text:
      before === null
        ? `Created ${shown}.`
        : `Changed ${shown} in ${count === 1 ? `line ${line}` : `${count} places`}.`,
    content: diffsOf([planned.change]),
    locations: [{ path, line }],
    touched: [path],
  };
}

async function plan(
  input: Input,
  context: ToolContext,
): Promise<{ planned: Planned; count: number; line: number }> {
  const path = resolvePath(context.cwd, input.path);
  let count = 0;
  let line = 1;
  const planned = await planChange(path, context, (text) => {
    if (text === undefined)
      return input.old_string === '' ? { text: input.new_string } : { message: `${path} does not exist.` };
    if (input.old_string === '' && text !== '')
      return { message: `${path} exists. Give the text to replace in old_string, or use write_file.` };
    if (input.old_string === '') return { text: input.new_string };
    const replaced = replaceText(text, input.old_string, input.new_string, input.replace_all ?? false);
    if (!replaced.ok) return { message: `${path}: ${replaced.message}` };
    ({ count, line } = replaced);
    return { text: replaced.text };
  });
  return { planned, count, line };
}
