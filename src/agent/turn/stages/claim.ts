import type { Stage } from './stage.ts';

/** Notes what the call needs for itself while it runs; the waves are made of it. */
export const claim: Stage<'prepared'> = {
  name: 'claim',
  takes: 'prepared',
  run: async (call, { input }) => ({ ...call, claims: call.tool.claims(call.input, input.cwd) }),
};
