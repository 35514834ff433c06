import * as z from 'zod';

/** The permission modes by their ids, strictest first (requirement R1). */
export const ModeIdSchema = z.enum(['read-only', 'ask', 'accept-edits', 'auto']);
export type ModeId = z.infer<typeof ModeIdSchema>;

/** The stricter of two modes; the first when the other is not given. */
export function stricterMode(mode: ModeId, other: ModeId | undefined): ModeId {
  const order = ModeIdSchema.options;
  return other !== undefined && order.indexOf(other) < order.indexOf(mode) ? other : mode;
}

export interface Mode {
  readonly id: ModeId;
  readonly name: string;
  readonly description: string;
}

export const MODES: readonly Mode[] = [
  {
    id: 'read-only',
    name: 'Read only',
    description: 'Reads and searches; changes nothing and runs nothing.',
  },
  { id: 'ask', name: 'Ask', description: 'Asks before it changes a file or runs a command.' },
  {
    id: 'accept-edits',
    name: 'Accept edits',
    description: 'Changes files in the workspace; asks before it runs a command.',
  },
  {
    id: 'auto',
    name: 'Auto',
    description: 'Asks only for what a rule asks, outside the workspace, and its own configuration.',
  },
];
