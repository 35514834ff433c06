import { z } from 'zod';
import { defineTool } from '../defineTool.ts';
import type { Tool } from '../tool.ts';
import description from './updatePlan.md';

const InputSchema = z.object({
  entries: z
    .array(
      z.object({
        content: z.string().min(1),
        status: z.enum(['pending', 'in_progress', 'completed']).default('pending'),
        priority: z.enum(['high', 'medium', 'low']).default('medium'),
      }),
    )
    .max(100),
});
type Input = z.output<typeof InputSchema>;

export function createUpdatePlan(): Tool<Input> {
  return defineTool({
    name: 'update_plan',
    aliases: ['TodoWrite'],
    description,
    schema: InputSchema,
    kind: 'think',
    present: ({ entries }) => ({
      title: `Plan of ${entries.length} ${entries.length === 1 ? 'step' : 'steps'}`,
    }),
    claims: () => undefined,
    subject: () => ({ kind: 'none' }),
    async execute({ entries }) {
      const done = entries.filter((entry) => entry.status === 'completed').length;
      return { text: `The plan has ${entries.length} entries, ${done} completed.`, plan: entries };
    },
  });
}
