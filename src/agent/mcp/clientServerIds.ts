import type { ClientServer } from './mcpServers.ts';

/** A client's server with the id that it goes by here. */
export interface NamedClientServer {
  readonly id: string;
  readonly server: ClientServer;
}

/**
 * Ids for what a client handed over (M1, M12): its name in the letters that ids have. An id that a
 * file's server has becomes `<id>-editor`, with a warning for people.
 */
export function nameClientServers(
  servers: readonly ClientServer[],
  taken: ReadonlySet<string>,
): { readonly servers: readonly NamedClientServer[]; readonly warnings: readonly string[] } {
  const used = new Set(taken);
  const warnings: string[] = [];
  const named = servers.map((server) => {
    const plain = idOf(server.name);
    let id = plain;
    if (used.has(id)) {
      id = `${plain}-editor`;
      for (let n = 2; used.has(id); n += 1) id = `${plain}-editor-${n}`;
      warnings.push(`The editor's MCP server "${server.name}" is called "${id}" here: "${plain}" is taken.`);
    }
    used.add(id);
    return { id, server };
  });
  return { servers: named, warnings };
}

function idOf(name: string): string {
  const id = name
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/_{2,}/g, '_')
    .replace(/^[-_]+|[-_]+$/g, '');
  return id === '' ? 'server' : id;
}
