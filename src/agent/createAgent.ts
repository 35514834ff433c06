import { nullLog } from '../base/log.ts';
import { LiveCatalogueStore } from './catalogue/liveCatalogueStore.ts';
import { expandPrompt } from './commands/expand.ts';
import { addPermissionRule } from './config/userConfig.ts';
import type { Host } from './host/host.ts';
import { ConversationInstructions } from './instructions/conversationInstructions.ts';
import { builtinSkillsFolder } from './inventory/builtinSkills.ts';
import type { CatalogueStore } from './inventory/catalogueStore.ts';
import { LastConfig } from './lastConfig.ts';
import { createLocalHost } from './localHost.ts';
import { createMcpServers } from './mcp/serverPool.ts';
import { type AgentModels, createModels } from './model/createModels.ts';
import { Credentials } from './model/credentials.ts';
import type { EditorModelPort } from './model/editorModel.ts';
import { keyVariables } from './model/providers.ts';
import { streamModel } from './model/streamModel.ts';
import { createPermissions } from './permissions/decide.ts';
import { sandboxFinder } from './sandbox/commandSandbox.ts';
import { AgentHooks } from './session/agentHooks.ts';
import { workersBuiltin } from './session/builtins/workers.ts';
import type { AgentParts, ConversationParts, ConversationScope } from './session/parts.ts';
import { redactSecrets } from './store/redactSecrets.ts';
import { SessionStore } from './store/sessionStore.ts';
import { createBuiltinTools } from './tools/builtinTools.ts';
import { ConversationToolState } from './tools/toolState.ts';
import { runTurn } from './turn/runTurn.ts';
import { VERSION } from './version.ts';
import { WorkerPool } from './workers/workerPool.ts';

export interface AgentOptions {
  /** Ask the login shell for its environment: when an editor started us, not a terminal. */
  readonly askLoginShell?: boolean;
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

export function createAgent({ askLoginShell, model, watch, editor }: AgentOptions): Agent {
  const credentials = new Credentials();
  const config = new LastConfig();
  const host = createLocalHost({ askLoginShell, providers: () => config.current.providers });
  const given = model || host.environment.get('VAK_MODEL') || undefined;
  const keys = () => [
    ...credentials.secrets,
    ...keyVariables(config.current.providers).flatMap((name) => host.environment.get(name) ?? []),
  ];
  const redact = (line: string) => redactSecrets(line, keys());
  const store = new SessionStore({ host, redact });
  const catalogues = new LiveCatalogueStore({
    host,
    log: nullLog,
    builtinSkills: builtinSkillsFolder(),
    watch: watch ?? false,
  });
  const models = createModels({
    get providers() {
      return config.current.providers;
    },
    get configuredModel() {
      return given ?? config.current.model;
    },
    credentials,
    environment: host.environment,
    clock: host.clock,
    log: nullLog,
    editor,
  });
  const hooks = new AgentHooks({ host, log: nullLog, redact, tracePath: (id) => store.tracePath(id) });
  const workers = new WorkerPool();
  const parts: AgentParts = {
    host,
    models,
    givenModel: given,
    ask: (asked, request, signal) => streamModel(asked, request, { clock: host.clock, signal }),
    runTurn,
    decide: createPermissions(host),
    findSandbox: sandboxFinder(host),
    catalogues: config.follow(catalogues),
    expand: expandPrompt,
    tools({ catalogue }) {
      const tools = createBuiltinTools({ web: { allowPrivate: () => catalogue.config.webFetchPrivate } });
      return async () => tools;
    },
    forConversation: (scope) => conversationParts(scope, { host, catalogues, hooks }),
    hooks,
    workers,
    store,
    builtins: [workersBuiltin(workers)],
    remember: async (rules) => {
      for (const rule of rules) await addPermissionRule(host.files, host.environment.configHome, rule);
      await catalogues.reload();
    },
  };
  return { parts, catalogues, store, models, credentials };
}

/** What one conversation has for itself, or one worker in it. */
function conversationParts(
  { sessionId, cwd, roots, powers, parentId }: ConversationScope,
  of: { readonly host: Host; readonly catalogues: CatalogueStore; readonly hooks: AgentHooks },
): ConversationParts {
  const { host, catalogues, hooks } = of;
  const toolState = new ConversationToolState();
  const servers =
    parentId === undefined
      ? createMcpServers({
          host,
          version: VERSION,
          roots,
          powers,
          onNotApproved: () =>
            void catalogues.reload().catch((error: unknown) => nullLog.error('catalogue not rebuilt', error)),
        })
      : undefined;
  const current = async () => {
    const { trusted, config } = await catalogues.get(cwd);
    return { trusted, rules: config.permissions };
  };
  return {
    toolState,
    instructions: new ConversationInstructions({ host, cwd, roots, current }),
    servers,
    close: async () => {
      const traceClosed = parentId === undefined ? hooks.close(sessionId) : undefined;
      await Promise.all([toolState.end(), servers?.close(), traceClosed]);
    },
  };
}
