import type { EditorServer } from './mcpFile.ts';

/** What VS Code's variables stand for here. */
export interface VariableValues {
  /** The folder that the server's file belongs to; undefined outside a workspace. */
  readonly workspaceFolder?: string;
  /** All folders of the workspace by name. */
  readonly folders: ReadonlyMap<string, string>;
  readonly userHome: string;
  readonly env: Readonly<Record<string, string>>;
  readonly separator: string;
}

/** A value that is missing, so that the server can't start: said to the person. */
export interface Missing {
  readonly variable: string;
  readonly reason: string;
}

/** Ids of the inputs that a server's definition asks for. */
export function inputsOf(server: EditorServer): readonly string[] {
  const ids = new Set<string>();
  for (const text of textsOf(server))
    for (const [, id] of text.matchAll(/\$\{input:([^}]+)\}/g)) if (id) ids.add(id);
  return [...ids];
}

/** The definition with every variable replaced, in one pass: a value is not looked at again. */
export function substitute(
  server: EditorServer,
  values: VariableValues,
  inputs: ReadonlyMap<string, string>,
): { readonly server: EditorServer; readonly missing: readonly Missing[] } {
  const missing: Missing[] = [];
  const text = (raw: string) =>
    raw.replace(/\$\{([^}]+)\}/g, (whole, name: string) => {
      const found = variableValue(name, values, inputs);
      if (typeof found === 'string') return found;
      if (found) missing.push(found);
      return whole;
    });
  const record = (raw: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, text(value)]));
  if (server.kind !== 'stdio')
    return { server: { ...server, url: text(server.url), headers: record(server.headers) }, missing };
  return {
    server: {
      ...server,
      command: text(server.command),
      args: server.args.map(text),
      env: record(server.env),
      ...(server.envFile ? { envFile: text(server.envFile) } : {}),
      ...(server.cwd ? { cwd: text(server.cwd) } : {}),
    },
    missing,
  };
}

/** The value, what is missing, or undefined for a name that is none of VS Code's: it stays as written. */
function variableValue(
  name: string,
  values: VariableValues,
  inputs: ReadonlyMap<string, string>,
): string | Missing | undefined {
  const [word, argument] = split(name);
  const need = (value: string | undefined, reason: string) => value ?? { variable: name, reason };
  switch (word) {
    case 'workspaceFolder':
      if (argument !== undefined)
        return need(values.folders.get(argument), `there is no folder "${argument}"`);
      return need(values.workspaceFolder, 'no folder is open');
    case 'workspaceFolderBasename':
      return need(values.workspaceFolder?.split(/[\\/]/).at(-1), 'no folder is open');
    case 'cwd':
      return need(values.workspaceFolder, 'no folder is open');
    case 'userHome':
      return values.userHome;
    case 'pathSeparator':
    case '/':
      return values.separator;
    case 'env':
      // As VS Code does: a variable that is not set is empty.
      return values.env[argument ?? ''] ?? '';
    case 'input':
      return need(inputs.get(argument ?? ''), 'it was not given. Restart the server to be asked again');
    default:
      return undefined;
  }
}

function split(name: string): [string, string | undefined] {
  const at = name.indexOf(':');
  return at < 0 ? [name, undefined] : [name.slice(0, at), name.slice(at + 1)];
}

function textsOf(server: EditorServer): readonly string[] {
  return server.kind === 'stdio'
    ? [server.command, ...server.args, ...Object.values(server.env), server.envFile ?? '', server.cwd ?? '']
    : [server.url, ...Object.values(server.headers)];
}
