import type { ConfigOptionView } from '../../protocol/chat.ts';
import type { ModeId } from '../../protocol/modes.ts';
import type { Conversation } from './conversation.ts';

/** The mode that a workspace nobody trusts yet is held at (E12), and the one it goes on in afterwards. */
const HELD: ModeId = 'read-only';
const FREE: ModeId = 'ask';

/** The mode option of an agent that has the mode to hold at; a foreign one mostly has none like it. */
function modeOption(options: readonly ConfigOptionView[]): ConfigOptionView | undefined {
  return options.find((option) => option.category === 'mode' && option.options.some((o) => o.value === HELD));
}

/** Brings a conversation to the mode that only reads. True when it was in another. */
export async function holdReadOnly(conversation: Conversation): Promise<boolean> {
  const option = modeOption(conversation.state.configOptions);
  if (!option || option.value === HELD) return false;
  await conversation.setOption(option.id, HELD);
  return true;
}

/** Lets a conversation that was held work as the person prefers. */
export async function release(conversation: Conversation, preferred: string | undefined): Promise<void> {
  const option = modeOption(conversation.state.configOptions);
  if (option?.value === HELD) await conversation.setOption(option.id, preferred ?? FREE);
}

/** True for a choice that Restricted Mode does not allow. */
export function isHeld(options: readonly ConfigOptionView[], id: string, value: string | boolean): boolean {
  return modeOption(options)?.id === id && value !== HELD;
}
