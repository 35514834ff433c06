import {
  agent,
  type ClientConnection,
  client,
  McpOverAcpCaller,
  methods,
} from '@agentclientprotocol/sdk/unstable';
import { onTestFinished } from 'vitest';
import { nullLog } from '../../../src/base/log.ts';
import type { AgentInfo } from '../../../src/extension/acp/agentInfo.ts';
import { Approvals } from '../../../src/extension/mcp/approvals.ts';
import type { ServerPlaces } from '../../../src/extension/mcp/findServers.ts';
import { WorkspaceServers, type WorkspaceServersPorts } from '../../../src/extension/mcp/workspaceServers.ts';
import type { CallOverAcp } from '../../../src/mcp/acpTransport.ts';
import { memorySecrets } from '../../../src/mcp/secretStore.ts';
import { findProgram } from '../../../src/node/findProgram.ts';
import { ownEnvironment } from '../../../src/node/shellEnvironment.ts';

/** An agent's side of MCP over ACP and the editor's servers, in one process over a real ACP connection. */
export interface AcpPair {
  readonly servers: WorkspaceServers;
  readonly connection: ClientConnection;
  /** What the agent's pool is given. */
  readonly callOverAcp: CallOverAcp;
  /** Declares the editor's servers as to a new conversation. */
  declare(mcp?: Partial<AgentInfo['mcp']>): Promise<readonly Declared[]>;
  /** The editor goes away. */
  disconnect(): void;
}

export interface Declared {
  readonly type?: string;
  readonly name: string;
  readonly serverId?: string;
}

export const agentInfo = (mcp: Partial<AgentInfo['mcp']> = {}) =>
  ({ name: 'Test agent', mcp: { http: false, sse: false, acp: false, ...mcp } }) as AgentInfo;

export interface EditorOptions {
  readonly places: Omit<ServerPlaces, 'read' | 'values' | 'digest' | 'isApproved'> & {
    readonly files: Readonly<Record<string, string>>;
  };
  readonly ports?: Partial<WorkspaceServersPorts>;
}

/** The editor's servers without VS Code: files are given, everything is allowed. */
export function workspaceServers({ places, ports }: EditorOptions): WorkspaceServers {
  const read = async (file: string) => places.files[file];
  let kept: unknown;
  const approvals = new Approvals({
    get: () => kept,
    set: async (value) => {
      kept = value;
    },
  });
  const values = (folder: string | undefined) => ({
    folders: new Map(places.folders.map(({ name, path }) => [name, path])),
    userHome: '/home/me',
    env: { FROM_ENV: 'from the environment' },
    separator: '/',
    ...(folder ? { workspaceFolder: folder } : {}),
  });
  const servers = new WorkspaceServers({
    places: () => ({
      ...places,
      read,
      values,
      digest: read,
      isApproved: (each) => approvals.isApproved(each),
    }),
    read,
    values,
    input: async () => undefined,
    forgetInput: async () => undefined,
    approvals,
    approve: async (questions) => questions.map(({ server }) => server),
    requests: {},
    secrets: memorySecrets(),
    version: '0.0.0',
    log: nullLog,
    environment: async (extra) => ({ ...ownEnvironment(), ...extra }),
    which: findProgram,
    offerSignIn: async () => false,
    signIn: async () => undefined,
    editorTools: () => undefined,
    ...ports,
  });
  onTestFinished(() => servers.end());
  return servers;
}

export function acpPair(options: EditorOptions): AcpPair {
  const servers = workspaceServers(options);
  const caller = new McpOverAcpCaller({ clientInfo: { name: 'vak', version: '0' } });
  const agentApp = agent({ name: 'agent' }).onNotification(
    methods.agent.mcp.message,
    caller.handleNotification,
  );
  const clientApp = client({ name: 'editor' });
  servers.register(clientApp);
  let toClient: Parameters<McpOverAcpCaller['request']>[0] | undefined;
  agentApp.onConnect((connection) => {
    toClient = connection.client;
  });
  const connection = clientApp.connect(agentApp);
  onTestFinished(() => connection.close());
  return {
    servers,
    connection,
    callOverAcp: async (serverId, method, params, { signal, onNotification }) => {
      if (!toClient) throw new Error('not connected');
      return caller.request(toClient, serverId, method, params, { signal, onNotification });
    },
    async declare(mcp = { acp: true }) {
      const declared = await servers.declare({ cwd: '/', agent: agentInfo(mcp), context: connection.agent });
      onTestFinished(() => declared.dispose());
      return declared.servers as readonly Declared[];
    },
    disconnect: () => connection.close(),
  };
}
