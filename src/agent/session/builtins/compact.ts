import type { Builtin } from './builtin.ts';

export const compactBuiltin: Builtin = {
  name: 'compact',
  description: 'Put a summary in the place of the conversation so far, to make room',
  async run({ compact }, signal) {
    const compacted = await compact(signal);
    if (!compacted) return 'There is nothing to summarize yet.';
    const show = (tokens: number) => tokens.toLocaleString('en');
    return `The conversation went from about ${show(compacted.before)} to ${show(compacted.after)} tokens. The log keeps all of it.`;
  },
};
