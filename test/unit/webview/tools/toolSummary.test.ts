import { describe, expect, test } from 'vitest';
import type { TranscriptItemOf } from '../../../../src/protocol/transcript.ts';
import { mcpName, relativePath, summarizeTool } from '../../../../src/webview/tools/toolSummary.ts';

type Tool = TranscriptItemOf<'tool'>;
const CWD = '/home/me/acme';

function tool(more: Partial<Tool>): Tool {
  return {
    kind: 'tool',
    id: 't',
    title: 'A title',
    toolKind: 'other',
    status: 'completed',
    locations: [],
    content: [],
    output: '',
    meta: {},
    ...more,
  };
}

describe('a tool’s line', () => {
  test.each<[string, Partial<Tool>, object]>([
    [
      'a read, with its lines',
      { toolKind: 'read', locations: [{ path: `${CWD}/a.ts` }], input: { offset: 10, limit: 20 } },
      { verb: 'Read', target: 'a.ts', figure: '10–29', code: true },
    ],
    [
      'a read from a line on',
      { toolKind: 'read', input: { path: 'a.ts', offset: 10 } },
      { verb: 'Read', target: 'a.ts', figure: 'from 10' },
    ],
    [
      'an edit, with the lines it changed',
      {
        toolKind: 'edit',
        content: [{ type: 'diff', path: `${CWD}/src/a.ts`, oldText: 'a\nb\n', newText: 'a\nc\nd\n' }],
      },
      { verb: 'Edit', target: 'src/a.ts', added: 2, removed: 1 },
    ],
    [
      'a file that is made',
      { toolKind: 'edit', content: [{ type: 'diff', path: `${CWD}/a.ts`, oldText: null, newText: 'a\n' }] },
      { verb: 'Create', target: 'a.ts', added: 1, removed: 0 },
    ],
    [
      'an edit of several files',
      {
        toolKind: 'edit',
        locations: [{ path: `${CWD}/a.ts` }, { path: `${CWD}/b.ts` }, { path: `${CWD}/b.ts`, line: 3 }],
      },
      { verb: 'Edit', target: 'a.ts and 1 more' },
    ],
    [
      'a command',
      { toolKind: 'execute', input: { command: 'npm test' }, title: 'Run tests' },
      { icon: 'terminal', verb: 'Run', target: 'npm test' },
    ],
    [
      'a command that only its title tells',
      { toolKind: 'execute', title: '`npm test`' },
      { target: 'npm test' },
    ],
    [
      'a search, with where',
      { toolKind: 'search', input: { pattern: 'TODO', path: 'src' } },
      { verb: 'Search', target: 'TODO', figure: 'in src' },
    ],
    ['a fetch', { toolKind: 'fetch', input: { url: 'https://x' } }, { verb: 'Fetch', target: 'https://x' }],
    [
      'a server’s tool, with where it comes from',
      { name: 'mcp__github__list_pull_requests', meta: { source: 'from the editor' } },
      { icon: 'plug', verb: 'github', target: 'list_pull_requests', figure: 'from the editor' },
    ],
    ['what is not known by its title', { title: 'Ponder' }, { verb: '', target: 'Ponder', code: false }],
    [
      'a search without a pattern by its title',
      { toolKind: 'search', title: 'Find it' },
      { target: 'Find it' },
    ],
  ])('says %s', (_, more, line) => {
    expect(summarizeTool(tool(more), CWD)).toMatchObject(line);
  });

  test.each([
    ['mcp__a__b', { server: 'a', tool: 'b' }],
    ['mcp__a-b__c__d', { server: 'a-b', tool: 'c__d' }],
    ['read_file', undefined],
    [undefined, undefined],
  ])('takes %s apart', (name, parts) => {
    expect(mcpName(name)).toEqual(parts);
  });

  test.each([
    ['/home/me/acme/src/a.ts', 'src/a.ts'],
    ['/home/me/acme', '.'],
    ['/home/me/acme2/a.ts', '/home/me/acme2/a.ts'],
    ['/etc/hosts', '/etc/hosts'],
    ['src/a.ts', 'src/a.ts'],
  ])('shows the path %s as %s', (path, shown) => {
    expect(relativePath(path, CWD)).toBe(shown);
  });

  test('shows a Windows path as seen from its folder', () => {
    expect(relativePath('C:\\acme\\src\\a.ts', 'C:\\acme')).toBe('src/a.ts');
  });
});
