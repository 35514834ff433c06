import { createLocalHost } from '../agent/localHost.ts';
import { effectiveEntries } from '../agent/session/history.ts';
import type { Entry } from '../agent/store/entry.ts';
import { SessionStore } from '../agent/store/sessionStore.ts';
import { ExpectedError } from '../base/errors.ts';
import { encodeLine } from '../base/jsonl.ts';
import { readArgs } from './readArgs.ts';
import type { Terminal, Verb } from './verb.ts';

/** Stored conversations: all of them, one of them, or one less. */
export const sessions: Verb = async (args, terminal) => {
  const { values, positionals } = readArgs(args, { json: { type: 'boolean', default: false } });
  const [action = 'list', id] = positionals;
  const store = new SessionStore({ host: createLocalHost() });
  switch (action) {
    case 'list':
      return list(store, terminal, values.json);
    case 'show':
      return show(store, terminal, idGiven(id), values.json);
    case 'delete':
      return remove(store, idGiven(id));
    default:
      throw new ExpectedError('usage', `"sessions ${action}" is not known; there are list, show and delete.`);
  }
};

async function list(store: SessionStore, terminal: Terminal, json: boolean): Promise<number> {
  // One that was opened and in which nothing was said is no conversation to a person.
  const heads = (await store.list()).filter(({ title }) => title !== undefined);
  if (json) {
    const shown = heads.map((head) => ({ ...head, updatedAt: new Date(head.updatedAt).toISOString() }));
    terminal.out(`${JSON.stringify(shown, undefined, 2)}\n`);
    return 0;
  }
  for (const { id, updatedAt, cwd, title } of heads)
    terminal.out(`${id}  ${new Date(updatedAt).toISOString()}  ${title}  ${cwd}\n`);
  return 0;
}

async function show(store: SessionStore, terminal: Terminal, id: string, json: boolean): Promise<number> {
  const { entries, skipped } = await store.load(id);
  for (const { line, reason } of skipped) terminal.error(`line ${line} is skipped: ${reason}\n`);
  if (json) for (const entry of entries) terminal.out(encodeLine(entry));
  else for (const entry of effectiveEntries(entries)) terminal.out(entryText(entry));
  return 0;
}

async function remove(store: SessionStore, id: string): Promise<number> {
  if (!(await store.exists(id)))
    throw new ExpectedError('session-unknown', `There is no conversation ${id}.`);
  await store.delete(id);
  return 0;
}

function idGiven(id: string | undefined): string {
  if (id === undefined) throw new ExpectedError('usage', 'Say which conversation, by its id.');
  return id;
}

function entryText(entry: Entry): string {
  switch (entry.type) {
    case 'user':
      return `\n> ${entry.content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('')}\n\n`;
    case 'assistant':
      return entry.kind === 'text' ? entry.text : '';
    case 'call':
      return `\n[${entry.tool}] ${entry.title}\n`;
    case 'result':
      return entry.isError ? `[failed] ${entry.text.split('\n', 1)[0]}\n` : '';
    default:
      return '';
  }
}
