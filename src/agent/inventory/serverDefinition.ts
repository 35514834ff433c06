import type { ServerDefinition } from './catalogue.ts';

type Named = Pick<ServerDefinition, 'id' | 'type' | 'source' | 'origin'>;

/** A server with the defaults of M2 for everything that is not said about it. */
export function serverDefinition(said: Named & Partial<ServerDefinition>): ServerDefinition {
  return {
    ...said,
    typeAssumed: said.typeAssumed ?? false,
    args: said.args ?? [],
    env: said.env ?? {},
    headers: said.headers ?? {},
    executors: said.executors ?? ['local'],
    required: said.required ?? false,
    disabled: said.disabled ?? false,
    startupTimeoutMs: said.startupTimeoutMs ?? 30_000,
    toolTimeoutMs: said.toolTimeoutMs ?? 300_000,
  };
}
