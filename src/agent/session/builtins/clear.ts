import type { Builtin } from './builtin.ts';

export const clearBuiltin: Builtin = {
  name: 'clear',
  description: 'Forget the conversation so far and start afresh',
  async run({ conversation, emit }) {
    const usage = conversation.entries.findLast((entry) => entry.type === 'usage');
    await conversation.clear();
    if (usage?.type === 'usage') emit({ kind: 'usage', used: 0, size: usage.size });
    emit({ kind: 'commands' });
    return 'Cleared. The model starts afresh with your next message.';
  },
};
