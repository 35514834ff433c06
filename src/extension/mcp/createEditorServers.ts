import { createHash } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { type ExtensionContext, env, RelativePattern, Uri, window, workspace } from 'vscode';
import { systemCode } from '../../base/errors.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import { DisposableStore } from '../../base/lifecycle.ts';
import type { Log } from '../../base/log.ts';
import { showUnseen } from '../../base/unseenText.ts';
import type { ServerRequestPorts } from '../../mcp/serverRequests.ts';
import { signIn } from '../../mcp/signIn.ts';
import { findProgram } from '../../node/findProgram.ts';
import { childEnvironment, loginShellEnvironment, ownEnvironment } from '../../node/shellEnvironment.ts';
import type { ElicitationAnswer, ElicitationQuestion } from '../acp/clientHandlers.ts';
import { readFields } from '../acp/elicitation.ts';
import { openAddress } from '../openAddress.ts';
import { untilCancelled } from '../untilCancelled.ts';
import { type ApprovalQuestion, Approvals } from './approvals.ts';
import { editorSampling } from './editorSampling.ts';
import { editorToolsSource } from './editorTools.ts';
import { type FoundServer, userFileFrom } from './findServers.ts';
import type { InputDefinition } from './mcpFile.ts';
import type { VariableValues } from './substitute.ts';
import { WorkspaceServers } from './workspaceServers.ts';

const APPROVALS_KEY = 'vak.mcp.approved';
/** Keys of model providers are the agent's; no server gets them (M17). */
const PROVIDER_KEYS = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY'];
const PROJECT_FILES = ['.vscode/mcp.json', '.mcp.json'];

export interface EditorServersDeps {
  readonly context: ExtensionContext;
  readonly log: Log;
  /** Puts a question of a server's into the conversation that is shown. */
  elicit(question: ElicitationQuestion, signal: AbortSignal): Promise<ElicitationAnswer>;
}

/** The editor's servers with VS Code's files, settings, secrets and questions behind them. */
export function createEditorServers(deps: EditorServersDeps): WorkspaceServers & Disposable {
  const { context, log } = deps;
  const version = String((context.extension.packageJSON as { version?: unknown }).version);
  const secrets = secretStore(context);
  const tools = editorToolsSource(version);
  let shell: Promise<Record<string, string>> | undefined;
  const approvals = new Approvals({
    get: () => context.globalState.get(APPROVALS_KEY),
    set: async (value) => context.globalState.update(APPROVALS_KEY, value),
  });
  const servers: WorkspaceServers = new WorkspaceServers({
    places: () => ({ ...places(context), values, isApproved: (server) => approvals.isApproved(server) }),
    read: readText,
    values,
    input: (server, input) => askInput(context, server, input),
    forgetInput: async (server, id) => context.secrets.delete(inputKey(server, id)),
    approvals,
    approve: askApproval,
    requests: serverRequests(deps),
    secrets,
    version,
    log,
    environment: async (extra) => {
      shell ??= env.remoteName ? Promise.resolve(ownEnvironment()) : loginShellEnvironment(ownEnvironment());
      return childEnvironment(await shell, PROVIDER_KEYS, extra);
    },
    which: findProgram,
    offerSignIn,
    signIn: (name, url) =>
      untilCancelled(`Signing in to ${name}. It goes on in the browser.`, (signal) =>
        signIn({ url, secrets, openUrl: openAddress }, signal),
      ),
    editorTools: () =>
      workspace.getConfiguration('vak').get('mcp.editorTools') === true ? tools : undefined,
  });
  context.subscriptions.push(watch(servers, context, log));
  return servers;
}

/** What a server may ask: the workspace's folders, the person, the editor's model. */
function serverRequests({ elicit }: EditorServersDeps): ServerRequestPorts {
  return {
    roots: () => folders().map((folder) => folder.path),
    sample: editorSampling,
    elicit: (request, signal) => {
      const base = { sessionId: undefined, message: `${request.server}: ${request.message}` };
      if (request.kind === 'form')
        return elicit({ ...base, fields: readFields(request.requestedSchema) }, signal);
      const { url, elicitationId } = request;
      return elicit({ ...base, fields: [], url, elicitationId }, signal);
    },
  };
}

async function offerSignIn(name: string): Promise<boolean> {
  const question = `The MCP server "${name}" asks for a sign-in.`;
  return (await window.showInformationMessage(question, 'Sign In')) === 'Sign In';
}

