import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPermissions } from '../../../src/agent/permissions/decide.ts';
import { decideInput, testHost } from '../../unit/agent/permissions/decideInput.ts';

/** Lines put together at random: what the decision allows is run in bash, and watched. */
const home = mkdtempSync(path.join(os.tmpdir(), 'vakil-bash-'));
const cwd = path.join(home, 'project');
const log = path.join(home, 'log');
const programs = path.join(home, 'programs');
const decide = createPermissions(testHost(home));

/** A program that notes how it was called and does nothing. */
function standIn(file: string): void {
  writeFileSync(file, `#!/bin/sh\n{ printf '%s\\037' "\${0##*/}" "$@"; printf '\\036'; } >> '${log}'\n`);
  chmodSync(file, 0o755);
}

beforeAll(() => {
  mkdirSync(programs);
  mkdirSync(path.join(cwd, 'src'), { recursive: true });
  mkdirSync(path.join(home, 'outside-name'));
  writeFileSync(path.join(home, 'secret'), 'OUTSIDE-TEXT');
  writeFileSync(path.join(cwd, 'a'), 'x\n');
  symlinkSync('../../secret', path.join(cwd, 'src/inner'));
  symlinkSync('..', path.join(cwd, 'up'));
  standIn(path.join(programs, 'git'));
  standIn(path.join(cwd, 'ls'));
  for (const name of [
    'bash',
    'cat',
    'echo',
    'env',
    'find',
    'grep',
    'head',
    'ls',
    'sh',
    'timeout',
    'wc',
    'xargs',
  ]) {
    const found = ['/usr/bin', '/bin'].map((folder) => path.join(folder, name)).find(existsSync);
    if (found) symlinkSync(found, path.join(programs, name));
  }
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Runs a line in the project with nothing but the programs above; what it printed. */
function run(line: string): string {
  rmSync(log, { force: true });
  const done = spawnSync('timeout', ['-k', '1', '5', 'bash', '--norc', '-c', line], {
    cwd,
    env: { PATH: `${programs}:/nowhere`, HOME: home },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return done.stdout + done.stderr;
}

/** What git was told to do, by each of its calls: the first operand. */
function commandsOfGit(): (string | undefined)[] {
  const calls = existsSync(log) ? readFileSync(log, 'utf8').split('\u001e') : [];
  return calls.map((call) => {
    const args = call.split('\u001f').slice(1);
    let i = 0;
    while (args[i]?.startsWith('-')) i += /^-[Cc]$/.test(args[i] ?? '') ? 2 : 1;
    return args[i];
  });
}

const glue = fc.constantFrom(
  ' ',
  ' ',
  ' ',
  '',
  '\n',
  '; ',
  ' && ',
  ' | ',
  ' & ',
  '\\\n',
  ' < ',
  ' <<< ',
  ' <<E\n',
  '\nE\n',
  ' > o ',
  '"',
  "'",
  '$(',
  ')',
  '`',
  '{ ',
  '; }',
  '(',
  '\\',
  '#',
);

/** Whole lines, cut open and changed in up to four places. */
function linesFrom(whole: readonly string[], words: readonly string[]): fc.Arbitrary<string> {
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    put: fc.oneof(
      glue,
      fc.constantFrom(...words).map((word) => ` ${word} `),
    ),
    take: fc.nat(1),
  });
  return fc
    .record({ line: fc.constantFrom(...whole), changes: fc.array(change, { minLength: 1, maxLength: 4 }) })
    .map(({ line, changes }) =>
      changes.reduce((text, { at, put, take }) => {
        const i = Math.floor(at * text.length);
        return text.slice(0, i) + put + text.slice(i + take);
      }, line),
    );
}

/** The same lines in every run: a new hole is found by looking for it, not by chance in a build. */
const fixed = { seed: 20_260, numRuns: 800 };

describe('what is allowed, as bash understands it', () => {
  test('never runs a denied command', async () => {
    const lines = linesFrom(
      [
        'git push',
        'git -C . push',
        'x=git; $x push',
        'f() { git push; }; f',
        'echo $(git push)',
        'bash -c "git push"',
        'cat <<E\nx\nE\ngit push',
        'env git push',
        '{ git push; }',
        'if [ a ]; then git push; fi',
        'for i in 1; do git push; done',
        'echo push | xargs git',
        'find . -maxdepth 0 -exec git push {} +',
      ],
      [
        'git',
        'push',
        '-C',
        '--',
        '{git,push}',
        "g''it",
        '$x',
        'eval',
        'env',
        'time',
        '!',
        'if',
        'then',
        '[',
        ']',
        '{}',
        '-I',
      ],
    );
    let ran = 0;
    await fc.assert(
      fc.asyncProperty(lines, async (line) => {
        const subject = { kind: 'command', line } as const;
        const decision = await decide(
          decideInput({ subject, cwd, roots: [cwd], mode: 'auto', deny: ['Bash(git push *)'] }),
        );
        if (decision.outcome !== 'allow') return;
        ran++;
        run(line);
        expect(commandsOfGit()).not.toContain('push');
      }),
      fixed,
    );
    expect(ran).toBeGreaterThan(30);
  });

  test('shows nothing from outside, runs nothing else and writes nothing, in ask without a rule', async () => {
    const lines = linesFrom(
      [
        'cat a',
        'for f in src/*; do echo $f; done',
        'x=1; echo $x',
        'grep -rn x src',
        '[ -f a ] && echo x',
        'ls | wc -l',
        'find . -name a',
        'timeout 5 ls',
        'bash -c "ls"',
        'cat <<E\nx\nE',
        'echo "$(cat a)"',
        'cat a | xargs echo',
        'cd src && ls',
        'if [ -e a ]; then cat a; fi',
        'head -c5 a',
        'echo {1..3}',
      ],
      [
        '../secret',
        '../*',
        'up/*',
        'src/inner',
        '*/*',
        '$x',
        '$HOME',
        '~/*',
        'PATH=.',
        "x='../*'",
        '{a,..}/*',
        '-f',
        '-R',
        '[',
        ']',
        '!',
        '-L',
      ],
    );
    const files = () => [cwd, home, path.join(cwd, 'src')].map((folder) => readdirSync(folder).sort());
    rmSync(log, { force: true });
    const before = files();
    let ran = 0;
    await fc.assert(
      fc.asyncProperty(lines, async (line) => {
        const subject = { kind: 'command', line } as const;
        const decision = await decide(decideInput({ subject, cwd, roots: [cwd] }));
        if (decision.outcome !== 'allow') return;
        ran++;
        const shown = run(line);
        expect({ called: existsSync(log), text: shown.includes('OUTSIDE-TEXT'), files: files() }).toEqual({
          called: false,
          text: false,
          files: before,
        });
        if (!line.includes('outside-name')) expect(shown).not.toContain('outside-name');
      }),
      fixed,
    );
    expect(ran).toBeGreaterThan(30);
  });
});
