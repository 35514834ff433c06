import { chmodSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sandbox } from '../../support/agentProcess.ts';
import { runCli } from '../../support/runCli.ts';

/** The first text's example, as it stands there. */
const CONFIG = `[[hooks]]
event = "pre-tool-use"           # session-start | pre-tool-use | post-tool-use | stop
match = "Bash(git push *)"       # optional; same rule syntax as permissions
command = "scripts/guard.sh"
timeout_ms = 5000                # optional, default 10000
enabled = true
failure_mode = "open"            # optional; "closed" blocks on spawn/timeout errors
`;
const GUARD = '#!/bin/sh\necho "pushing is for people" >&2\nexit 2\n';

/** The second text's example, as it stands there. */
const GO = `hooks:
  PreToolUse:
    - matcher: bash
      hooks:
        - type: command
          script: guard.sh
          args: [--strict]
          timeout: 10
          on_failure: block
  PostToolUse:
    - matcher: apply_patch
      hooks:
        - type: command
          script: gofmt.sh
  Stop:
    - hooks:
        - type: command
          command: ~/bin/check-tests.sh
          timeout: 600
`;
const executable = (place: ReturnType<typeof sandbox>, ...names: string[]) => {
  for (const name of names) chmodSync(path.join(place.home, name), 0o755);
};

test('the hook of the configuration file stops a push, and the model goes on', async () => {
  const place = sandbox({
    home: { 'config/vak/config.toml': CONFIG },
    workspace: { 'scripts/guard.sh': GUARD },
  });
  chmodSync(path.join(place.workspace, 'scripts/guard.sh'), 0o755);
  const { out } = await runCli(place, [
    'run',
    '--mode',
    'auto',
    'call bash {"command":"echo a && git push origin"}\ncall bash {"command":"echo b"}',
  ]);
  expect(out.trim().split('\n')).toEqual(['bash failed: pushing is for people', 'bash ok: b']);
});

test('the hooks of go.yaml guard a command, format after a change and hold the end until the tests pass', async () => {
  const place = sandbox({
    home: {
      'config/vak/hooks/go.yaml': GO,
      'config/vak/hooks/guard.sh':
        '#!/bin/sh\n[ "$1" = --strict ] || exit 1\ngrep -q forbidden && { echo "not that" >&2; exit 2; }\nexit 0\n',
      'config/vak/hooks/gofmt.sh': '#!/bin/sh\ntouch formatted\n',
      'bin/check-tests.sh':
        '#!/bin/sh\n[ -f tests-pass ] && exit 0\necho "call write_file {\\"path\\":\\"tests-pass\\",\\"content\\":\\"\\"}" >&2\nexit 2\n',
    },
  });
  executable(place, 'config/vak/hooks/guard.sh', 'config/vak/hooks/gofmt.sh', 'bin/check-tests.sh');
  const { out } = await runCli(place, [
    'run',
    '--mode',
    'auto',
    'call bash {"command":"echo forbidden"}\ncall write_file {"path":"main.go","content":"package main"}',
  ]);
  expect(out).toContain('bash failed: not that');
  expect([
    existsSync(path.join(place.workspace, 'formatted')),
    readFileSync(path.join(place.workspace, 'main.go'), 'utf8'),
  ]).toEqual([true, 'package main']);
  expect(existsSync(path.join(place.workspace, 'tests-pass'))).toBe(true);
});
