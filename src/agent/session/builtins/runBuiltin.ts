import type { Expansion } from '../../commands/expansion.ts';
import type { Catalogue } from '../../inventory/catalogue.ts';
import type { TurnPrompt } from '../../turn/turn.ts';
import { answerLocally } from '../answerLocally.ts';
import { commandList } from '../commandList.ts';
import type { PromptAnswer } from '../parts.ts';
import { profileOf } from '../profile.ts';
import type { PromptContext } from '../promptContext.ts';
import { allBuiltins } from './builtins.ts';

/** Answers with a command of Vakil's own. */
export async function runBuiltin(
  context: PromptContext,
  catalogue: Catalogue,
  prompt: TurnPrompt,
  called: Extract<Expansion, { kind: 'builtin' }>,
  signal: AbortSignal,
): Promise<PromptAnswer> {
  const { builtins } = context.parts;
  const builtin = allBuiltins(builtins).find((each) => each.name === called.name);
  const profile = profileOf(catalogue, context.conversation.settings.agent);
  const { servers } = context.own;
  const commands = commandList(catalogue, profile, builtins, servers?.prompts());
  const call = {
    conversation: context.conversation,
    emit: context.emit,
    reload: () => context.parts.catalogues.reload(),
    catalogue,
    servers,
    commands,
    arguments: called.arguments,
  };
  const answer =
    builtin === undefined ? `\`/${called.name}\` is not available here.` : await builtin.run(call, signal);
  await answerLocally(context, prompt, answer);
  return { kind: 'ended', stopReason: 'end_turn' };
}
