import { ExpectedError } from '../base/errors.ts';
import type { Served } from './acp/sessionMethods.ts';
import type { VakHandlers } from './acp/vakMethods.ts';
import { catalogueHandlers } from './catalogueHandlers.ts';
import { describeTrial } from './hooks/describeTrial.ts';
import { tryHooks } from './hooks/tryHooks.ts';
import type { CatalogueStore } from './inventory/catalogueStore.ts';
import type { AgentModels } from './model/createModels.ts';
import type { Credentials } from './model/credentials.ts';
import { modelHandlers } from './modelHandlers.ts';
import { pluginHandler } from './pluginHandler.ts';
import type { AgentParts } from './session/parts.ts';
import { createBuiltinTools } from './tools/builtinTools.ts';

export interface VakHandlersOptions {
  readonly parts: AgentParts;
  readonly catalogues: CatalogueStore;
  readonly models: AgentModels;
  readonly credentials: Credentials;
  readonly served: () => Served;
  /** Tells the client how far a long request has come. */
  readonly progress: (token: string, message: string) => void;
}

/** Who answers each of our own methods. A part that is not there leaves its methods undefined. */
export function vakHandlers({
  parts,
  catalogues,
  models,
  credentials,
  served,
  progress,
}: VakHandlersOptions): VakHandlers {
  return {
    ...catalogueHandlers(catalogues, parts.host),
    ...modelHandlers({ parts, models, credentials, served }),
    restore: async ({ sessionId, messageId, filesOnly = false, force = false }) => {
      const conversation = await served().sessions.get(sessionId);
      const { restored, conflicts } = await conversation.restore(messageId, { filesOnly, force });
      return { restored: [...restored], conflicts: [...conflicts] };
    },
    context: async ({ sessionId }) => {
      const report = (await served().sessions.get(sessionId)).context();
      return { ...report, parts: [...report.parts] };
    },
    ...serverHandlers(served),
    workers: async ({ sessionId }) => ({
      workers: parts.workers.list(sessionId).map(({ sessionId: id, task, state }) => ({
        sessionId: id,
        title: task.title,
        callId: task.callId,
        state,
      })),
    }),
    workerStop: async ({ sessionId }) => {
      parts.workers.stop(sessionId);
      return {};
    },
    hooksTest: async (trial, signal) => {
      const catalogue = await catalogues.get(trial.cwd);
      const deps = { catalogue, host: parts.host, tools: createBuiltinTools() };
      const tried = await tryHooks(trial, deps, signal);
      return { runs: [...tried], text: describeTrial(tried, trial.event) };
    },
    plugin: pluginHandler({ host: parts.host, catalogues, progress }),
  };
}

/** What the view asks of a conversation's MCP servers. */
function serverHandlers(served: () => Served): Pick<VakHandlers, 'mcpStatus' | 'mcpAction' | 'mcpResources'> {
  const serversOf = async (sessionId: string) => {
    const { servers } = await served().sessions.get(sessionId);
    if (!servers) throw new ExpectedError('no-server', 'This conversation has no MCP servers.');
    return servers;
  };
  return {
    mcpStatus: async ({ sessionId }) => ({ servers: [...(await (await serversOf(sessionId)).fullStatus())] }),
    mcpAction: async ({ sessionId, server, action }, signal) => {
      await (await serversOf(sessionId)).act(server, action, signal);
      return {};
    },
    mcpResources: async ({ sessionId, query }, signal) => ({
      resources: [...(await (await serversOf(sessionId)).resources(query, signal))],
    }),
  };
}
