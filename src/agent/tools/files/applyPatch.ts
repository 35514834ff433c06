import { z } from 'zod';
import { defineTool } from '../defineTool.ts';
import { resolvePath, showPath } from '../paths.ts';
import type { Tool, ToolContext, ToolResult } from '../tool.ts';
import description from './applyPatch.md';
import { applyChanges, diffsOf, type FileChange, planChange } from './fileChange.ts';
import { openTextFile } from './openFile.ts';
import { type PatchStep, parsePatch } from './patchFormat.ts';
import { patchText } from './patchText.ts';

const InputSchema = z.object({ patch: z.string().min(1) });
type Input = z.output<typeof InputSchema>;

export function createApplyPatch(): Tool<Input> {
  return defineTool({
    name: 'apply_patch',
    description,
    schema: InputSchema,
    // A patch that can't be read names no files: nobody should be asked about it.
    check: ({ patch }) => {
      const parsed = parsePatch(patch);
      return parsed.ok ? undefined : parsed.message;
    },
    kind: 'edit',
    present: (input, cwd) => {
      const paths = pathsOf(input);
      const [first = 'no file'] = paths;
      return {
        title: `Patch ${showPath(cwd, first)}${paths.length > 1 ? ` and ${paths.length - 1} more` : ''}`,
        locations: paths.map((path) => ({ path: resolvePath(cwd, path) })),
      };
    },
    claims: (input) => ({ paths: pathsOf(input) }),
    subject: (input, cwd) => ({
      kind: 'write',
      paths: pathsOf(input).map((file) => resolvePath(cwd, file)),
      shows: updatedPaths(input).map((file) => resolvePath(cwd, file)),
    }),
    async preview(input, context) {
      const planned = await plan(input, context);
      return planned.ok ? { content: diffsOf(planned.changes) } : undefined;
    },
    execute: applyPatch,
  });
}

/** Every path that the patch names, also where it moves a file to. */
function pathsOf(input: Input): string[] {
  const parsed = parsePatch(input.patch);
  if (!parsed.ok) return [];
  const paths = parsed.steps.flatMap((step) =>
    step.kind === 'update' && step.moveTo ? [step.path, step.moveTo] : [step.path],
  );
  return [...new Set(paths)];
}

/** The files whose text goes into the answer or to another name. */
function updatedPaths(input: Input): string[] {
  const parsed = parsePatch(input.patch);
  return parsed.ok ? parsed.steps.filter((step) => step.kind === 'update').map((step) => step.path) : [];
}

type Plan =
  | { readonly ok: true; readonly changes: readonly FileChange[]; readonly lines: readonly string[] }
  | { readonly ok: false; readonly message: string };

async function applyPatch(input: Input, context: ToolContext): Promise<ToolResult> {
  const planned = await plan(input, context);
  if (!planned.ok) return { text: `Nothing was changed. ${planned.message}`, isError: true };
  const failed = await applyChanges(planned.changes, context);
  if (failed) return failed;
  const paths = planned.changes.map((change) => change.path);
  return {
    text: planned.lines.join('\n'),
    content: diffsOf(planned.changes),
    locations: paths.map((path) => ({ path })),
    touched: paths,
  };
}

/** Works out every change before the first is made: a patch that does not fit changes nothing. */
async function plan(input: Input, context: ToolContext): Promise<Plan> {
  const parsed = parsePatch(input.patch);
  if (!parsed.ok) return parsed;
  const twice = firstTwice(parsed.steps.map((step) => resolvePath(context.cwd, step.path)));
  if (twice) return { ok: false, message: `The patch has ${twice} twice; put its changes under one header.` };
  const changes: FileChange[] = [];
  const lines: string[] = [];
  for (const step of parsed.steps) {
    const planned = await planStep(step, context);
    if (!planned.ok) return planned;
    changes.push(...planned.changes);
    lines.push(...planned.lines);
  }
  return { ok: true, changes, lines };
}

async function planStep(step: PatchStep, context: ToolContext): Promise<Plan> {
  const path = resolvePath(context.cwd, step.path);
  const shown = showPath(context.cwd, path);
  let line = 1;
  const planned = await planChange(path, context, (text) => {
    if (step.kind === 'add')
      return text === undefined
        ? { text: step.text }
        : { message: `${path} exists already; update it instead.` };
    if (text === undefined) return { message: `${path} does not exist.` };
    if (step.kind === 'delete') return { text: null };
    const patched = patchText(text, step.hunks);
    if (!patched.ok) return { message: `${path}: ${patched.message}` };
    line = patched.line;
    return { text: patched.text };
  });
  if (!planned.ok) return planned;
  if (step.kind === 'update' && step.moveTo)
    return planMove(planned.change, resolvePath(context.cwd, step.moveTo), context);
  const word = step.kind === 'add' ? 'Created' : step.kind === 'delete' ? 'Deleted' : 'Changed';
  return {
    ok: true,
    changes: [planned.change],
    lines: [`${word} ${shown}${step.kind === 'update' ? ` from line ${line}` : ''}.`],
  };
}

/** A move is the new file and the removal of the old one: it then undoes like any other change. */
async function planMove(change: FileChange, target: string, context: ToolContext): Promise<Plan> {
  const place = await openTextFile(target, context);
  if (place.kind === 'refused') return { ok: false, message: place.message };
  if (place.kind !== 'absent')
    return { ok: false, message: `${target} exists already; ${change.path} can't be moved there.` };
  const moved: FileChange = {
    ...change,
    path: target,
    realPath: place.realPath,
    before: null,
    inEditor: false,
  };
  return {
    ok: true,
    changes: [moved, { ...change, after: null }],
    lines: [`Moved ${showPath(context.cwd, change.path)} to ${showPath(context.cwd, target)}.`],
  };
}

function firstTwice(paths: readonly string[]): string | undefined {
  return paths.find((path, at) => paths.indexOf(path) !== at);
}
