import type { Builtin } from './builtin.ts';

export const contextBuiltin: Builtin = {
  name: 'context',
  description: 'Show what fills the context',
  async run({ conversation }) {
    const usage = conversation.entries.findLast((entry) => entry.type === 'usage');
    if (usage?.type !== 'usage') return 'Nothing was sent to a model yet.';
    const share = Math.round((usage.used / usage.size) * 100);
    return `${usage.used.toLocaleString('en')} of ${usage.size.toLocaleString('en')} tokens (${share} %).`;
  },
};
