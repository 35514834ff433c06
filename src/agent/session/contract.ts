import { invariant } from '../../base/errors.ts';
import type { InstructionFile } from '../instructions/instructionSet.ts';
import type { Catalogue } from '../inventory/catalogue.ts';
import type { EntryOf } from '../store/entry.ts';
import { contractOf } from './history.ts';
import type { Talk } from './talk.ts';

/** What the contract says of everything that extends the agent. */
type Extensions = Pick<EntryOf<'contract'>, 'tools' | 'skills' | 'instructions' | 'servers'>;

/** The extensions of a folder's catalogue; tools and instructions come with a turn. */
export function contractExtensions(
  { skills, servers }: Catalogue,
  tools: readonly { readonly name: string }[],
  instructions: readonly InstructionFile[],
): Extensions {
  return {
    tools: tools.map(({ name }) => name),
    skills: skills.map(({ name, path, origin, hash }) => ({ name, path, origin: origin.scope, hash })),
    instructions: instructions.map(({ path, hash }) => ({ path, hash })),
    servers: servers.map(({ id }) => id),
  };
}

/** Adds a contract to the log when the extensions differ from what the one in force says (T2). */
export async function noteExtensions(talk: Talk, extensions: Extensions): Promise<void> {
  const contract = contractOf(talk.entries);
  invariant(contract, 'a conversation without a contract');
  const { id: _id, at: _at, ...before } = contract;
  const after = { ...before, ...extensions };
  if (JSON.stringify(after) !== JSON.stringify(before)) await talk.record(after);
}
