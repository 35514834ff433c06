import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { lineOutcomes } from './decideInput.ts';

/** Programs that only read, and the arguments that make them do more or look elsewhere. */
const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'vakil-readers-')));
const cwd = path.join(home, 'project');
/** A folder whose files are named like options. */
const dashes = path.join(cwd, 'dashes');
for (const folder of ['src', 'd1', 'd2', 's', 'x=d', 'a:', 'plain', 'dashes'])
  mkdirSync(path.join(cwd, folder), { recursive: true });
writeFileSync(path.join(home, 'secret'), 'x');
mkdirSync(path.join(home, 'hidden two'));
for (const file of [
  'a',
  'b',
  '.env',
  'src/keep',
  'plain/a.ts',
  'plain/b.ts',
  'dashes/--pre=sh',
  'dashes/a.ts',
])
  writeFileSync(path.join(cwd, file), 'x');
for (const link of ['link', '-link', 'a=b', 'd1/.h', 'd2/.h', 's/x', 'x=d/made', 'l]n]k'])
  symlinkSync(path.join(home, 'secret'), path.join(cwd, link));
for (const link of ['l2', 'l=d']) symlinkSync(path.join(home, 'hidden two'), path.join(cwd, link));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const outcome = lineOutcomes(home, cwd);

describe('in ask, without a rule, a question when', () => {
  test.each([
    'rg x *',
    'sort *',
    'git log *',
    'git diff *',
    'grep T *',
    'find *',
    'ls *',
    'file *',
    'wc ?-*',
  ])('a pattern meets a name that is an option: %s', async (line) => {
    expect(await outcome(line, { cwd: dashes })).toBe('ask');
    expect(await outcome(`cd dashes && ${line}`)).toBe('ask');
  });

  test.each([
    ['it is not in the list of the program', 'diff -l a b'],
    ['it is not in the list of the program', 'file -Z a'],
    ['it is not in the list of the program', 'file --uncompress-noreport a'],
    ['it is not in the list of the program', 'git log --format=%G?'],
    ['it is not in the list of the program', 'git log --pretty=format:%GK'],
    ['it is not in the list of the program', 'git branch --list --format="%(signature)"'],
    ['it is not in the list of the program', 'git log --show-signature'],
    ['it is not in the list of the program', 'git rev-list --all --output=x'],
    ['it is not in the list of the program', 'git blame --output=made a'],
    ['it is not in the list of the program', 'git grep --no-index x'],
    ['it is not in the list of the program', 'git grep --open-files-in-pager=x y'],
    ['it is not in the list of the program', 'git blame --contents a b'],
    ['it is not in the list of the program', 'git blame -wwwwwwwS../secret a'],
    ['it is not in the list of the program', 'git tag v1'],
    ['it is not in the list of the program', 'git branch --list -D x'],
    ['it is not in the list of the program', 'git reflog expire --all'],
    ['it is not in the list of the program', 'git stash drop'],
    ['it is not in the list of the program', 'git remote add x y'],
    ['it stands among other letters', 'grep -1R T .'],
    ['it stands among other letters', 'grep -y1R T .'],
    ['it stands among other letters', 'rg -.L T .'],
    ['it stands among other letters', 'rg -0L T .'],
    ['it stands among other letters', 'diff -0r d1 d2'],
    ['it stands among other letters', 'diff -u0N d1 d2'],
    ['it stands among other letters', 'ls -1LR'],
    ['it stands among other letters', 'du -0La'],
    ['it stands among other letters', 'file -0f list'],
    ['it stands among other letters', 'rg -.eTOP ../secret'],
    ['it stands among other letters', 'date -uuuuuuuf../secret'],
    ['it stands among other letters', 'grep -oiiiiiiiif../secret x'],
    ['it stands among other letters', 'head -5c ../secret'],
    ['it stands among other letters', 'xxd -pr a'],
    ['it stands among other letters', 'xxd -pc 8 made'],
    ['a link looks like an option', 'cat -- -link'],
    ['a link looks like an option', 'head -c 9999 -- -link'],
    ['a link looks like an option', 'jq . -R -- -link'],
    ['a link looks like an assignment', 'cat a=b'],
    ['a link looks like an assignment', 'jq -R . a=b'],
    ['a link looks like an assignment', 'date -f a=b'],
    ['a link looks like an assignment', 'cat x=d/*'],
    ['a link looks like an assignment', 'ls l=d/'],
    ['a link looks like an assignment', 'echo l=d/*'],
    ['a link looks like an assignment', 'test -s a=b'],
    ['a folder holds hidden links', 'diff d1 d2'],
    ['brackets meet a link', 'cat [[:alpha:]]ink'],
    ['brackets meet a link', 'cat l[]n]nk'],
    ['brackets meet a link', 'cat l[^]]nk'],
    ['brackets meet a link', 'cat ["]"l]ink'],
    ['find does more beside what it runs', 'find -L . -exec echo {} \\;'],
    ['find does more beside what it runs', 'find . -follow -exec echo {} +'],
    ['find does more beside what it runs', 'find -O3 -L . -exec true \\; -print'],
    ['find does more beside what it runs', 'find -files0-from list -exec echo {} \\;'],
    ['find follows a link', 'find . -xtype f'],
    ['find follows a link', 'find . -readable'],
    ['find follows a link', 'find . -writable'],
    ['find follows a link', 'find . -executable'],
    ['find follows a link', "find . -printf '%l\\n'"],
    ['the value of an option is a file outside', 'grep --exclude-from ../secret x a'],
    ['the value of an option is a file outside', 'rg --ignore-file ../secret x'],
    ['the value of an option is a file outside', 'git ls-files -X ../secret'],
    ['it shows the environment', "jq -n '$ ENV'"],
    ['it shows the environment', "jq -n '..|env'"],
    ['it shows the environment', 'ps -axe'],
    ['it shows the environment', 'ps -auxe'],
    ['it shows the environment', 'ps -o pid,environ'],
    ['it shows the environment', 'printenv'],
    ['a place has blanks in it', 'for f in ../hid*/*[a-z\\ ]*; do echo "$f"; done'],
    ['a place has blanks in it', "[[ -f '../two words' ]]"],
    ['nobody knows the folder', 'cd -P l2/.. && cat inner'],
    ['nobody knows the folder', 'for i in 1 2; do cd s; done; cat x'],
    ['nobody knows the folder', 'i=0; while [ $i = 0 ]; do cd s; done; cat x'],
    ['nobody knows the folder', 'for i in 1 2; { cd s; }; cat x'],
    ['nobody knows the folder', "trap 'cd s' DEBUG; :; cat x"],
    ['it is another program of that name', 'busybox ls'],
    ['it is another program of that name', 'toybox find . -name x'],
    ['it is another program of that name', './env ls'],
    ['the script does more', "sed -n 's/a/b/e' a"],
    ['the script does more', "sed -n 'w made' a"],
    ['the script does more', "sed -n '1r ../secret' a"],
    ['the script does more', 'sed -i 1p a'],
    ['the script does more', "printf '%n' PATH"],
    ['an expansion may be an option', 'grep "$X" src'],
    ['an expansion may be an option', 'git show "$X"'],
    ['several words stand for one', 'echo "5 ../secret" | xargs head -n'],
    ['no word stands for one', 'head -n $N -n ../secret'],
    ['no word stands for one', 'find . -name "$X" -name -delete'],
    ['a variable chooses a file', 'TZ=../secret date'],
    ['the project chooses the program', 'yarn --version'],
  ])('%s: %s', async (_why, line) => expect(await outcome(line)).toBe('ask'));

  test('the repository lies around the workspace', async () => {
    const outer = path.join(home, 'outer');
    mkdirSync(path.join(outer, '.git'), { recursive: true });
    writeFileSync(path.join(outer, '.git/HEAD'), 'ref: refs/heads/main');
    const inner = path.join(outer, 'packages');
    mkdirSync(inner);
    expect(await outcome('git diff', { cwd: inner, roots: [inner] })).toBe('ask');
    expect(await outcome('git diff', { cwd: inner, roots: [outer] })).toBe('allow');
  });
});

