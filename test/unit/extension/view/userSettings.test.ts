import { expect, test } from 'vitest';
import { userSettings } from '../../../../src/extension/view/userSettings.ts';

/** VS Code's section: the merged values as properties, functions, and where the values come from. */
const section = (merged: Record<string, unknown>, own: Record<string, unknown>) => ({
  ...merged,
  get: () => undefined,
  inspect: (key: string) => ({ globalValue: own[key], workspaceValue: merged[key] }),
});

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  [
    'keys that the person set',
    { mode: 'read-only', permissions: { deny: ['Bash'] } },
    { mode: 'read-only', permissions: { deny: ['Bash'] } },
  ],
  [
    'none of the extension’s own',
    { agent: { command: 'x' }, mcpServers: { a: {} }, mcp: { editorTools: true } },
    {},
  ],
  ['the rest of a table', { mcp: { editorTools: true, exposure: 'meta' } }, { mcp: { exposure: 'meta' } }],
  ['no empty text', { model: '' }, {}],
])('sends %s', (_title, own, sent) => expect(userSettings(section(own, own))).toEqual(sent));

test('what the workspace sets is not the person’s', () =>
  expect(userSettings(section({ permissions: { allow: ['Bash'] } }, {}))).toEqual({}));
