import { expect, test } from 'vitest';
import { createBuiltinTools } from '../../../../src/agent/tools/builtinTools.ts';
import type { Tool } from '../../../../src/agent/tools/tool.ts';
import { childTools, type Narrowing } from '../../../../src/agent/workers/narrow.ts';
import { suiteFolder } from '../../../support/tempFolder.ts';
import { workersTest } from './testWorkers.ts';

const all: readonly Tool[] = [...createBuiltinTools(), workersTest({ cwd: suiteFolder() }).task];
const names = (narrowing: Narrowing) => childTools(all, narrowing).map((tool) => tool.name);

test('a child has everything but the tool that starts workers', () => {
  expect(names({ readonly: false })).toEqual(all.map((tool) => tool.name).filter((name) => name !== 'task'));
});

test('a read-only child reads and searches', () => {
  expect(names({ readonly: true })).toEqual(['read_file', 'glob', 'grep']);
});

test('a scoped child has no shell', () => {
  const scoped = names({ readonly: false, paths: ['src/**'] });
  expect(['bash', 'bash_output', 'bash_kill'].filter((name) => scoped.includes(name))).toEqual([]);
});

test('a scoped child has no tools of servers, whatever they say of themselves', () => {
  const [glob] = createBuiltinTools().filter((tool) => tool.name === 'glob');
  if (!glob) throw new Error('no glob');
  const served = { ...glob, name: 'mcp__docs__find', source: 'docs' };
  const meta = { ...glob, name: 'mcp' };
  const offered = (narrowing: Narrowing) =>
    childTools([glob, served, meta], narrowing, true).map((tool) => tool.name);
  expect([offered({ readonly: false, paths: ['src/**'] }), offered({ readonly: false })]).toEqual([
    ['glob'],
    ['glob', 'mcp__docs__find', 'mcp'],
  ]);
});

test.each([
  [['src'], true],
  [['src/**'], true],
  [['src/**/*', './docs/'], true],
  [['**'], true],
  [['src/*.ts'], false],
  [['*.md'], false],
  [['src/*'], false],
  [['src/a**'], false],
  [['src/**', 'docs/*.md'], false],
])('a child with the scope %j in a sandbox has a shell: %s', (paths, expected) => {
  const tools = childTools(all, { readonly: false, paths }, true).map((tool) => tool.name);
  expect(tools.includes('bash')).toBe(expected);
});

test('an agent’s list names tools by any of their names, and never widens', () => {
  expect([
    names({ readonly: false, tools: ['Read', 'task', 'grep'] }),
    names({ readonly: true, tools: ['bash', 'glob'] }),
    names({ readonly: false, tools: [] }),
  ]).toEqual([['read_file', 'grep'], ['glob'], []]);
});
