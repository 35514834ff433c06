import { randomId } from '../../base/ids.ts';
import type { AgentProfile, Catalogue } from '../inventory/catalogue.ts';
import type { PromptSection } from '../model/promptParts.ts';
import { createCommandSandbox } from '../sandbox/commandSandbox.ts';
import type { Tool } from '../tools/tool.ts';
import { servingFirst, sliceServers } from '../turn/slice.ts';
import type { TurnDeps, TurnPrompt } from '../turn/turn.ts';
import type { HookVerdict } from '../turn/turnHooks.ts';
import { writtenText } from '../turn/userMessage.ts';
import { createTaskTool } from '../workers/taskTool.ts';
import { answerLocally } from './answerLocally.ts';
import { Checkpoints, checkpointFolder } from './checkpoints.ts';
import { ConfigNotices } from './configNotices.ts';
import { contractExtensions, noteExtensions } from './contract.ts';
import { modelHistory } from './history.ts';
import { openWorker } from './openWorker.ts';
import type { ConversationParts, PromptAnswer } from './parts.ts';
import { skillsOf } from './profile.ts';
import type { PromptContext } from './promptContext.ts';
import { putAside } from './putAside.ts';
import type { TurnScope } from './turnScope.ts';
import { serversInTurn } from './turnServers.ts';

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
    slice: sliceServers(catalogue.servers, prompt.text ?? writtenText(prompt.content), history),
    emit,
    record: (entry) => conversation.record(entry),
  };
  const { diagnostics, config } = catalogue;
  for (const title of ConfigNotices.of(context.own.toolState).take(diagnostics, config.permissions))
    emit({ kind: 'notice', severity: 'warning', title });
  const usage = { input: 0, output: 0 };
  const addUsage = (added: typeof usage) => {
    usage.input += added.input;
    usage.output += added.output;
  };
  const own = await turnDeps(context, scope, context.own, signal);
  const deps = withContract(context, catalogue, withWorkers(context, scope, own, addUsage));
  const start = await context.started(signal);
  if (start?.endTurn !== undefined) {
    await answerLocally(context, prompt, `The prompt was not sent. ${start.endTurn}`);
    return { kind: 'ended', stopReason: 'refusal' };
  }
  const input = {
    slice: scope.slice,
    sessionId: scope.sessionId,
    turnId: scope.turnId,
    cwd,
    roots,
    history,
    prompt: { ...prompt, context: [...startSections(start), ...(prompt.context ?? [])] },
  };
  const outcome = await parts.runTurn(input, deps, emit, signal);
  if (outcome.kind === 'failed') return outcome;
  addUsage(outcome.usage);
  return { kind: 'ended', stopReason: outcome.stopReason, usage };
}

/** Notes in the log what the turn really has, each time the model is about to be shown it. */
function withContract(context: PromptContext, catalogue: Catalogue, deps: TurnDeps): TurnDeps {
  return {
    ...deps,
    async tools(signal) {
      const tools = await deps.tools(signal);
      const instructions = context.own.instructions?.current() ?? [];
      await noteExtensions(context.conversation, contractExtensions(catalogue, tools, instructions));
      return tools;
    },
  };
}

/** Adds the tool that starts workers, unless the configuration takes it away (W1). */
function withWorkers(
  context: PromptContext,
  scope: TurnScope,
  deps: TurnDeps,
  addUsage: (usage: { readonly input: number; readonly output: number }) => void,
): TurnDeps {
  const { parts } = context;
  const { config, agents } = scope.catalogue;
  if (!config.workers) return deps;
  const task: Tool = createTaskTool({
    sessionId: scope.sessionId,
    turnId: scope.turnId,
    pool: parts.workers,
    limits: config.workerLimits,
    runTurn: parts.runTurn,
    profiles: agents,
    openChild: (spec, signal) =>
      openWorker(context, scope, spec, (child, own) => turnDeps(context, child, own, signal)),
    emit: scope.emit,
    addUsage,
  });
  return { ...deps, tools: async (signal) => [...(await deps.tools(signal)), task] };
}

/** The side of a turn that belongs to a conversation, or to a worker in it. */
async function turnDeps(
  context: PromptContext,
  scope: TurnScope,
  own: ConversationParts,
  signal: AbortSignal,
): Promise<TurnDeps> {
  const { conversation, parts, client } = context;
  const { catalogue, profile } = scope;
  // What is allowed counts as it stands now, like the mode; all else is as the turn began.
  const now = () => parts.catalogues.peek(scope.cwd) ?? catalogue;
  const folder = checkpointFolder(parts.host.environment, conversation.id);
  // A worker's changes stand in the conversation's log too: going back takes them along.
  const copies = new Checkpoints(parts.host.files, folder, (entry) => conversation.record(entry));
  // A worker uses the servers of its conversation, with its own agent's selection (W6).
  const selection = {
    allowed: profile?.mcpServers,
    worker: own !== context.own,
    leftOut: new Set(scope.slice.leftOut.map(({ server }) => server)),
  };
  const servers = serversInTurn(context.own.servers, selection, parts.tools(scope));
  return {
    host: parts.host,
    documents: client.documents(conversation.id),
    toolState: own.toolState,
    model: await parts.models.open(scope.settings.model, signal),
    ask: parts.ask,
    thinking: scope.settings.thinking,
    tools: servers.tools,
    findTool: servers.findTool,
    permissions: {
      decide: parts.decide,
      mode: () => conversation.settings.mode,
      rules: () => now().config.permissions,
      trusted: () => now().trusted,
      readable: () => [
        ...catalogue.readable,
        ...putAside(parts.host.environment, conversation.id, conversation.entries),
      ],
      own: () => now().ownFolders,
      approver: client.approver,
      remember: parts.remember,
    },
    sandbox: createCommandSandbox(parts.host, parts.findSandbox, {
      ...catalogue.config.sandbox,
      roots: scope.roots,
    }),
    hooks: parts.hooks.forTurn(scope),
    instructions: own.instructions,
    skills: servingFirst(skillsOf(catalogue, profile), scope.slice),
    skillsBudget: catalogue.config.skillsBudget,
    system: () => [...systemSections(profile), ...servers.sections()],
    record: scope.record,
    takeSteering: context.takeSteering,
    beforeChange: (changes, messageId) => copies.save(changes, messageId),
    maxTurns: profile?.maxTurns ?? catalogue.config.maxTurns,
    compactAt: catalogue.config.compactAt,
  };
}

function startSections(start: HookVerdict | undefined): readonly PromptSection[] {
  return (start?.context ?? []).map((text) => ({ label: { kind: 'hook', event: 'SessionStart' }, text }));
}

function systemSections(profile: AgentProfile | undefined): readonly PromptSection[] {
  return profile?.instructions ? [{ label: { kind: 'system' }, text: profile.instructions }] : [];
}
