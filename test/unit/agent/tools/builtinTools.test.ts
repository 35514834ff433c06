import { describe, expect, test } from 'vitest';
import { createBuiltinTools } from '../../../../src/agent/tools/builtinTools.ts';

const tools = createBuiltinTools();
const keys = (schema: unknown) => Object.keys((schema as { properties: object }).properties);

test('are those of the table, with their other names and inputs', () => {
  expect(tools.map((tool) => [tool.name, tool.aliases.join(' '), keys(tool.inputSchema).join(' ')])).toEqual([
    ['read_file', 'Read read', 'path offset limit'],
    ['write_file', 'Write', 'path content'],
    ['edit_file', 'Edit MultiEdit', 'path old_string new_string replace_all'],
    ['apply_patch', '', 'patch'],
    ['bash', 'Bash', 'command timeout_ms background'],
    ['bash_output', '', 'id'],
    ['bash_kill', '', 'id'],
    ['glob', 'Glob', 'pattern path'],
    ['grep', 'Grep', 'pattern path glob'],
    ['web_fetch', 'WebFetch', 'url'],
    ['update_plan', 'TodoWrite', 'entries'],
  ]);
});

const cwd = '/home/me/project';
const inputs: Record<string, { input: unknown; claims: unknown; subject: unknown }> = {
  read_file: {
    input: { path: 'a' },
    claims: { readOnly: true },
    subject: { kind: 'read', paths: ['/home/me/project/a'] },
  },
  write_file: {
    input: { path: 'a', content: '' },
    claims: { paths: ['a'] },
    subject: { kind: 'write', paths: ['/home/me/project/a'] },
  },
  edit_file: {
    input: { path: 'a', old_string: 'x', new_string: 'y' },
    claims: { paths: ['a'] },
    subject: { kind: 'write', paths: ['/home/me/project/a'], shows: ['/home/me/project/a'] },
  },
  apply_patch: {
    input: {
      patch: '*** Begin Patch\n*** Update File: a\n*** Move to: b\n-x\n+y\n*** Delete File: c\n*** End Patch',
    },
    claims: { paths: ['a', 'b', 'c'] },
    subject: {
      kind: 'write',
      paths: ['/home/me/project/a', '/home/me/project/b', '/home/me/project/c'],
      shows: ['/home/me/project/a'],
    },
  },
  bash: { input: { command: 'ls' }, claims: { exclusive: true }, subject: { kind: 'command', line: 'ls' } },
  bash_output: { input: { id: 'x' }, claims: undefined, subject: { kind: 'none' } },
  bash_kill: { input: { id: 'x' }, claims: undefined, subject: { kind: 'none' } },
  glob: { input: { pattern: '*' }, claims: { readOnly: true }, subject: { kind: 'read', paths: [cwd] } },
  grep: { input: { pattern: 'x' }, claims: { readOnly: true }, subject: { kind: 'read', paths: [cwd] } },
  web_fetch: {
    input: { url: 'https://x.example' },
    claims: { readOnly: true },
    subject: { kind: 'url', url: 'https://x.example' },
  },
  update_plan: { input: { entries: [] }, claims: undefined, subject: { kind: 'none' } },
};

describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  test('claims what it needs and says what it is about', () => {
    const { input, claims, subject } = inputs[name] ?? {};
    const parsed = tool.parse(input);
    if (!parsed.ok) throw new Error(parsed.message);
    expect({ claims: tool.claims(parsed.input, cwd), subject: tool.subject(parsed.input, cwd) }).toEqual({
      claims,
      subject,
    });
  });

  test('has a description and a title', () => {
    const parsed = tool.parse(inputs[name]?.input);
    if (!parsed.ok) throw new Error(parsed.message);
    expect(tool.description.length).toBeGreaterThan(20);
    expect(tool.present(parsed.input, cwd).title).not.toBe('');
  });

  test('gives a model nothing that loosens security', () => {
    expect(JSON.stringify(tool.inputSchema)).not.toMatch(
      /sandbox|permission|approv|trust|danger|bypass|unsafe|sudo/i,
    );
  });
});
