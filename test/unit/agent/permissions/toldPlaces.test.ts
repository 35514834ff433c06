import { describe, expect, test } from 'vitest';
import { lineGround } from './decideInput.ts';

/** Words with blanks and line ends, for programs that run or read what they say. */
const { outcome } = lineGround({
  folders: ['.vak', 'src'],
  files: ['a', '.env', '-x'],
  links: { 'src/inner': '../../secret' },
});

describe('in auto, a place that stands in a text is a question', () => {
  test.each([
    "tee $'n\n/../.vak/config.toml' < a",
    "tee $'n\\n/../../out' < a",
    "cp 'n\n/../../secret' x",
    'python3 -c \'x = 1\nopen("AGENTS.md", "w")\'',
    'python3 -c \'x = 1\nprint(open("../secret").read())\'',
    "script -qc 'cat ../secret' /dev/null",
    "script -c 'cat /etc/passwd' /dev/null",
    "script -c 'ls /' /dev/null",
    "script -c 'cat s*/inner' /dev/null",
    "perl -e 'print <sr[c]/i?ner>'",
    "tar xf t.tar --to-command='tee AGENTS.md'",
    "tar xf t.tar --to-command 'tee --output=.vscode/x'",
    "git -c core.fsmonitor='cat ../secret >&2;false' status",
    "env GIT_PAGER='cat ../secret' git -p log",
    "perl -e 'print `cat ../secret`'",
    'perl -e \'open F, "> AGENTS.md"\'',
    "sqlite3 x '.read ../secret'",
    "sqlite3 x <<'E'\n.read ../secret\nE",
    'python3 - <<\'E\'\nprint(open("../secret").read())\nE',
    'cat <<E\n`cat ../secret`\nE',
    "perl <<< 'print `cat ../secret`'",
    "GIT_SSH_COMMAND='cat ../secret >&2' git fetch ssh://x/y",
    "EDITOR='tee AGENTS.md <a #' git commit",
    "export EDITOR='tee AGENTS.md <a #'; git commit",
  ])('%s', async (line) => expect(await outcome(line, { mode: 'auto' })).toBe('ask'));

  test.each([
    "cp $'n\\n/../.env' x",
    'python3 -c $\'\\nprint(open(".env").read())\'',
    "script -c 'cat .env' x",
  ])('and a deny rule on reading holds for it: %s', async (line) =>
    expect(await outcome(line, { mode: 'auto', deny: ['Read(*.env)'] })).toBe('deny'),
  );
});

describe('what follows `-m` is no message where another option has taken that', () => {
  test.each([
    'git commit --allow-empty -F -m -F../secret',
    'git commit -aF -m -F../secret',
    'git commit --author -m --file=../secret',
    'git commit --squash -m -F../secret',
    'git commit -m -m -F../secret',
    'git commit -Fm ../secret',
    'git tag -F -m -F../secret v9',
    'git tag -u -m -F../secret v9',
    'git merge -s -m -F../secret v9',
    'git merge -sm -F../secret v9',
  ])('%s', async (line) => {
    const asked = await outcome(line, { allow: ['Bash(git *)'] });
    expect([await outcome(line, { mode: 'auto' }), asked]).toEqual(['ask', 'ask']);
  });

  test.each([
    'git commit -sqam ../x',
    'git commit --amend --no-verify -S -m ../x',
    'git commit --author="A B" --signoff -m ../x -m ../y',
    "git commit -m '- a b' -m ../x",
    'git commit a.ts -m ../x',
    'git tag -a v1 -m ../x',
    'git merge --no-ff v1 -m ../x',
    'git stash push -u -m ../x',
  ])('and is one elsewhere: %s', async (line) => expect(await outcome(line, { mode: 'auto' })).toBe('allow'));
});

describe('in auto, a text names none where', () => {
  const deny = ['Read(*.env)'];

  test.each([
    ['people read it', 'git commit -m "see /etc/hosts and ../x and AGENTS.md"'],
    ['people read it', "git commit -am 'a\n\n- .vscode/settings.json\n- ~/x\n- .env\n'"],
    ['people read it', "git commit --message='a\n\n../x'"],
    ['people read it', "gh pr create --title 'Fix .vak' --body 'See /etc/hosts\n\n- ../x and .git'"],
    ['people read it', "git commit -F - <<'E'\na\n\nsee /etc/hosts and .env\nE"],
    ['quotes make it a text', "tee x.md <<'E'\nsee `cat ../x`\nE"],
    ['another machine runs it', "kubectl apply -f - <<'E'\nmountPath: /etc/hosts\nE"],
    ['it becomes a file', 'tee x.py <<\'E\'\nopen("/etc/hosts")\nE'],
    ['it is a name', "GIT_AUTHOR_NAME='A B' GIT_AUTHOR_DATE='2020-01-01 00:00' git commit -m x"],
    ['a command in it has its own', 'bash -c \'git commit -m "see /etc/hosts and .git"\''],
    ['tests are named', 'npx vitest run -t "denies ../x"'],
    ['a slash divides', "node -e 'console.log(1 / 2) // done'"],
    ['a slash joins', `node -e "console.log('a b'.split('/').join(' ') + '/')"`],
    ['a slash begins a pattern', `node -e "const a = 'x y'.replace(/\\s+/g, /x/)"`],
    ['a slash begins a pattern', "perl -ne 'print if $_ =~ /foo bar/' a"],
    ['a slash begins a pattern', "perl -pe 's/ /_/g' a"],
    ['a star is a pattern of a language', "node -e 'const r = /.*foo/; const [a] = b.c?.[0] ?? /^.*$/'"],
    ['a star is a pattern of a language', "python3 -c 'def f(*args, **kw): return args[0] * 2'"],
    ['a slash begins an address', 'node -e \'run({ url: "/api/users" })\''],
    ['the environment is meant', "node -e 'console.log(Object.keys(process.env))'"],
    ['it stays in the workspace', 'python3 -c \'\nimport json\nprint(json.load(open("a.json")))\n\''],
  ])('%s: %s', async (_, line) => expect(await outcome(line, { mode: 'auto', deny })).toBe('allow'));
});
