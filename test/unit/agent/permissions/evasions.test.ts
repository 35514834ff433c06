import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createPermissions } from '../../../../src/agent/permissions/decide.ts';
import { decideInput, lineOutcomes, outcomesOfPush, testHost } from './decideInput.ts';

/** Lines that bash understands in a way of its own: each did run or show what it must not. */
const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'vakil-evasions-')));
const cwd = path.join(home, 'project');
mkdirSync(path.join(cwd, 'src'), { recursive: true });
mkdirSync(path.join(cwd, 'empty'));
mkdirSync(path.join(cwd, '.git'));
writeFileSync(path.join(home, 'secret'), 'x');
symlinkSync(path.join(home, 'secret'), path.join(cwd, 'src/inner'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const outcome = lineOutcomes(home, cwd);

describe('a denied command is never run, in no mode', () => {
  test.each([
    // A name that means something else.
    `bash -c "g''it pus''h"; bash() { :; }`,
    'env() { "$@"; }; env git -C . push',
    // Options that are not what they look like.
    'command git -C . push -v',
    'command bash -vc "git push"',
    'echo git | xargs -rI% % -C . push',
    'echo git | xargs -tI% % push',
    'echo git | xargs -0I% % push',
    'echo push | xargs -ri git {}',
    'echo push | xargs --repl=% git %',
    'find . -maxdepth 0 -exec env -u + git -C . push \\;',
    'flock "my lock" git -C . push',
    `git ${'-c a=b '.repeat(60)}push`,
    `git ${'-c a=b '.repeat(150)}push`,
    // Commands that come from a shell's input.
    '. -- <(echo git push)',
    'source -- /dev/stdin <<< "git push"',
    'bash 0<a',
    'exec < a; bash',
    'exec 0<a; sh',
    'exec <<< "git push"; bash',
    'bash <<< : 0<<< "git push"',
    'bash <<< : <<< "git push"',
    'bash <<< : < a',
    'f() { bash; }; f <<< "git push"',
    'f() { bash; }; echo git push | f',
    'coproc bash; echo git push >&${COPROC[1]}',
    'echo git push > >(bash)',
    'eval -- git push',
    // Variables whose values are run.
    "read PS4 <<< '$(git push)'; set -x; :",
    "printf -v PS4 '$(git push)'; set -x; :",
    "mapfile -t PS4 <<< '$(git push)'; set -x; :",
    "for PS4 in '$(git push)'; do set -x; :; done",
    "declare -n p=PS4; p='$(git push)'; set -x; :",
    'n=; declare "P${n}S4=\\$(git push)"; set -x; :',
    'read BASH_ENV <<< a; export BASH_ENV; bash b',
    // Compound commands where the grammar sees words.
    '! { git -C . push; }',
    'time { git -C . push; }',
    'time if git -C . push; then :; fi',
    'coproc { git -C . push; }',
    'coproc X { git -C . push; }',
    'env {A{B}=1,git} push',
    'git {--git-dir=a{b},push}',
    '{git,push} a\n=; }',
    '[ a || git -C . push ]',
    ': `\\`git -C . push\\``',
    // Programs that nobody listed.
    'setpriv git -C . push',
    "script -qc'git push' /dev/null",
    "tar -cI'git push' -f x.tar a",
    "printf 'git push\\n' | script -q /dev/null",
    "echo -e 'true\\ngit push' | script -q /dev/null",
    "printf 'git\\npush\\n' | xargs setpriv",
    'setpriv {git,push}',
    'setpriv g$@it p$@ush',
    'a=push; b=git; setpriv $b $a',
    'y=push; x=git; script -qc "$x $y" /dev/null',
    'prlimit git -C . push',
    'choom -n 0 -- git -C . push',
    'setarch -R git -C . push',
    'linux64 git -C . push',
    'ssh-agent git -C . push',
    `script -qc "g''it push" x`,
    `script -qc "g\\it -C . push" x`,
    'setpriv $X push',
    'git for-each-repo --config=x -- push',
    'git -c include.path=x p',
    'GIT push',
    '/usr/bin/Git push',
    'python3.11 -c "import os; os.system(\'git push\')"',
    'bash-5.2 -c "$X"',
    'dash -c "git push"',
  ])('%j', async (line) => {
    const found = await outcomesOfPush(outcome, line);
    expect(found).not.toContain('allow');
  });

  test.each([
    'git stash show -p stash@{0}',
    'git log HEAD@{1}..HEAD@{0}',
    'for f in a b; do npm run "$f"; done',
    'npm test -- -t "a {b, c}"',
    'export NODE_ENV=test; npm test',
    'if [ -f a ]; then npm ci; else npm install; fi',
    'cd src && npm run build 2>&1 | tail -5',
    'docker run --rm -e A="$B" image npm test',
    'timeout --kill-after=5 60 npm test',
    'while read -r f; do wc -l "$f"; done < list',
    'x=$(date +%s); echo "$x"',
    'node -e "console.log(1)"',
    'python3 -m pytest -q',
    'source .venv/bin/activate && pytest',
    '# only a comment\nnpm test # and one more',
    'sudo apt-get install -y git',
  ])('and a harmless line is no question in auto: %j', async (line) => {
    expect(await outcome(line, { deny: ['Bash(git push *)'], mode: 'auto' })).toBe('allow');
  });
});

describe('in ask, without a rule', () => {
  test.each([
    ['names outside are listed', 'for f in ~/.ssh/*; do echo "$f"; done'],
    ['names outside are listed', 'select f in ../*; do echo "$f"; done'],
    ['names outside are listed', 'a=(../*); echo "${a[@]}"'],
    ['names outside are listed', 'echo $HOME/.ssh/*'],
    ['names outside are listed', 'echo {/x,y}/.ssh/*'],
    ['names outside are listed', "x='../*'; echo $x"],
    ['names outside are listed', 'x=\'../*\'; for f in $x; do echo "$f"; done'],
    ['names outside are listed', "echo $(printf '/ro%s' 'ot/*')"],
    ['names outside are listed', ": '../*'; echo $_"],
    ['names outside are listed', "bash -c 'echo $1' x '../*'"],
    ['names outside are listed', "x='../*'; bash -c 'echo $x'"],
    ['names outside are listed', "printf '%s' ${x:-../*}"],
    ['a file outside is looked for', '[[ -f ../secret ]] && echo x'],
    ['a file outside is looked for', '[ -f ../secret ] && echo x'],
    ['a file outside is looked for', '[ -f "$HOME/secret" ] && echo x'],
    ['a file outside is looked for', '[[ a -nt ../secret ]] && echo x'],
    ['a file outside is read', "x='../secret ../secret'; grep -c $x src"],
    ['a file outside is read', 'echo src/inner | xargs -I{} -I% cat %'],
    ['a file outside is read', 'diff src empty'],
    ['a program decides what it does', 'parallel --results=o ls ::: a'],
    ['a program decides what it does', 'parallel --joblog=o ls ::: a'],
    ['a program decides what it does', 'busybox --install -s ls'],
    ['a name means something else', 'for PATH in .; do ls; done'],
    ['a name means something else', '((PATH=1)); ls'],
    ['a name means something else', 'echo $((PATH=1)); ls'],
    ['a name means something else', 'echo $((PATH++)); ls'],
    ['a name means something else', 'a=1; echo ${a[PATH=1]}; ls'],
    ['a name means something else', 'f() { ls; }; f'],
    ['the grammar reads it otherwise', 'cat 0<<< x'],
    ['the grammar reads it otherwise', '! { ls; }'],
    ['the grammar reads it otherwise', 'ls\u00a0a'],
    ['the grammar reads it otherwise', 'ls \u3000; ls'],
    ['the grammar reads it otherwise', '[ a > o ]'],
    ['the grammar reads it otherwise', '[ a || ls ]'],
    ['the grammar reads it otherwise', '[ a == x|ls ]'],
  ])('asks when %s: %j', async (_why, line) => expect(await outcome(line)).toBe('ask'));

  test('asks when an allowed command runs beside what it is not known to do', async () => {
    expect(await outcome('parallel --results=o npm test', { allow: ['Bash(npm test *)'] })).toBe('ask');
  });

  test.each([
    'for f in src/*.ts; do echo "$f"; done',
    'for i in {1..5}; do echo $i; done',
    '[[ -n "$x" && $y == a* ]] && echo yes',
    '[ "$a" = /etc ] && echo yes',
    '[[ -f package.json ]] && cat package.json',
    'x=src; echo $x $HOME $? "$(date)"',
    'git show HEAD@{1}',
    'diff a b',
    'if [ -d src ]; then ls src; fi',
    'i=0; while [ $i -lt 3 ]; do echo $i; i=$((i + 1)); done',
  ])('needs no question: %j', async (line) => expect(await outcome(line)).toBe('allow'));
});

test('in auto, a place that a loop, a list or a variable is given is a question', async () => {
  const lines = [
    'for f in .vak/config.toml; do tee $f; done',
    'a=(AGENTS.md); tee "${a[0]}"',
    'f=.git/config; tee "$f"',
    'f="/etc/x"; tee "$f"',
  ];
  expect(await Promise.all(lines.map((line) => outcome(line, { mode: 'auto' })))).toEqual(
    lines.map(() => 'ask'),
  );
});

describe('git, which runs what a repository’s configuration says', () => {
  test('needs no question in a trusted folder', async () => {
    expect(await outcome('git status')).toBe('allow');
  });

  test('is a question in a folder that nobody trusts, also inside another command', async () => {
    const lines = ['git status', 'echo "$(git log)"', 'timeout 5 git diff'];
    expect(await Promise.all(lines.map((line) => outcome(line, { trusted: false })))).toEqual(
      lines.map(() => 'ask'),
    );
  });

  test('is a question where the project’s own files are a repository', async () => {
    const bare = path.join(cwd, 'bare');
    mkdirSync(path.join(bare, 'objects'), { recursive: true });
    writeFileSync(path.join(bare, 'HEAD'), 'ref: refs/heads/main');
    mkdirSync(path.join(bare, 'sub'));
    expect(await outcome('git status', { cwd: path.join(bare, 'sub') })).toBe('ask');
  });
});

test.each([
  '.mcp.json',
  '.devcontainer/devcontainer.json',
  '.husky/pre-commit',
  '.envrc',
  'my.code-workspace',
])('in auto, %s is the project’s configuration', async (file) => {
  expect(await outcome(`cp a ${file}`, { mode: 'auto' })).toBe('ask');
});

test('a backslash in a name is no folder on Linux', async () => {
  writeFileSync(path.join(home, 'project\\out'), 'x');
  const subject = { kind: 'read', paths: [path.join(home, 'project\\out')] } as const;
  const linux = createPermissions(testHost(home, 'linux'));
  expect((await linux(decideInput({ cwd, roots: [cwd], tool: 'read_file', subject }))).outcome).toBe('ask');
});
