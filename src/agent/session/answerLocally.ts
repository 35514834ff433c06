import { randomId } from '../../base/ids.ts';
import type { TurnPrompt } from '../turn/turn.ts';
import type { PromptContext } from './promptContext.ts';

/** Puts a prompt and Vakil's own answer to it into the log and on the screen; no model sees either. */
export async function answerLocally(context: PromptContext, prompt: TurnPrompt, text: string): Promise<void> {
  const { conversation, emit } = context;
  const user = await conversation.record({
    type: 'user',
    id: prompt.messageId,
    content: [...prompt.content],
    context: [],
    meta: prompt.meta,
    role: 'local',
  });
  emit({ kind: 'user-message', messageId: user.id, content: prompt.content, meta: prompt.meta });
  const messageId = randomId();
  await conversation.record({ type: 'assistant', messageId, kind: 'text', text, local: true });
  emit({ kind: 'text', messageId, text });
}
