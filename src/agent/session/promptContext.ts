import type { TurnPrompt } from '../turn/turn.ts';
import type { HookVerdict } from '../turn/turnHooks.ts';
import type { AgentParts, Client, ConversationParts } from './parts.ts';
import type { ConversationEvent, Talk } from './talk.ts';

/** What answering a prompt may use. */
export interface PromptContext {
  readonly conversation: Talk;
  readonly parts: AgentParts;
  readonly client: Client;
  readonly own: ConversationParts;
  emit(event: ConversationEvent): void;
  takeSteering(): readonly TurnPrompt[];
  /** What the SessionStart hooks came to, for the first prompt behind each start. */
  started(signal: AbortSignal): Promise<HookVerdict | undefined>;
  /** A title made of this prompt, if there is one in it; counts when the conversation has none. */
  named(title: string | undefined): void;
}