describe('no question', () => {
  test.each([
    'cd plain && ls *.ts',
    'cat plain/*',
    'grep -rn --include=*.ts x src',
    'grep -A 3 -e x src/keep',
    'rg -n "x y" src -g "*.ts" --hidden',
    'rg --files src',
    'find . -name "*.ts" -not -path "./a/*" -type f -print0',
    'find . \\( -name a -o -name b \\) -maxdepth 2',
    'find src -exec echo {} \\;',
    "find src -printf '%p\\n'",
    'git status -sb && git diff --stat HEAD~1 -- src',
    'git log --oneline -5 --author=me --since "2 days ago"',
    'git log --format="%h %s" origin/main..HEAD',
    'git grep -n foo -- src',
    'git stash list',
    'git reflog -5',
    'git branch --contains HEAD',
    'git branch --list "v*"',
    'git branch -avv',
    'git tag -l "v1.*"',
    'git show HEAD:src/keep',
    'git rev-parse --abbrev-ref HEAD',
    'git ls-files -o --exclude-standard',
    'git remote get-url origin',
    'git --version; node -v; npm --version; python3 --version',
    "sed -n '1,20p' a",
    "sed -n '/plain/p' a",
    'command -v node',
    'nproc; sleep 1; xxd a; od -c a; hexdump -C a',
    'paste -d, a b | column -t -s,',
    'printf "%s\\n" "$X"',
    'basename "$X"; dirname "$X"; seq 1 "$N"',
    'head -n 5 a; tail -20 a; head -5 a',
    "jq '.env' a; jq -r --arg x 1 '.a[] | select(.b == $x)' a",
    'LC_ALL=C sort a; NO_COLOR=1 ls; TZ=Europe/Berlin date',
    'ps aux | grep x; ps -ef; ps -p 1 -o user; ps -eo pid,comm',
    'date -Is; date +%s; date -u +%FT%T',
    'cut -d: -f1 a | sort -k1,1 -u | uniq -c | sort -rn',
    'ls -la --color=never src; du -sh src',
    'diff -u a b; stat -c %s a; wc -l a',
  ])('about %s', async (line) => expect(await outcome(line)).toBe('allow'));
});

