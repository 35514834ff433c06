import { describe, expect, test } from 'vitest';
import {
  type InventoryNode,
  inventoryTree,
  itemContext,
  waitingNames,
} from '../../../../src/extension/view/inventoryTree.ts';
import { serverDescription } from '../../../../src/extension/view/serverDescription.ts';
import type { InventoryItem } from '../../../../src/protocol/inventory.ts';

function item(name: string, over: Partial<InventoryItem> = {}): InventoryItem {
  const origin = { scope: 'project' as const, path: `/p/${name}` };
  return { kind: 'skill', name, label: 'project', description: '', origin, state: 'active', ...over };
}

function lines(nodes: readonly InventoryNode[], indent = ''): string[] {
  return nodes.flatMap((node) => {
    const name =
      node.kind === 'item'
        ? `${node.item.name} ${node.item.state}`
        : node.kind === 'group'
          ? node.label
          : node.kind === 'problem'
            ? node.diagnostic.message
            : node.kind;
    return [`${indent}${name}`, ...lines(node.children, `${indent}  `)];
  });
}

test('items stand under their kind by name, shadowed ones under what they lost to, problems first', () => {
  const user = { scope: 'user' as const, path: '/u/tea' };
  const tree = inventoryTree({
    items: [
      item('tea'),
      item('tea', { origin: user, state: 'shadowed', shadowedBy: '/p/tea' }),
      item('ale', { state: 'shadowed', shadowedBy: '/elsewhere' }),
      item('fix', { kind: 'command' }),
    ],
    diagnostics: [
      { severity: 'error', code: 'x', message: 'broken', path: '/p/x', line: 3 },
      { severity: 'info', code: 'y', message: 'told', path: '/p/y' },
    ],
  });
  expect(lines(tree)).toEqual([
    'problems',
    '  broken',
    'Skills',
    '  ale shadowed',
    '  tea active',
    '    tea shadowed',
    'Commands',
    '  fix active',
  ]);
});

test('every item is somewhere in the tree', () => {
  const states: InventoryItem['state'][] = [
    'active',
    'shadowed',
    'disabled',
    'untrusted',
    'error',
    'skipped',
  ];
  const items = states.map((state) => item(state, { state, shadowedBy: '/p/active' }));
  const found = lines(inventoryTree({ items, diagnostics: [] })).map((line) => line.trim().split(' ')[0]);
  expect(found.sort()).toEqual(
    ['Skills', ...states, 'active'].filter((v, i, all) => all.indexOf(v) === i).sort(),
  );
});

test.each([
  [item('a'), 'item skill active runnable can-disable'],
  [item('a', { state: 'disabled' }), 'item skill disabled can-enable'],
  [item('a', { state: 'untrusted', kind: 'hook' }), 'item hook untrusted'],
  [item('a', { kind: 'instructions' }), 'item instructions active'],
  [item('a', { origin: { scope: 'builtin', path: '/b' } }), 'item skill active runnable'],
])('what can be done with %j is said by «%s»', (one, context) => {
  expect(itemContext(one)).toBe(context);
});

describe('a server', () => {
  const server = { id: 'x', source: 'project', transport: 'stdio', tools: [], log: [] };
  test.each([
    [{ ...server, state: 'ready' as const, tools: [{ name: 't', description: '' }] }, 'project · 1 tool'],
    [{ ...server, state: 'idle' as const }, 'project · idle'],
    [
      { ...server, state: 'failed' as const, reason: 'it ended', retryAt: 5000 },
      'project · failed · it ended · next attempt in 4 s',
    ],
    [{ ...server, state: 'failed' as const, retryAt: 10 }, 'project · failed'],
  ])('%j is described as «%s»', (state, text) => {
    expect(serverDescription(state, 1000)).toBe(text);
  });
});

test('what waits for an approval is named as a person knows it, and its row can be approved', () => {
  const approval = { content: 'command: x', changes: [] };
  const waits = (kind: InventoryItem['kind'], name: string) =>
    item(name, { kind, state: 'untrusted', approval });
  const items = [
    item('tea'),
    waits('hook', 'guard.yaml#PreToolUse[0]'),
    waits('hook', 'guard.yaml#Stop[0]'),
    waits('mcp', 'tea'),
    item('off', { kind: 'hook', state: 'untrusted' }),
  ];
  expect(waitingNames(items)).toEqual(['guard.yaml', 'tea']);
  expect(items.map((each) => itemContext(each).includes('can-approve'))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});
