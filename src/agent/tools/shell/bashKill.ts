import { z } from 'zod';
import { defineTool } from '../defineTool.ts';
import type { Tool, ToolResult } from '../tool.ts';
import { BackgroundCommands } from './backgroundCommands.ts';
import description from './bashKill.md';
import { noSuchCommand } from './bashOutput.ts';

const InputSchema = z.object({ id: z.string().min(1) });
type Input = z.output<typeof InputSchema>;

export function createBashKill(): Tool<Input> {
  return defineTool({
    name: 'bash_kill',
    description,
    schema: InputSchema,
    kind: 'execute',
    present: ({ id }) => ({ title: `End ${id}` }),
    claims: () => undefined,
    subject: () => ({ kind: 'none' }),
    async execute({ id }, { state }): Promise<ToolResult> {
      return (await BackgroundCommands.of(state).kill(id))
        ? { text: `${id} has ended.` }
        : noSuchCommand(id, state);
    },
  });
}
