import { contextReport } from '../contextReport.ts';
import type { Builtin } from './builtin.ts';

export const contextBuiltin: Builtin = {
  name: 'context',
  description: 'Show what fills the context',
  run: async ({ conversation, lastContext }) => contextReport(conversation.entries, lastContext).text,
};
