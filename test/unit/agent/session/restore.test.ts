import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { nodeFiles } from '../../../../src/agent/host/node/nodeFiles.ts';
import { Checkpoints } from '../../../../src/agent/session/checkpoints.ts';
import { type RestoreResult, restoreFiles } from '../../../../src/agent/session/restore.ts';
import type { Entry } from '../../../../src/agent/store/entry.ts';
import type { Documents } from '../../../../src/agent/tools/tool.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { noDocuments, type TestConversation, testConversation } from '../../../support/testTurn.ts';

interface Setup {
  readonly cwd: string;
  readonly conversation: TestConversation;
  restore(message: number, options?: { force?: boolean; documents?: Documents }): Promise<RestoreResult>;
  text(file: string): string | undefined;
}

/** A conversation whose turns keep copies, as a session's do. */
function setUp(files: Record<string, string | Uint8Array>, documents: Documents = noDocuments): Setup {
  const cwd = tempFolder(files);
  const copies = tempFolder();
  const record = async (entry: object) => {
    const kept = { id: `c${conversation.log.length}`, at: 0, ...entry } as Entry;
    conversation.log.push(kept);
    return kept;
  };
  const checkpoints = new Checkpoints(nodeFiles, copies, record);
  const conversation: TestConversation = testConversation({
    cwd,
    deps: { documents, beforeChange: (changes, messageId) => checkpoints.save(changes, messageId) },
  });
  return {
    cwd,
    conversation,
    restore(message, options = {}) {
      const prompts = conversation.log.filter((entry) => entry.type === 'user');
      const ports = { files: nodeFiles, documents: options.documents ?? documents, checkpoints };
      return restoreFiles(conversation.log, prompts[message]?.id ?? '', {
        ...ports,
        force: options.force ?? false,
      });
    },
    text: (file) => (existsSync(`${cwd}/${file}`) ? readFileSync(`${cwd}/${file}`, 'utf8') : undefined),
  };
}

const write = (file: string, content: string) => `call write_file ${JSON.stringify({ path: file, content })}`;

test('brings files back to what they were before a message', async () => {
  const { cwd, conversation, restore, text } = setUp({ a: 'one', gone: 'still here' });
  await conversation.send([write('a', 'two'), write('new/b', 'made')].join('\n'));
  await conversation.send(
    [
      write('a', 'three'),
      `call apply_patch ${JSON.stringify({ patch: '*** Begin Patch\n*** Delete File: gone\n*** End Patch' })}`,
    ].join('\n'),
  );
  expect([text('a'), text('new/b'), text('gone')]).toEqual(['three', 'made', undefined]);
  expect((await restore(1)).restored).toEqual([`${cwd}/a`, `${cwd}/gone`]);
  expect([text('a'), text('new/b'), text('gone')]).toEqual(['two', 'made', 'still here']);
  expect((await restore(0)).restored).toEqual([`${cwd}/a`, `${cwd}/new/b`]);
  expect([text('a'), text('new/b'), text('gone')]).toEqual(['one', undefined, 'still here']);
});

test('keeps bytes and permission bits', async () => {
  const bytes = Buffer.from('\ufeffold\r\n', 'utf16le');
  const { cwd, conversation, restore } = setUp({ run: bytes });
  chmodSync(`${cwd}/run`, 0o755);
  await conversation.send(
    `call apply_patch ${JSON.stringify({ patch: '*** Begin Patch\n*** Delete File: run\n*** End Patch' })}`,
  );
  await restore(0);
  expect(readFileSync(`${cwd}/run`).equals(bytes)).toBe(true);
  expect(statSync(`${cwd}/run`).mode & 0o777).toBe(0o755);
});

test('changes nothing when a file was changed by hand, and says so', async () => {
  const { cwd, conversation, restore, text } = setUp({ a: 'one', b: 'one' });
  await conversation.send([write('a', 'two'), write('b', 'two')].join('\n'));
  writeFileSync(path.join(cwd, 'a'), 'by hand');
  expect(await restore(0)).toEqual({
    restored: [],
    conflicts: [{ path: `${cwd}/a`, reason: 'It was changed since Vakil changed it.' }],
  });
  expect([text('a'), text('b')]).toEqual(['by hand', 'two']);
});

test('overwrites what was changed by hand when told to', async () => {
  const { cwd, conversation, restore, text } = setUp({ a: 'one', b: 'one' });
  await conversation.send([write('a', 'two'), write('b', 'two')].join('\n'));
  writeFileSync(path.join(cwd, 'a'), 'by hand');
  rmSync(path.join(cwd, 'b'));
  expect((await restore(0, { force: true })).restored).toEqual([`${cwd}/a`, `${cwd}/b`]);
  expect([text('a'), text('b')]).toEqual(['one', 'one']);
});

