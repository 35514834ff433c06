import type { AgentProfile } from '../inventory/catalogue.ts';

/** The agent that answers when no other is chosen (W6): everything is open to it. */
export const GENERAL_AGENT: AgentProfile = {
  name: 'general',
  description: 'The agent for everything: all tools, skills and servers.',
  instructions: '',
  origin: { scope: 'builtin', path: '' },
};
