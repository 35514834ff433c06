import { Emitter } from '../base/event.ts';
import { nullLog } from '../base/log.ts';
import { DEFAULT_CONFIG } from './config/config.ts';
import type { Host } from './host/host.ts';
import type { Catalogue } from './inventory/catalogue.ts';
import { type AgentModels, createModels } from './model/createModels.ts';
import { Credentials } from './model/credentials.ts';
import type { EditorModelPort } from './model/editorModel.ts';
import { streamModel } from './model/streamModel.ts';
import { createPermissions } from './permissions/decide.ts';
import type { AgentParts } from './session/parts.ts';
import { SessionStore } from './store/sessionStore.ts';
import { createBuiltinTools } from './tools/builtinTools.ts';
import { ConversationToolState } from './tools/toolState.ts';
import { runTurn } from './turn/runTurn.ts';

export interface AgentOptions {
  readonly host: Host;
  /** Stands over `VAK_MODEL` and the configuration. */
  readonly model?: string;
  /** The editor's own models, when the client has them. */
  readonly editor?: EditorModelPort;
}

/** The agent's parts, put together: the one place that knows all of them. */
export interface Agent {
  readonly parts: AgentParts;
  readonly store: SessionStore;
  readonly models: AgentModels;
  readonly credentials: Credentials;
}

export function createAgent({ host, model, editor }: AgentOptions): Agent {
  const credentials = new Credentials();
  const models = createModels({
    providers: {},
    configuredModel: model ?? host.environment.get('VAK_MODEL'),
    credentials,
    environment: host.environment,
    clock: host.clock,
    log: nullLog,
    editor,
  });
  const builtinTools = createBuiltinTools();
  const parts: AgentParts = {
    host,
    models,
    ask: (asked, request, signal) => streamModel(asked, request, { clock: host.clock, signal }),
    runTurn,
    decide: createPermissions(host),
    catalogues: emptyCatalogues(),
    expand: (text) => ({ kind: 'plain', text }),
    tools: () => async () => builtinTools,
    forConversation() {
      const toolState = new ConversationToolState();
      return { toolState, instructions: undefined, close: () => toolState.end() };
    },
    hooks: () => undefined,
    builtins: [],
    remember: async () => undefined,
  };
  return { parts, store: new SessionStore({ host }), models, credentials };
}

function emptyCatalogues(): AgentParts['catalogues'] {
  const changed = new Emitter<never>();
  const empty = (cwd: string): Catalogue => ({
    cwd,
    generation: 0,
    trusted: false,
    config: DEFAULT_CONFIG,
    skills: [],
    commands: [],
    agents: [],
    servers: [],
    hooks: [],
    plugins: [],
    items: [],
    diagnostics: [],
    looked: [],
    readable: [],
  });
  return {
    get: async (cwd) => empty(cwd),
    peek: empty,
    reload: async () => ({ ok: true, diagnostics: [] }),
    onDidChange: changed.event,
  };
}
