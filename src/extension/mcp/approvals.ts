import * as z from 'zod';
import type { FoundServer } from './findServers.ts';

/** Where approvals are kept between windows. */
export interface ApprovalStore {
  get(): unknown;
  set(value: unknown): Promise<void>;
}

const ApprovalsSchema = z.record(z.string(), z.object({ hash: z.string(), shown: z.string() })).catch({});

/** What a person has to know before a server of the workspace runs: exactly what runs, and what differs from before. */
export interface ApprovalQuestion {
  readonly server: FoundServer;
  readonly runs: string;
  /** What was approved before under this name, when that was something else. */
  readonly before?: string;
}

/**
 * Approvals of what servers of a workspace run (R5): each is for one definition, and a changed one is
 * asked about again.
 */
export class Approvals {
  readonly #store: ApprovalStore;

  constructor(store: ApprovalStore) {
    this.#store = store;
  }

  isApproved(server: FoundServer): boolean {
    return !server.fromWorkspace || this.#all()[keyOf(server)]?.hash === server.hash;
  }

  question(server: FoundServer): ApprovalQuestion {
    const before = this.#all()[keyOf(server)];
    return { server, runs: shown(server), ...(before ? { before: before.shown } : {}) };
  }

  async approve(servers: readonly FoundServer[]): Promise<void> {
    const added = servers.map(
      (server) => [keyOf(server), { hash: server.hash, shown: shown(server) }] as const,
    );
    await this.#store.set({ ...this.#all(), ...Object.fromEntries(added) });
  }

  #all() {
    return ApprovalsSchema.parse(this.#store.get());
  }
}

/** What the server does when it starts, on one line. Values of variables that look secret are not shown. */
function shown({ definition }: FoundServer): string {
  if (definition.kind !== 'stdio') return `${definition.kind} ${definition.url}`;
  const names = Object.keys(definition.env);
  const env = names.length > 0 ? ` (sets ${names.join(', ')})` : '';
  return `${[definition.command, ...definition.args].join(' ')}${env}`;
}

function keyOf({ place, name }: FoundServer): string {
  return `${place}#${name}`;
}
