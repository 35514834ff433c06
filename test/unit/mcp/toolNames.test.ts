import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fullToolName, providerNames, splitToolName } from '../../../src/mcp/toolNames.ts';

const aliasOf = (...names: string[]) => [...providerNames(names)].map(([full, alias]) => [full, alias]);

describe('names for providers', () => {
  test('a name that every provider takes stays itself', () => {
    expect(aliasOf('mcp__fs__read_file', 'mcp__fs__list-all')).toEqual([
      ['mcp__fs__list-all', 'mcp__fs__list-all'],
      ['mcp__fs__read_file', 'mcp__fs__read_file'],
    ]);
  });

  test.each([
    ['dots', 'mcp__s__a.b'],
    ['slashes', 'mcp__s__a/b'],
    ['blanks', 'mcp__s__a b'],
    ['letters beyond ASCII', 'mcp__s__prüfen'],
    ['more than 64 characters', `mcp__s__${'x'.repeat(80)}`],
  ])('%s get an alias of at most 64 safe characters', (_what, name) => {
    expect(providerNames([name]).get(name)).toMatch(/^mcp__s__[A-Za-z0-9_-]{1,56}$/);
  });

  test('names that look alike once cleaned stay apart', () => {
    const names = ['mcp__s__a.b', 'mcp__s__a/b', 'mcp__s__a_b'];
    expect(new Set(providerNames(names).values()).size).toBe(3);
    expect(providerNames(names).get('mcp__s__a_b')).toBe('mcp__s__a_b');
  });

  test('every alias leads back to one name, whatever the names and their order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1, maxLength: 90 }), { maxLength: 30 }), (tools) => {
        const names = tools.map((tool) => fullToolName('srv', tool));
        const forward = providerNames(names);
        expect(new Set(forward.values()).size).toBe(names.length);
        for (const alias of forward.values()) expect(alias).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
        expect([...providerNames([...names].reverse())].sort()).toEqual([...forward].sort());
      }),
    );
  });
});

describe('full names', () => {
  test.each([
    ['mcp__fs__read', { server: 'fs', tool: 'read' }],
    ['mcp__my_fs__read__all', { server: 'my_fs', tool: 'read__all' }],
    ['mcp__fs__a.b c', { server: 'fs', tool: 'a.b c' }],
    ['bash', undefined],
    ['mcp__fs', undefined],
    ['mcp____x', undefined],
  ])('%s', (name, parts) => {
    expect(splitToolName(name)).toEqual(parts);
  });
});
