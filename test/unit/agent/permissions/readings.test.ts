import { describe, expect, test } from 'vitest';
import { createPermissions } from '../../../../src/agent/permissions/decide.ts';
import { createBuiltinTools } from '../../../../src/agent/tools/builtinTools.ts';
import { decideInput, testHost } from './decideInput.ts';

const decide = createPermissions(testHost());

describe('a here-document that bash ends elsewhere than the grammar', () => {
  test.each([
    "cat <<'E'\n\\\nE\ngit -C . push\nE",
    'cat <<E\n\\\nE\ngit -C . push\nE',
    "cat <<-'E'\n\\\n\tE\ngit -C . push\nE",
    'cat <<E\n$\nE\ntouch made\nE',
    "cat <<E'F'\nEF\ntouch made\nE'F'",
    "npm test <<'E'\n\\\nE\ntouch made\nE",
    "\n\n\n   cat <<'E'\n\\\nE\ntouch made\nE",
  ])('is never allowed: %j', async (line) => {
    const subject = { kind: 'command', line } as const;
    const asked = await decide(decideInput({ allow: ['Bash(npm test *)'], subject }));
    const guarded = await decide(decideInput({ deny: ['Bash(git push *)'], mode: 'auto', subject }));
    expect([asked.outcome === 'allow', guarded.outcome === 'allow' && line.includes('push')]).toEqual([
      false,
      false,
    ]);
  });

  test.each([
    'cat <<EOF\nhello $USER\nEOF',
    "cat <<'EOF'\na\\b\nEOF",
    'cat <<-EOF\n\thi\n\tEOF',
    'cat <<EOF | wc -l\nx\nEOF',
  ])('but an ordinary one reads as ever: %j', async (line) => {
    expect((await decide(decideInput({ subject: { kind: 'command', line } }))).outcome).toBe('allow');
  });
});

describe('a file tool is judged by the place it really takes', () => {
  const cwd = '/home/me/project';
  const inputs = {
    read_file: (path: string) => ({ path }),
    write_file: (path: string) => ({ path, content: 'x' }),
    edit_file: (path: string) => ({ path, old_string: 'a', new_string: 'b' }),
    apply_patch: (path: string) => ({ patch: `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch` }),
    grep: (path: string) => ({ pattern: 'x', path }),
  };
  test.each(
    Object.entries(inputs).flatMap(([name, input]) =>
      ['file:///home/me/secret', 'file:///home/me/%73ecret', 'file:///etc/passwd'].map(
        (path) => [name, path, input] as const,
      ),
    ),
  )('%s of %s asks in auto', async (name, path, input) => {
    const tool = createBuiltinTools().find((one) => one.name === name);
    const parsed = tool?.parse(input(path));
    if (!tool || !parsed?.ok) throw new Error('the tool takes this input');
    const subject = tool.subject(parsed.input, cwd);
    expect(
      (await decide(decideInput({ tool: name, aliases: tool.aliases, mode: 'auto', subject }))).outcome,
    ).toBe('ask');
  });
});

test.each([
  'echo x <AGENTS.md >/dev/stdin',
  'echo x 3<AGENTS.md >/dev/fd/3',
  'echo x <AGENTS.md >>/dev/fd/0',
])('what is written to an open descriptor asks in auto: %s', async (line) => {
  expect((await decide(decideInput({ mode: 'auto', subject: { kind: 'command', line } }))).outcome).toBe(
    'ask',
  );
});

test.each(['echo hi >&1-1', '[[ a ]] >&3-4', ': >& 1-2'])(
  'a name that looks like a descriptor is a file: %s',
  async (line) => {
    expect((await decide(decideInput({ subject: { kind: 'command', line } }))).outcome).toBe('ask');
  },
);

test.each([
  ['find runs it beside what it found', 'find src -execdir cat ./inner \\;'],
  ['the folder is another one', 'env -C src cat inner'],
  ['the folder is another one', 'env --chdir=src cat inner'],
  ['git may run what a repository there says', 'cd bare; git status'],
  ['it follows links', 'diff -rN src empty'],
  ['it follows links', 'ls -RL .'],
])('asks when %s: %s', async (_why, line) => {
  expect((await decide(decideInput({ subject: { kind: 'command', line } }))).outcome).toBe('ask');
});
