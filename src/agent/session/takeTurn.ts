import { randomId } from '../../base/ids.ts';
import type { AgentProfile, Catalogue } from '../inventory/catalogue.ts';
import type { PromptSection } from '../model/promptParts.ts';
import type { TurnDeps, TurnPrompt } from '../turn/turn.ts';
import { modelHistory } from './history.ts';
import type { PromptAnswer, TurnScope } from './parts.ts';
import { skillsOf } from './profile.ts';
import type { PromptContext } from './promptContext.ts';

/** Runs one turn with the model. The catalogue is the one the turn begins with and keeps. */
export async function takeTurn(
  context: PromptContext,
  catalogue: Catalogue,
  profile: AgentProfile | undefined,
  prompt: TurnPrompt,
  signal: AbortSignal,
): Promise<PromptAnswer> {
  const { conversation, parts, emit } = context;
  const { cwd, roots } = conversation.place;
  const history = modelHistory(conversation.entries);
  const scope: TurnScope = {
    sessionId: conversation.id,
    turnId: randomId(),
    cwd,
    roots,
    catalogue,
    profile,
    settings: conversation.settings,
    clientServers: conversation.place.clientServers,
    history,
    emit,
    record: (entry) => conversation.record(entry),
  };
  const deps = await turnDeps(context, scope, signal);
  const input = { sessionId: scope.sessionId, turnId: scope.turnId, cwd, roots, history, prompt };
  const outcome = await parts.runTurn(input, deps, emit, signal);
  if (outcome.kind === 'failed') return outcome;
  return { kind: 'ended', stopReason: outcome.stopReason, usage: outcome.usage };
}

async function turnDeps(context: PromptContext, scope: TurnScope, signal: AbortSignal): Promise<TurnDeps> {
  const { conversation, parts, client, own } = context;
  const { catalogue, profile } = scope;
  return {
    host: parts.host,
    documents: client.documents(conversation.id),
    toolState: own.toolState,
    model: await parts.models.open(conversation.settings.model, signal),
    ask: parts.ask,
    thinking: conversation.settings.thinking,
    tools: parts.tools(scope),
    permissions: {
      decide: parts.decide,
      mode: () => conversation.settings.mode,
      rules: () => catalogue.config.permissions,
      readable: () => catalogue.readable,
      approver: client.approver,
      remember: parts.remember,
    },
    hooks: parts.hooks(scope),
    instructions: own.instructions,
    skills: skillsOf(catalogue, profile),
    skillsBudget: catalogue.config.skillsBudget,
    system: () => systemSections(profile),
    record: scope.record,
    takeSteering: context.takeSteering,
    maxTurns: profile?.maxTurns ?? catalogue.config.maxTurns,
    compactAt: catalogue.config.compactAt,
  };
}

function systemSections(profile: AgentProfile | undefined): readonly PromptSection[] {
  return profile?.instructions ? [{ label: { kind: 'system' }, text: profile.instructions }] : [];
}
