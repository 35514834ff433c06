import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bashCall, notCancelled, realHooks } from './realHooks.ts';

const GUARD = `#!/bin/bash
read -r -d '' input
command=$(printf '%s' "$input" | sed -n 's/.*"command":"\\([^"]*\\)".*/\\1/p')
echo "no pushing: $command" >&2
exit 2
`;

/** \`[[hooks]]\` with \`match = "Bash(git push *)"\` and \`command = "scripts/guard.sh"\`. */
describe('guarding git push by a rule', () => {
  const guard = {
    form: 'toml',
    match: 'Bash(git push *)',
    command: 'scripts/guard.sh',
    timeoutMs: 5000,
  } as const;

  it('stops a push anywhere in a line, with the reason', async () => {
    const { folder, hooks } = realHooks({ 'scripts/guard.sh': GUARD }, guard);
    for (const line of ['git push origin main', 'npm test && git push origin', 'env git push -f x']) {
      const { blocked } = await hooks.run(bashCall(folder, line), notCancelled);
      expect(blocked?.reason).toBe(`no pushing: ${line}`);
    }
  });

  it('lets everything else pass without running', async () => {
    const { folder, hooks } = realHooks({ 'scripts/guard.sh': GUARD }, guard);
    const { runs, blocked } = await hooks.run(bashCall(folder, 'git status'), notCancelled);
    expect([runs[0]?.verdict, blocked]).toEqual(['not-matched', undefined]);
  });
});

/** `hooks/go.yaml`: a guard before bash, a formatter after a change, tests before the end. */
describe('the three hooks of go.yaml', () => {
  const files = {
    'guard.sh':
      '#!/bin/bash\n[ "$1" = --strict ] || exit 1\ngrep -q "rm -rf" && { echo "too strict for that" >&2; exit 2; }\nexit 0\n',
    'gofmt.sh':
      '#!/bin/bash\ntouch formatted\necho \'{"hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": "gofmt reformatted main.go"}}\'\n',
    'bin/check-tests.sh': '#!/bin/bash\n[ -f tests-pass ] && exit 0\necho "tests fail" >&2\nexit 2\n',
  };
  const go = [
    { matcher: 'bash', script: 'guard.sh', args: ['--strict'], timeoutMs: 10_000, failure: 'closed' },
    { event: 'PostToolUse', matcher: 'apply_patch', script: 'gofmt.sh' },
    { event: 'Stop', command: '~/bin/check-tests.sh', timeoutMs: 600_000 },
  ] as const;

  it('guard a command', async () => {
    const { folder, hooks } = realHooks(files, ...go);
    expect((await hooks.run(bashCall(folder, 'rm -rf /'), notCancelled)).blocked?.reason).toBe(
      'too strict for that',
    );
    expect((await hooks.run(bashCall(folder, 'ls'), notCancelled)).blocked).toBeUndefined();
  });

  it.each(['write_file', 'edit_file', 'apply_patch'])('format after %s', async (name) => {
    const { folder, hooks } = realHooks(files, ...go);
    const tool = { name, aliases: [], callId: 'c', input: {}, subject: () => ({ kind: 'none' as const }) };
    const response = { text: 'ok', isError: false };
    const place = { sessionId: 's', turnId: 't', cwd: folder };
    const { context } = await hooks.run({ ...place, name: 'PostToolUse', tool, response }, notCancelled);
    expect(context).toEqual(['gofmt reformatted main.go']);
    expect(existsSync(path.join(folder, 'formatted'))).toBe(true);
  });

  it('let a turn end only when the tests pass', async () => {
    const { folder, hooks } = realHooks(files, ...go);
    const stop = {
      sessionId: 's',
      turnId: 't',
      cwd: folder,
      stopHookActive: false,
      lastAssistantMessage: 'Done',
    };
    const { blocked } = await hooks.run({ ...stop, name: 'Stop' }, notCancelled);
    expect(blocked?.reason).toBe('tests fail');
  });
});
