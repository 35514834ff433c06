import { describe, expect, test } from 'vitest';
import { lineOutcomes } from './decideInput.ts';

const outcome = lineOutcomes();

describe('Vakil’s own program', () => {
  test.each([
    'vak trust',
    'vak trust /home/me/project',
    '/usr/bin/vak trust',
    'V"a"k trust',
    'vak plugin enable x',
    'vak plugin install ./x --yes',
    'vak plugin',
    'vak --json trust',
    'vak -- trust',
    'vak mcp call s t',
    'vak mcp approve s',
    'vak import claude --write',
    'vak sessions delete x',
    'vak acp',
    'vak run --mode auto x',
    'vak "$x"',
    'vak $(echo trust)',
    'echo trust | xargs vak',
    'env A=b vak trust',
    'bash -c "vak trust"',
    'cd /home/me/project && vak trust',
    'find . -exec vak trust {} +',
    'npx vak trust',
    'npx -y vakil@1 trust',
    'npm exec -- vak trust',
    'pnpm exec vak trust',
    'node_modules/.bin/vak trust',
    'node node_modules/.bin/vak trust',
    'node dist/cli.mjs trust',
    'node --no-warnings dist/cli.mjs plugin enable x',
    'dist/cli.mjs trust',
    'node dist/cli.mjs "$x"',
    'node dist/agent.mjs acp',
    "npx -c 'vak trust'",
    'script -qc "vak trust" /dev/null',
    'node dist/cli.mj[s] trust',
    'va? trust',
    'v=vak; $v trust',
    'ssh localhost vak trust',
    'tsx vak trust',
    "git -c alias.x='!vak trust' x",
    "echo 'vak trust' | sh",
    'setpriv vak trust',
  ])('asks in every mode where it changes what the agent obeys: %s', async (line) => {
    const modes = ['ask', 'accept-edits', 'auto', 'read-only'] as const;
    const allow = ['Bash', 'Bash(vak *)'];
    expect(await Promise.all(modes.map((mode) => outcome(line, { mode, allow })))).toEqual([
      'ask',
      'ask',
      'ask',
      'deny',
    ]);
  });

  test.each([
    'vak inventory --json',
    'vak explain skill:x',
    'vak skills validate',
    'vak config check',
    'vak plugin list',
    'vak mcp probe',
    'vak sessions list',
    'vak --version',
    'npx vak inventory',
    'node dist/cli.mjs build',
    'node cli.mjs',
    'node dist/cli.mjs plugin list',
    'echo vak trust',
    'grep -rn vak trust.md',
    'git commit -m "vak trust"',
    '$PYTHON -m build',
    '$CMD "$@"',
    'npm test -- plugin',
    'vak mcp "li"st',
    'npm run vak-like trust',
  ])('asks nothing in auto where it looks, or is another: %s', async (line) => {
    expect(await outcome(line, { mode: 'auto' })).toBe('allow');
  });
});