test.each(['grep x ./*', 'wc -l -- *', 'cat ./*', 'ls a*', 'ls *.ts'])(
  'names like options that are none for the command need no question: %s',
  async (line) => expect(await outcome(line, { cwd: dashes })).toBe('allow'),
);

describe('in auto, words that say the place themselves', () => {
  test.each([
    'tee a://../AGENTS.md',
    'cp -fffffft../ b',
    'sort -uuuuuuuoAGENTS.md a',
    'tar -cvvvvvvfAGENTS.md a',
    'cp -- -link out',
    'tee x=d/made',
    'curl -s file:/etc/hostname',
    "curl '{file}:///etc/hostname'",
    "curl 'fil[e-e]:///etc/hostname'",
    'gcc -Wl,-Map,AGENTS.md a',
    'curl -sO http://h/AGENTS.md',
    'wget http://h/.envrc',
    'wget "http://h/.envrc?x=1"',
    'wget http://h/AGENTS%2Emd',
    'git clone http://h/.vscode.git',
    `tar -c${'v'.repeat(200)}f../out a`,
    'awk \'{ print > "AGENTS.md" }\' a',
    "sed -n '/x/w AGENTS.md' a",
    'sed -i s/a/b/ ../secret',
  ])('ask: %s', async (line) => expect(await outcome(line, { mode: 'auto' })).toBe('ask'));

  test.each(['tee AGENTS.m[[:lower:]]', 'cp b AGENTS.m[!]x]'])('ask, by brackets: %s', async (line) => {
    writeFileSync(path.join(cwd, 'AGENTS.md'), 'x');
    expect(await outcome(line, { mode: 'auto' })).toBe('ask');
  });

  test.each([
    'tar czf a.tgz --exclude=.git .',
    'rsync -a --exclude .git a/ b/',
    "awk '/push/ {print}' a",
    "awk -F/ '{print $2}' a",
    "sed -n '/x/p' a",
    "sed -i 's/a/b/' a",
    'git clone https://example.com/owner/name.git',
    'curl -H "Authorization: Bearer abc" https://example.com/a.json?x=1',
    'docker run -p 80:80 -v data:/var/lib image',
  ])('no question: %s', async (line) => expect(await outcome(line, { mode: 'auto' })).toBe('allow'));
});

describe('a deny rule about files', () => {
  test.each(['cat .en?', 'cat .[e]nv', 'tail -n+1 .e*', 'cat < .en?', 'git show HEAD:.env'])(
    'holds for what a pattern of names meets: %s',
    async (line) => expect(await outcome(line, { deny: ['Read(*.env)'] })).toBe('deny'),
  );

  test.each(['grep -r T .', 'grep -nR T .', 'rg T', 'git grep T', 'find . -type f -exec cat {} +'])(
    'is not known to hold for a search: %s',
    async (line) => {
      expect(await outcome(line, { deny: ['Read(*.env)'] })).toBe('ask');
      expect(await outcome(line, { deny: ['Read(*.env)'], mode: 'auto' })).toBe('ask');
    },
  );

  test.each([
    'rm sr[c]/keep',
    'cp b sr?/keep',
    'rm -rf src',
    'mv src y',
    'cp b src',
    'rm -rf .',
    'rm -rf sr*',
    'git checkout .',
  ])('on changing holds for folders too: %s', async (line) => {
    expect(await outcome(line, { deny: ['Edit(src/**)'], mode: 'auto' })).not.toBe('allow');
  });

  test.each(['cat a', 'ls src', 'grep T a', 'cp a b', 'rm -rf plain', 'tsc -p .', 'git add .', 'tool "$X"'])(
    'says nothing about %s',
    async (line) => {
      expect(await outcome(line, { deny: ['Read(*.env)', 'Edit(src/**)'], mode: 'auto' })).toBe('allow');
    },
  );
});
