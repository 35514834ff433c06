import { symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createPermissions } from '../../../../../src/agent/permissions/decide.ts';
import { createPlaces } from '../../../../../src/agent/permissions/places.ts';
import { withheldFrom } from '../../../../../src/agent/permissions/withheld.ts';
import { results, ruledConversation } from '../../../../support/ruledConversation.ts';
import { tempFolder } from '../../../../support/tempFolder.ts';
import { decideInput, testHost } from '../../permissions/decideInput.ts';

const tree = { '.env': 'K=TOPSECRET\n', 'a.txt': 'TOP\n', 'deep/prod.env': 'TOP\n', 'deep/b.txt': 'TOP\n' };
const deny = ['Read(*.env)'];

test.each<[string, object, string]>([
  ['in everything', { pattern: 'TOP' }, 'a.txt:1:TOP\ndeep/b.txt:1:TOP'],
  ['by a glob that names the file', { pattern: 'TOP', glob: '.env' }, 'No matches for TOP.'],
  ['in a folder', { pattern: 'TOP', path: 'deep' }, 'deep/b.txt:1:TOP'],
  [
    'in the file itself',
    { pattern: 'TOP', path: '.env' },
    'Denied: the deny rule Read(*.env) holds for .env',
  ],
  [
    'in a link to the file',
    { pattern: 'TOP', path: 'link' },
    'Denied: the deny rule Read(*.env) holds for link',
  ],
])('grep %s shows nothing of a file that may not be read', async (_title, input, text) => {
  const cwd = tempFolder(tree);
  symlinkSync('.env', `${cwd}/link`);
  expect(await results(ruledConversation(cwd, { deny }), ['grep', input])).toEqual([text]);
});

test.each([
  ['Grep(*.env)', 'a.txt:1:TOP\ndeep/b.txt:1:TOP'],
  ['Read(deep/**)', '.env:1:K=TOPSECRET\na.txt:1:TOP'],
  ['Read(./*)', 'deep/b.txt:1:TOP\ndeep/prod.env:1:TOP'],
  ['Edit(*.env)', '.env:1:K=TOPSECRET\na.txt:1:TOP\ndeep/b.txt:1:TOP\ndeep/prod.env:1:TOP'],
])('with a deny rule %s grep shows the rest', async (rule, text) => {
  expect(
    await results(ruledConversation(tempFolder(tree), { deny: [rule] }), ['grep', { pattern: 'TOP' }]),
  ).toEqual([text]);
});

test('lines of a file that may not be read use up nothing of the limit', async () => {
  const cwd = tempFolder({ '.env': 'TOP\n'.repeat(5000), 'z.txt': 'TOP\n' });
  expect(await results(ruledConversation(cwd, { deny }), ['grep', { pattern: 'TOP' }])).toEqual([
    'z.txt:1:TOP',
  ]);
});

test('glob and the list of a folder leave out files that may not be read', async () => {
  const [found, listed, near] = await results(
    ruledConversation(tempFolder(tree), { deny }),
    ['glob', { pattern: '**/*' }],
    ['read_file', { path: 'deep' }],
    ['read_file', { path: 'deep/prod.en' }],
  );
  expect(found).toBe('a.txt\ndeep/b.txt');
  expect(listed).toMatch(/It holds:\nb\.txt$/);
  expect(near).not.toContain('prod.env');
});

test('a file that asks is left out of a search, and searched when it is named', async () => {
  const conversation = ruledConversation(tempFolder(tree), { mode: 'ask', ask: deny });
  expect(
    await results(
      conversation,
      ['grep', { pattern: 'TOP', path: 'deep' }],
      ['grep', { pattern: 'TOP', path: '.env' }],
    ),
  ).toEqual(['deep/b.txt:1:TOP', '.env:1:K=TOPSECRET']);
  expect(conversation.questions.map(({ decision }) => decision.because)).toEqual([
    'the ask rule Read(*.env) holds for .env',
  ]);
});

test('in auto ask rules keep nothing back', async () => {
  const conversation = ruledConversation(tempFolder(tree), { ask: deny });
  expect(await results(conversation, ['grep', { pattern: 'TOP', path: 'deep/prod.env' }])).toEqual([
    'deep/prod.env:1:TOP',
  ]);
});

test('a denied file can’t be moved to a name under which it may be read', async () => {
  const patch = '*** Begin Patch\n*** Update File: .env\n*** Move to: moved\n*** End Patch';
  const conversation = ruledConversation(tempFolder(tree), { mode: 'accept-edits', deny });
  const [moved, read] = await results(
    conversation,
    ['apply_patch', { patch }],
    ['read_file', { path: 'moved' }],
  );
  expect(moved).toBe('Denied: the deny rule Read(*.env) holds for .env');
  expect(read).toMatch(/moved does not exist/);
});

test('what may be read of a folder agrees with the decision about each file', async () => {
  const cwd = tempFolder(tree);
  symlinkSync('deep', `${cwd}/way`);
  const host = testHost(cwd);
  const decide = createPermissions(host);
  for (const rule of ['*.env', 'deep/*', '**/b.txt', './way/*', `${cwd}/deep/prod.env`, '~/deep/**'])
    for (const folder of ['.', 'deep', 'way'])
      for (const file of ['a.txt', 'b.txt', 'prod.env']) {
        const input = decideInput({
          tool: 'grep',
          aliases: ['Grep'],
          mode: 'auto',
          cwd,
          roots: [cwd],
          deny: [`Read(${rule})`],
        });
        const { outcome } = await decide({
          ...input,
          subject: { kind: 'read', paths: [`${folder}/${file}`] },
        });
        const withheld = await withheldFrom(input, createPlaces(host)).below(folder);
        expect([rule, folder, file, withheld(file)]).toEqual([rule, folder, file, outcome === 'deny']);
      }
});
