import { describe, expect, test } from 'vitest';
import { CancelledError, ExpectedError } from '../../../../src/base/errors.ts';
import { authMethodOf, authNotice } from '../../../../src/extension/chat/authNotice.ts';
import { commandViews, inventoryCommands } from '../../../../src/extension/chat/commandViews.ts';
import { subjectOf } from '../../../../src/extension/chat/questions.ts';
import { failureNotice, placeOf } from '../../../../src/extension/chat/turnNotices.ts';
import type { InventoryItem } from '../../../../src/protocol/inventory.ts';

describe('a failure', () => {
  test.each([
    [new ExpectedError('agent-gone', 'Gone.', { detail: 'last words' }), ['restart-agent', 'show-log']],
    [new ExpectedError('agent-not-started', 'Not started.'), ['restart-agent', 'show-log']],
    [new ExpectedError('agent-error', 'No key.'), ['show-log']],
    [new Error('bug'), ['show-log']],
  ])('%s offers %j', (error, ids) => {
    const notice = failureNotice(error);
    expect(notice.actions?.map((action) => action.id)).toEqual(ids);
    expect(notice.title).toBe(error.message);
  });

  test('of the configuration offers its place, and to do without the plugin', () => {
    const path = '/home/me/.config/vak/plugins/tea/.vak-plugin/plugin.yaml';
    const notice = failureNotice(new ExpectedError('config-broken', `${path}:3: name is missing`));
    const ids = (notice.actions ?? []).map((action) => action.id);
    expect(ids.slice(1)).toEqual(['disable-plugin', 'retry']);
    expect(placeOf(ids[0] ?? '')).toEqual({ path, line: 3 });
  });

  test.each([
    ['retry', undefined],
    ['open-place:/a/b.toml', { path: '/a/b.toml', line: undefined }],
    ['open-place:C:\\a\\b.toml:7', { path: 'C:\\a\\b.toml', line: 7 }],
  ])('the button %s leads to %j', (id, place) => {
    expect(placeOf(id)).toEqual(place);
  });
});

test('a sign-in offers each way, and says which ways are elsewhere', () => {
  const notice = authNotice([
    { id: 'key', name: 'API key', description: 'Paste a key', type: undefined },
    { id: 'tty', name: 'Terminal', type: 'terminal' },
  ]);
  expect(notice.actions?.map(({ id, label }) => [authMethodOf(id), label])).toEqual([
    ['key', 'API key'],
    [undefined, 'Try again'],
  ]);
  expect(notice.detail).toBe('API key: Paste a key\nTerminal (outside of VS Code)');
  expect(authNotice([]).detail).toContain('its own command line');
});

test.each([
  [{ command: 'rm -rf /' }, 'rm -rf /'],
  [{ command: ['git', 'push'] }, 'git push'],
  [{ file_path: '/a', old_string: 'x' }, '/a'],
  [{ city: 'Pune' }, '{\n  "city": "Pune"\n}'],
  ['raw text', 'raw text'],
  [{}, '/place'],
  [undefined, '/place'],
])('what is asked about %j is %j', (input, subject) => {
  expect(subjectOf({ input, title: 'T', locations: [{ path: '/place' }] })).toBe(subject);
});

test.each([
  [
    { name: '/fix', description: 'd' },
    { name: 'fix', group: 'command', source: 'agent' },
  ],
  [
    { name: 'skill:tea', description: 'd' },
    { name: 'skill:tea', group: 'skill' },
  ],
  [
    { name: 'help', description: 'd', meta: { vak: { group: 'builtin', source: '' } } },
    { name: 'help', group: 'builtin', source: '' },
  ],
  [
    { name: 'x', description: 'd', meta: { vak: { group: 'nonsense' } } },
    { name: 'x', group: 'command' },
  ],
])('the command %j is listed as %j', (command, view) => {
  expect(commandViews([command])).toMatchObject([view]);
});

test('beside a foreign agent our active commands and skills are listed', () => {
  const item = (
    kind: InventoryItem['kind'],
    name: string,
    state: InventoryItem['state'] = 'active',
  ): InventoryItem => ({
    kind,
    name,
    state,
    label: 'project',
    description: name,
    origin: { scope: 'project', path: `/p/${name}` },
  });
  const items = [
    item('command', 'fix'),
    item('skill', 'tea'),
    item('hook', 'h'),
    item('skill', 'old', 'shadowed'),
  ];
  expect(inventoryCommands({ items, diagnostics: [] }).map(({ name, group }) => [name, group])).toEqual([
    ['fix', 'command'],
    ['skill:tea', 'skill'],
  ]);
});

test('a cancellation is a sentence like any other here; who shows it asks first', () => {
  expect(failureNotice(new CancelledError()).severity).toBe('error');
});
