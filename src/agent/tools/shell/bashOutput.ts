import { z } from 'zod';
import { defineTool } from '../defineTool.ts';
import type { Tool, ToolResult, ToolState } from '../tool.ts';
import { BackgroundCommands } from './backgroundCommands.ts';
import description from './bashOutput.md';

const InputSchema = z.object({ id: z.string().min(1) });
type Input = z.output<typeof InputSchema>;

export function createBashOutput(): Tool<Input> {
  return defineTool({
    name: 'bash_output',
    description,
    schema: InputSchema,
    kind: 'execute',
    present: ({ id }) => ({ title: `Output of ${id}` }),
    claims: () => undefined,
    subject: () => ({ kind: 'none' }),
    async execute({ id }, { state }): Promise<ToolResult> {
      const read = BackgroundCommands.of(state).read(id);
      if (!read) return noSuchCommand(id, state);
      const status = read.exit ? `[ended: ${describeExit(read.exit)}]` : '[still running]';
      const parts = [read.text, read.warning, status];
      return { text: parts.filter(Boolean).join('\n') };
    },
  });
}

function describeExit(exit: {
  readonly code: number | null;
  readonly signal: string | null;
  readonly error?: Error;
}): string {
  if (exit.error) return `it could not be started (${exit.error.message})`;
  return exit.code === null ? `signal ${exit.signal}` : `exit code ${exit.code}`;
}

/** A failed result that names the commands there are. */
export function noSuchCommand(id: string, state: ToolState): ToolResult {
  const { ids } = BackgroundCommands.of(state);
  const known = ids.length > 0 ? `There are: ${ids.join(', ')}.` : 'No command runs in the background.';
  return { text: `There is no background command "${id}". ${known}`, isError: true };
}
