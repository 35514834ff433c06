import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createNodeHost } from '../../../../src/agent/host/node/nodeHost.ts';
import { type NewContract, SessionStore } from '../../../../src/agent/store/sessionStore.ts';
import { tempFolder, writeTree } from '../../../support/tempFolder.ts';

const contract: NewContract = {
  cwd: '/home/me/project',
  roots: ['/home/me/project'],
  agent: 'general',
  model: 'rehearsal',
  mode: 'ask',
  tools: [],
  skills: [],
  instructions: [],
  servers: [],
  versions: {},
};

let home: string;
let sessions: string;

beforeEach(() => {
  home = tempFolder();
  sessions = path.join(home, '.local/share/vak/sessions');
});

function newStore(redact?: (line: string) => string): SessionStore {
  return new SessionStore({ host: createNodeHost({ variables: { HOME: home } }), redact });
}

const says = (text: string) => ({
  type: 'user' as const,
  content: [{ type: 'text' as const, text }],
  context: [],
  role: 'prompt' as const,
});

describe('SessionStore', () => {
  test('a session begins with its contract and is there for another process', async () => {
    const { id, log } = await newStore().create(contract);
    await log.append(says('hello'));
    const { entries } = await newStore().load(id);
    expect(entries.map((entry) => entry.type)).toEqual(['contract', 'user']);
    expect(entries[0]).toMatchObject({ sessionId: id, cwd: '/home/me/project', version: 1 });
    await log.close();
  });

  test.skipIf(process.platform === 'win32')(
    'is its owner’s alone to read, in an older folder too',
    async () => {
      mkdirSync(sessions, { recursive: true, mode: 0o755 });
      const { id, log } = await newStore().create(contract);
      await log.close();
      const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);
      expect([modeOf(sessions), modeOf(path.join(sessions, `${id}.jsonl`))]).toEqual(['700', '600']);
    },
  );

  test('goes on in a fresh line behind a torn one', async () => {
    const { id, log } = await newStore().create(contract);
    await log.close();
    appendFileSync(path.join(sessions, `${id}.jsonl`), '{"type":"user","cont');
    const again = await newStore().open(id);
    await again.log.append(says('hello'));
    await again.log.close();
    const { entries, skipped } = await newStore().load(id);
    expect(entries.map((entry) => entry.type)).toEqual(['contract', 'user']);
    expect(skipped.map(({ line }) => line)).toEqual([2]);
  });

  test('a session has one writer at a time', async () => {
    const store = newStore();
    const { id, log } = await store.create(contract);
    await expect(newStore().open(id)).rejects.toMatchObject({ code: 'session-open-elsewhere' });
    await expect(newStore().delete(id)).rejects.toMatchObject({ code: 'session-open-elsewhere' });
    await log.close();
    const again = await newStore().open(id);
    await again.log.close();
  });

  test('the lock of a process that is gone does not count', async () => {
    const { id, log } = await newStore().create(contract);
    await log.close();
    writeFileSync(path.join(sessions, `${id}.lock`), JSON.stringify({ pid: 2 ** 22 + 1 }));
    const again = await newStore().open(id);
    await again.log.close();
    expect(readdirSync(sessions)).toEqual([`${id}.jsonl`]);
  });

  test.each([['no-such-session'], ['../../etc/passwd'], ['']])('knows no session %j', async (id) => {
    await expect(newStore().open(id)).rejects.toMatchObject({ code: 'session-unknown' });
    await expect(newStore().load(id)).rejects.toMatchObject({ code: 'session-unknown' });
    await expect(newStore().delete(id)).resolves.toBeUndefined();
  });

  test('a fork has its own id and what stood before the given entry', async () => {
    const store = newStore();
    const { id, log } = await store.create(contract);
    await log.append(says('first'));
    const second = await log.append(says('second'));
    const copy = await store.fork(id, { cwd: '/home/me/other' }, second.id);
    expect(copy.id).not.toBe(id);
    expect(copy.entries.map((entry) => entry.type)).toEqual(['contract', 'user']);
    expect(copy.entries[0]).toMatchObject({
      sessionId: copy.id,
      cwd: '/home/me/other',
      model: 'rehearsal',
      forked_from: [id],
    });
    await Promise.all([log.close(), copy.log.close()]);
  });

  test('a deleted session is gone, and deleting it again is no error', async () => {
    const store = newStore();
    const { id, log } = await store.create(contract);
    await log.close();
    await store.delete(id);
    await store.delete(id);
    expect(await store.exists(id)).toBe(false);
    expect(readdirSync(sessions)).toEqual([]);
  });

  test('known secrets do not reach the disk', async () => {
    const { id, log } = await newStore((line) => line.replaceAll('sk-secret', '…')).create(contract);
    await log.append(says('sk-secret'));
    await log.close();
    expect(readFileSync(path.join(sessions, `${id}.jsonl`), 'utf8')).not.toContain('sk-secret');
  });
});

describe('SessionStore.list', () => {
  test('is empty before there is any session', async () => {
    expect(await newStore().list()).toEqual([]);
  });

  test('shows folder, title and time, the last changed first', async () => {
    const store = newStore();
    const first = await store.create(contract);
    await first.log.append(says('Fix the tests\nplease'));
    const second = await store.create({ ...contract, cwd: '/home/me/other', roots: ['/home/me/other'] });
    await second.log.append(says('anything'));
    await second.log.append({ type: 'title', title: 'A better name' });
    // The disk's clock may tick too seldom to tell the two apart.
    utimesSync(path.join(sessions, `${first.id}.jsonl`), 2_000_000_000, 2_000_000_000);
    const heads = await store.list();
    expect(heads.map(({ id, title, cwd }) => ({ id, title, cwd }))).toEqual([
      { id: first.id, title: 'Fix the tests', cwd: '/home/me/project' },
      { id: second.id, title: 'A better name', cwd: '/home/me/other' },
    ]);
    await Promise.all([first.log.close(), second.log.close()]);
  });

  test('a title given later counts, also after the list was cached', async () => {
    const { id, log } = await newStore().create(contract);
    await log.append(says('hello'));
    await newStore().list();
    await log.append({ type: 'title', title: 'Greetings' });
    await log.append(says('more'));
    expect((await newStore().list()).map(({ title }) => title)).toEqual(['Greetings']);
    await log.close();
    expect((await newStore().list())[0]?.id).toBe(id);
  });

  test('a file that is no session is left out, and spoils nothing', async () => {
    const { id, log } = await newStore().create(contract);
    await log.close();
    writeFileSync(path.join(sessions, 'broken.jsonl'), 'no session\n');
    writeTree(home, { '.cache/vak/sessions.json': 'no cache' });
    expect((await newStore().list()).map((head) => head.id)).toEqual([id]);
  });

  test('a worker names the session it belongs to', async () => {
    const { log } = await newStore().create({ ...contract, parent_session_id: 'the-parent' });
    await log.close();
    expect((await newStore().list()).map(({ parent }) => parent)).toEqual(['the-parent']);
  });
});
