import { expect, test } from 'vitest';
import { Approvals } from '../../../../src/extension/mcp/approvals.ts';
import type { FoundServer } from '../../../../src/extension/mcp/findServers.ts';

const found = (command: string, more: Partial<FoundServer> = {}): FoundServer => ({
  name: 'a',
  definition: { kind: 'stdio', command, args: ['--flag'], env: { TOKEN: 'secret-value' } },
  inputs: new Map(),
  place: '/home/me/app/.vscode/mcp.json',
  folder: '/home/me/app',
  fromWorkspace: true,
  hash: command,
  ...more,
});
const approvals = (kept: unknown = undefined) => {
  let value = kept;
  return new Approvals({
    get: () => value,
    set: async (next) => {
      value = next;
    },
  });
};

test('what the workspace brings waits for an approval of exactly that', async () => {
  const all = approvals();
  expect(all.isApproved(found('x'))).toBe(false);
  await all.approve([found('x')]);
  expect(all.isApproved(found('x'))).toBe(true);
  expect(all.isApproved(found('y'))).toBe(false);
});

test('a changed one is asked about with what it was before, and no value is shown', async () => {
  const all = approvals();
  await all.approve([found('x')]);
  expect(all.question(found('y'))).toMatchObject({
    runs: 'y --flag (sets TOKEN)',
    before: 'x --flag (sets TOKEN)',
  });
});

test.each<[string, Partial<FoundServer>, string]>([
  [
    'folder and environment file',
    { definition: { kind: 'stdio', command: 'x', args: [], env: {}, cwd: 'srv', envFile: '.env' } },
    'x (sets what .env says; in srv)',
  ],
  [
    'what a header takes from the environment, and no value',
    {
      definition: {
        kind: 'http',
        url: 'https://example.com/mcp',
        headers: { 'X-Key': '${env:SOME_KEY}', Authorization: 'Bearer secret' },
        orSse: false,
      },
    },
    'http https://example.com/mcp (sends X-Key with ${env:SOME_KEY}, Authorization)',
  ],
  [
    'what nobody would see',
    { definition: { kind: 'stdio', command: 'x', args: ['a\u202eb', 'c\nd'], env: {} } },
    'x a‹U+202E›b c‹U+000A›d',
  ],
  [
    'whose place it takes',
    { definition: { kind: 'stdio', command: 'x', args: [], env: {} }, replaces: '/home/me/mcp.json' },
    'x (instead of your own of that name in /home/me/mcp.json)',
  ],
])('the question tells %s', (_title, more, runs) =>
  expect(approvals().question(found('x', more)).runs).toBe(runs),
);

test('the same with other files is asked about as such', async () => {
  const all = approvals();
  await all.approve([found('x')]);
  expect(all.question(found('x', { hash: 'other' })).before).toBe('the same, with other files');
});

test('the same name in another file needs its own', async () => {
  const all = approvals();
  await all.approve([found('x')]);
  expect(all.isApproved(found('x', { place: '/home/me/lib/.mcp.json' }))).toBe(false);
});

test('the person’s own servers need none', () => {
  expect(approvals().isApproved(found('x', { fromWorkspace: false }))).toBe(true);
});

test('a store that holds something else counts as empty', () => {
  expect(approvals([1, 2]).isApproved(found('x'))).toBe(false);
});
