import type { Expansion } from '../../commands/expansion.ts';
import type { Catalogue } from '../../inventory/catalogue.ts';
import type { NewEntry } from '../../store/entry.ts';
import { type Compacted, compactConversation } from '../../turn/compactConversation.ts';
import { LastContext } from '../../turn/measureContext.ts';
import type { TurnPrompt } from '../../turn/turn.ts';
import { answerLocally } from '../answerLocally.ts';
import { commandList } from '../commandList.ts';
import { modelHistory } from '../history.ts';
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
    compact: (stop: AbortSignal) => compact(context, catalogue, stop),
    lastContext: LastContext.of(context.own.toolState).parts,
    servers,
    commands,
    arguments: called.arguments,
  };
  const answer =
    builtin === undefined ? `\`/${called.name}\` is not available here.` : await builtin.run(call, signal);
  await answerLocally(context, prompt, answer);
  return { kind: 'ended', stopReason: 'end_turn' };
}

async function compact(
  { conversation, parts, own, emit }: PromptContext,
  catalogue: Catalogue,
  signal: AbortSignal,
): Promise<Compacted | undefined> {
  const deps = {
    model: await parts.models.open(conversation.settings.model, signal),
    ask: parts.ask,
    compactAt: catalogue.config.compactAt,
    record: (entry: NewEntry) => conversation.record(entry),
    instructions: own.instructions,
    hooks: parts.hooks.forTurn({
      sessionId: conversation.id,
      turnId: '',
      cwd: conversation.place.cwd,
      catalogue,
      emit,
    }),
  };
  return compactConversation(modelHistory(conversation.entries), deps, emit, signal);
}