test.each(['new', 'a'])(
  'leaves a folder that stands where a file was, also when told to overwrite: %s',
  async (name) => {
    const { cwd, conversation, restore, text } = setUp({ a: 'one', other: 'one' });
    await conversation.send([write('a', 'two'), write('new', 'made'), write('other', 'two')].join('\n'));
    rmSync(`${cwd}/${name}`);
    mkdirSync(`${cwd}/${name}`);
    writeFileSync(`${cwd}/${name}/work`, 'by hand');
    expect(await restore(0, { force: true })).toEqual({
      restored: [],
      conflicts: [
        {
          path: `${cwd}/${name}`,
          reason: 'It is no file any more, so it is left as it is. Move it away first.',
        },
      ],
    });
    expect([text(`${name}/work`), text('other')]).toEqual(['by hand', 'two']);
  },
);

test('never touches a file that Vakil did not change', async () => {
  const { cwd, conversation, restore, text } = setUp({ a: 'one', other: 'x' });
  await conversation.send(write('a', 'two'));
  writeFileSync(`${cwd}/other`, 'changed by somebody');
  writeFileSync(`${cwd}/fresh`, 'made by somebody');
  await restore(0);
  expect([text('a'), text('other'), text('fresh')]).toEqual([
    'one',
    'changed by somebody',
    'made by somebody',
  ]);
});

test('counts a file that is as it was already as done', async () => {
  const { cwd, conversation, restore } = setUp({ a: 'one' });
  await conversation.send(write('a', 'two'));
  writeFileSync(`${cwd}/a`, 'one');
  expect(await restore(0)).toEqual({ restored: [], conflicts: [] });
});

test('can itself be taken back to an earlier message', async () => {
  const { conversation, restore, text } = setUp({ a: 'one' });
  await conversation.send(write('a', 'two'));
  await conversation.send(write('a', 'three'));
  await restore(1);
  expect(text('a')).toBe('two');
  expect((await restore(0)).conflicts).toEqual([]);
  expect(text('a')).toBe('one');
});

test('goes through the editor where the file is open, unsaved text included', async () => {
  let open: string | undefined = 'unsaved';
  const documents: Documents = {
    read: async () => open,
    write: async (_path, text) => {
      open = text;
      return true;
    },
  };
  const { conversation, restore, text } = setUp({ a: 'saved' }, documents);
  await conversation.send(write('a', 'two'));
  expect([open, text('a')]).toEqual(['two', 'saved']);
  open = 'two, and a word by hand';
  expect((await restore(0)).conflicts).toMatchObject([{ reason: 'It was changed since Vakil changed it.' }]);
  open = 'two';
  await restore(0);
  expect([open, text('a')]).toEqual(['unsaved', 'saved']);
});

test('says so when there is no such message', async () => {
  const { restore } = setUp({});
  await expect(restore(5)).rejects.toMatchObject({ code: 'message-unknown' });
});

test('says so when a copy was lost', async () => {
  const cwd = tempFolder({ a: 'one' });
  const copies = tempFolder();
  const log: Entry[] = [{ type: 'user', id: 'm', at: 0, content: [], context: [], role: 'prompt' }];
  const checkpoints = new Checkpoints(nodeFiles, copies, async (entry) => {
    const kept = { id: 'c', at: 0, ...entry } as Entry;
    log.push(kept);
    return kept;
  });
  await checkpoints.save([{ path: `${cwd}/a`, before: Buffer.from('one'), after: Buffer.from('two') }], 'm');
  writeFileSync(`${cwd}/a`, 'two');
  for (const name of readdirSync(copies)) writeFileSync(path.join(copies, name), 'damaged');
  const options = { files: nodeFiles, documents: noDocuments, checkpoints, force: true };
  expect((await restoreFiles(log, 'm', options)).conflicts).toMatchObject([
    { reason: 'The copy of what it was is not there any more.' },
  ]);
});

test('nothing is brought back behind a folder that became a link since', async () => {
  const outside = tempFolder({ f: 'theirs' });
  const { cwd, conversation, restore } = setUp({ 'd/f': 'mine', 'd/g': 'mine' });
  await conversation.send(`${write('d/f', 'changed')}\n${write('d/new', 'x')}`);
  renameSync(`${cwd}/d`, `${cwd}/was`);
  symlinkSync(outside, `${cwd}/d`);
  const { restored, conflicts } = await restore(0, { force: true });
  expect([restored, conflicts.map(({ reason }) => reason)]).toEqual([
    [],
    [expect.stringContaining('leads elsewhere by now')],
  ]);
  expect([readdirSync(outside), readFileSync(`${outside}/f`, 'utf8')]).toEqual([['f'], 'theirs']);
});
