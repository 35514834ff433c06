import { nullLog } from '../base/log.ts';
import { LiveCatalogueStore } from './catalogue/liveCatalogueStore.ts';
import { expandPrompt } from './commands/expand.ts';
import { DEFAULT_CONFIG } from './config/config.ts';
import { addPermissionRule } from './config/userConfig.ts';
import type { Host } from './host/host.ts';
import { ConversationInstructions } from './instructions/conversationInstructions.ts';
import { builtinSkillsFolder } from './inventory/builtinSkills.ts';
import type { CatalogueStore } from './inventory/catalogueStore.ts';
import { createMcpServers } from './mcp/serverPool.ts';
import { type AgentModels, createModels } from './model/createModels.ts';
import { Credentials } from './model/credentials.ts';
import type { EditorModelPort } from './model/editorModel.ts';
import { streamModel } from './model/streamModel.ts';
import { createPermissions } from './permissions/decide.ts';
import { sandboxFinder } from './sandbox/commandSandbox.ts';
import { AgentHooks } from './session/agentHooks.ts';
import { workersBuiltin } from './session/builtins/workers.ts';
import type { AgentParts } from './session/parts.ts';
import { SessionStore } from './store/sessionStore.ts';
import { createBuiltinTools } from './tools/builtinTools.ts';
import { ConversationToolState } from './tools/toolState.ts';
import { runTurn } from './turn/runTurn.ts';
import { VERSION } from './version.ts';
import { WorkerPool } from './workers/workerPool.ts';

export interface AgentOptions {
  readonly host: Host;
  /** Stands over `VAK_MODEL` and the configuration. */
  readonly model?: string;
  /** Follow changes of extensions while running; a single turn needs none. */
  readonly watch?: boolean;
  /** The editor's own models, when the client has them. */
  readonly editor?: EditorModelPort;
}

/** The agent's parts, put together: the one place that knows all of them. */
export interface Agent {
  readonly parts: AgentParts;
  /** Its owner disposes it. */
  readonly catalogues: CatalogueStore;
  readonly store: SessionStore;
  readonly models: AgentModels;
  readonly credentials: Credentials;
}

export function createAgent({ host, model, watch, editor }: AgentOptions): Agent {
  const credentials = new Credentials();
  const given = model || host.environment.get('VAK_MODEL') || undefined;
  const store = new SessionStore({ host });
  const catalogues = new LiveCatalogueStore({
    host,
    log: nullLog,
    builtinSkills: builtinSkillsFolder(),
    watch: watch ?? false,
  });
  const { models, followed } = modelsFor({ host, editor, credentials, catalogues, given });
  const hooks = new AgentHooks({ host, log: nullLog, tracePath: (id) => store.tracePath(id) });
  const workers = new WorkerPool();
  const parts: AgentParts = {
    host,
    models,
    givenModel: given,
    ask: (asked, request, signal) => streamModel(asked, request, { clock: host.clock, signal }),
    runTurn,
    decide: createPermissions(host),
    findSandbox: sandboxFinder(host),
    catalogues: followed,
    expand: expandPrompt,
    tools({ catalogue }) {
      const tools = createBuiltinTools({ web: { allowPrivate: () => catalogue.config.webFetchPrivate } });
      return async () => tools;
    },
    forConversation({ sessionId, cwd, roots, powers, parentId }) {
      const toolState = new ConversationToolState();
      const servers =
        parentId === undefined ? createMcpServers({ host, version: VERSION, roots, powers }) : undefined;
      const trusted = async () => (await catalogues.get(cwd)).trusted;
      const instructions = new ConversationInstructions({ files: host.files, cwd, trusted });
      return {
        toolState,
        instructions,
        servers,
        close: async () => {
          const traceClosed = parentId === undefined ? hooks.close(sessionId) : undefined;
          await Promise.all([toolState.end(), servers?.close(), traceClosed]);
        },
      };
    },
    hooks,
    workers,
    store,
    builtins: [workersBuiltin(workers)],
    remember: async (rules) => {
      for (const rule of rules) await addPermissionRule(host.files, host.environment.configHome, rule);
    },
  };
  return { parts, catalogues, store, models, credentials };
}

/** The models, whose providers stand in the configuration; that is known once a folder was looked at, and may change. */
function modelsFor(of: {
  readonly host: Host;
  readonly editor: EditorModelPort | undefined;
  readonly credentials: Credentials;
  readonly catalogues: CatalogueStore;
  readonly given: string | undefined;
}): { readonly models: AgentModels; readonly followed: AgentParts['catalogues'] } {
  const { host, editor, credentials, catalogues, given } = of;
  let config = DEFAULT_CONFIG;
  const models = createModels({
    get providers() {
      return config.providers;
    },
    get configuredModel() {
      return given ?? config.model;
    },
    credentials,
    environment: host.environment,
    clock: host.clock,
    log: nullLog,
    editor,
  });
  const followed: AgentParts['catalogues'] = {
    async get(cwd) {
      const catalogue = await catalogues.get(cwd);
      config = catalogue.config;
      return catalogue;
    },
    peek: (cwd) => catalogues.peek(cwd),
    reload: () => catalogues.reload(),
    onDidChange: catalogues.onDidChange,
  };
  return { models, followed };
}
