import path from 'node:path';
import { ExpectedError } from '../../base/errors.ts';
import { readEnvFile } from './envFile.ts';
import type { FoundServer } from './findServers.ts';
import type { EditorServer, InputDefinition } from './mcpFile.ts';
import { inputsOf, substitute, type VariableValues } from './substitute.ts';

export interface ResolvePorts {
  values(folder: string | undefined): VariableValues;
  /** The text of a file; undefined when there is none. */
  read(path: string): Promise<string | undefined>;
  /** The value of an input: kept from before, or asked for now. Undefined when the person gave none. */
  input(server: FoundServer, input: InputDefinition, signal: AbortSignal): Promise<string | undefined>;
}

/** A server that can be started: no variable stands in it any more, the environment file is read in. */
export type ResolvedServer =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd: string;
    }
  | Extract<EditorServer, { kind: 'http' | 'sse' }>;

/** Resolves everything that a definition leaves open. Rejects with `ExpectedError` `mcp-variable` naming what is missing. */
export async function resolveServer(
  found: FoundServer,
  ports: ResolvePorts,
  signal: AbortSignal,
): Promise<ResolvedServer> {
  const inputs = new Map<string, string>();
  for (const id of inputsOf(found.definition)) {
    const value = await ports.input(found, found.inputs.get(id) ?? { id, password: false }, signal);
    if (value !== undefined) inputs.set(id, value);
  }
  const values = ports.values(found.folder);
  const { server, missing } = substitute(found.definition, values, inputs);
  const [first] = missing;
  if (first)
    throw new ExpectedError(
      'mcp-variable',
      `The MCP server "${found.name}" needs \${${first.variable}}: ${first.reason}.`,
      { detail: found.place },
    );
  if (server.kind !== 'stdio') return server;
  const base = found.folder ?? values.userHome;
  const cwd = server.cwd ? path.resolve(base, server.cwd) : base;
  const fromFile = server.envFile
    ? await readVariables(found, path.resolve(base, server.envFile), ports)
    : {};
  return {
    kind: 'stdio',
    command: server.command,
    args: server.args,
    cwd,
    env: { ...fromFile, ...server.env },
  };
}

async function readVariables(
  found: FoundServer,
  file: string,
  ports: ResolvePorts,
): Promise<Record<string, string>> {
  const text = await ports.read(file);
  if (text === undefined)
    throw new ExpectedError(
      'mcp-variable',
      `The MCP server "${found.name}" names an envFile that is not there: ${file}.`,
    );
  return readEnvFile(text);
}
