import * as z from 'zod';
import { showUnseen } from '../../base/unseenText.ts';
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
    const runs = shown(server);
    if (!before) return { server, runs };
    return { server, runs, before: before.shown === runs ? 'the same, with other files' : before.shown };
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

/** What the server does when it starts, on one line. Values are not shown, but for what they take from elsewhere. */
function shown({ definition, replaces }: FoundServer): string {
  const more = replaces === undefined ? [] : [`instead of your own of that name in ${replaces}`];
  if (definition.kind !== 'stdio') {
    const headers = namesOf('sends', definition.headers);
    return inOneLine(`${definition.kind} ${definition.url}`, [...headers, ...more]);
  }
  const { command, args, cwd, envFile, env } = definition;
  return inOneLine([command, ...args].join(' '), [
    ...namesOf('sets', env),
    ...(envFile ? [`sets what ${envFile} says`] : []),
    ...(cwd ? [`in ${cwd}`] : []),
    ...more,
  ]);
}

function inOneLine(what: string, more: readonly string[]): string {
  return showUnseen(more.length > 0 ? `${what} (${more.join('; ')})` : what);
}

function namesOf(does: string, values: Readonly<Record<string, string>>): string[] {
  const names = Object.entries(values).map(([name, value]) => {
    const taken = value.match(/\$\{[^}]*\}/g) ?? [];
    return taken.length > 0 ? `${name} with ${taken.join(' ')}` : name;
  });
  return names.length > 0 ? [`${does} ${names.join(', ')}`] : [];
}

function keyOf({ place, name }: FoundServer): string {
  return `${place}#${name}`;
}