/** What VS Code's variables stand for. */
function values(folder: string | undefined): VariableValues {
  return {
    folders: new Map(folders().map(({ name, path: each }) => [name, each])),
    userHome: os.homedir(),
    env: ownEnvironment(),
    separator: path.sep,
    ...(folder ? { workspaceFolder: folder } : {}),
  };
}

function folders(): { name: string; path: string }[] {
  return (workspace.workspaceFolders ?? [])
    .filter((folder) => folder.uri.scheme === 'file')
    .map(({ name, uri }) => ({ name, path: uri.fsPath }));
}

function places(context: ExtensionContext) {
  const userFile = userFileFrom(context.globalStorageUri.fsPath);
  return {
    folders: folders(),
    setting: workspace.getConfiguration('vak').get('mcpServers'),
    access: String(workspace.getConfiguration('chat').get('mcp.access') ?? 'all'),
    trusted: workspace.isTrusted,
    read: readText,
    digest: digestOf,
    ...(userFile ? { userFile } : {}),
  };
}

/** A folder, and what can't be read, is no file that could run. */
async function digestOf(file: string): Promise<string | undefined> {
  try {
    return createHash('sha256')
      .update(await workspace.fs.readFile(Uri.file(file)))
      .digest('hex');
  } catch {
    return undefined;
  }
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await workspace.fs.readFile(Uri.file(file)));
  } catch (error) {
    const code = systemCode(error);
    if (code === 'FileNotFound' || code === 'ENOENT') return undefined;
    throw error;
  }
}

function secretStore(context: ExtensionContext) {
  const key = (name: string) => `vak.${name}`;
  return {
    get: async (name: string) => context.secrets.get(key(name)),
    set: async (name: string, value: string | undefined) =>
      value === undefined ? context.secrets.delete(key(name)) : context.secrets.store(key(name), value),
  };
}

function inputKey(server: FoundServer, id: string): string {
  return `vak.mcp-input:${server.place}#${id}`;
}

/** Asked once; kept in the secret storage under the file that asks. */
async function askInput(
  context: ExtensionContext,
  server: FoundServer,
  input: InputDefinition,
): Promise<string | undefined> {
  const key = inputKey(server, input.id);
  const kept = await context.secrets.get(key);
  if (kept !== undefined) return kept;
  const title = `MCP server ${server.name}`;
  const prompt = input.description ?? input.id;
  const value = input.options
    ? await window.showQuickPick([...input.options], { title, placeHolder: prompt, ignoreFocusOut: true })
    : await window.showInputBox({
        title,
        prompt,
        password: input.password,
        ignoreFocusOut: true,
        ...(input.default === undefined ? {} : { value: input.default }),
      });
  if (value !== undefined) await context.secrets.store(key, value);
  return value;
}

/** Shows exactly what would run, and what it was before when that was something else. */
async function askApproval(questions: readonly ApprovalQuestion[]): Promise<readonly FoundServer[]> {
  const list = questions.map(({ server, runs, before }) =>
    before
      ? `${showUnseen(server.name)}: ${runs} (before: ${before})`
      : `${showUnseen(server.name)}: ${runs}`,
  );
  const what = questions.some(({ before }) => before) ? 'changed MCP servers' : 'MCP servers';
  const choice = await window.showWarningMessage(
    `This workspace brings ${what} that run programs: ${list.join('; ')}`,
    'Allow',
    'Show File',
  );
  if (choice === 'Allow') return questions.map(({ server }) => server);
  const [first] = questions;
  if (choice === 'Show File' && first) await window.showTextDocument(Uri.file(first.server.place));
  return [];
}

/** Looks again when a file, a folder, trust or a setting changes. */
function watch(servers: WorkspaceServers, context: ExtensionContext, log: Log): Disposable {
  const store = new DisposableStore();
  const again = () => {
    servers
      .lookAgain()
      .catch((error: unknown) => log.warn('the MCP servers of the editor could not be read', error));
  };
  const userFile = userFileFrom(context.globalStorageUri.fsPath);
  const patterns = [
    ...PROJECT_FILES.map((file) => `**/${file}`),
    ...(userFile ? [new RelativePattern(Uri.file(path.dirname(userFile)), 'mcp.json')] : []),
  ];
  for (const pattern of patterns) {
    const watcher = store.add(workspace.createFileSystemWatcher(pattern));
    for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete])
      store.add(event(again));
  }
  store.add(workspace.onDidChangeWorkspaceFolders(again));
  store.add(workspace.onDidGrantWorkspaceTrust(again));
  store.add(
    workspace.onDidChangeConfiguration((event) => {
      if (['vak.mcpServers', 'vak.mcp', 'chat.mcp'].some((key) => event.affectsConfiguration(key))) again();
    }),
  );
  return store;
}
