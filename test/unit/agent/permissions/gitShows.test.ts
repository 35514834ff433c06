import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { lineOutcomes } from './decideInput.ts';

/** Commands of git that show a file of any name, or none, while `*.env` must not be read. */
const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'vakil-shows-')));
const cwd = path.join(home, 'project');
for (const folder of ['conf.d', 'src/a.d']) mkdirSync(path.join(cwd, folder), { recursive: true });
for (const file of ['a.ts', 'src/a.ts', 'conf.d/.env']) writeFileSync(path.join(cwd, file), 'x');
symlinkSync('conf.d', path.join(cwd, 'link.d'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const outcome = lineOutcomes(home, cwd);
const deny = ['Read(*.env)'];

describe('a deny rule on reading may hold for what git shows', () => {
  test.each([
    ['an option behind -- is a file', 'git diff HEAD -- . --stat'],
    ['an option behind -- is a file', 'git diff -- . -s'],
    ['an option behind -- is a file', 'git show HEAD -- . --stat'],
    ['a folder has a dot', 'git diff HEAD -- conf.d'],
    ['a folder has a dot', 'git log -p -1 -- conf.d'],
    ['a folder has a dot', 'cd src && git diff HEAD -- a.d'],
    ['a link has a dot', 'git diff HEAD -- link.d'],
    ['nobody knows whether it was a folder', 'git diff HEAD -- gone.d'],
    ['a pattern meets more', "git diff HEAD -- '*.ts'"],
    ['a pattern meets more', 'git diff HEAD -- :a.ts'],
    ['the status shows changes', 'git status -v'],
    ['the status shows changes', 'git status -vv'],
    ['the status shows changes', 'git status --short --verbose'],
    ['the status shows changes', 'git commit --dry-run -v'],
    ['the status shows changes', 'git commit --verb --dry-run -m x'],
    ['the status shows changes', 'git commit -Fm -v --dry-run'],
    ['a colon stands in a revision', "git show 'HEAD^{/fix: second}'"],
    ['a colon stands in a revision', "git show 'HEAD^{/:}'"],
    ['a colon stands in a revision', "git show 'HEAD@{2031-01-01 00:00:00}'"],
    ['a colon stands in a value', 'git show --date format:%H'],
    ['a colon stands in a value', 'git show --since 10:00'],
    ['a colon stands in a value', 'git show --encoding a:b'],
    ['a colon stands in a value', 'git show --skip 0:0'],
    ['a colon stands in a value', 'git show --src-prefix x:y'],
    ['a colon stands in a value', 'git show --exclude a:b'],
    ['a colon stands in a value', 'git show -I a:b'],
    ['a colon stands in a value', 'git show -L 1,1:.env'],
    ['it shows all of a commit', 'git log --full-diff -p -1 -- a.ts'],
    ['it shows what a file was before', 'git log -p --follow -- a.ts'],
    ['it is no commit', 'git show --stat 0123abc'],
    ['it is no commit', 'git show --stat v1-2-g0123abc'],
    ['it is no commit', 'git diff 0123abc -- a.ts'],
    ['nobody listed it', 'git merge-tree HEAD~1 HEAD~1 HEAD'],
    ['nobody listed it', 'git checkout-index -a --temp'],
    ['nobody listed it', "git for-each-ref '--format=%(raw)'"],
    ['nobody listed it', 'git rebase --show-current-patch'],
    ['nobody listed it', '$(git --exec-path)/git-show HEAD'],
    ['nobody listed it', 'git stash -p'],
    ['nobody listed it', 'git restore -m -p'],
    ['nobody listed it', 'git bisect view -p'],
    ['nobody listed it', "git tag -l '--format=%(raw)'"],
    ['nobody listed it', 'git config --blob 0123abc -l'],
    ['nobody listed it', 'git -c status.verbose=2 status'],
    ['nobody listed it', 'git commit -vvm y'],
    ['nobody listed it', 'git commit -v -m x'],
    ['nobody listed it', 'git add --pat a.ts'],
    ['nobody listed it', 'git update-ref refs/tags/t 0123abc'],
    ['nobody listed it', 'git update-index --cacheinfo 100644,0123abc,a.ts'],
    ['nobody listed it', 'git symbolic-ref HEAD refs/tags/t'],
    ['nobody listed it', 'git config stash.showPatch true'],
    ['nobody listed it', 'git --work-tree=src checkout HEAD -- .'],
    ['it may be no commit', 'git show t -- a.ts'],
    ['it may be no commit', 'git show --stat t'],
    ['it may be no commit', 'git diff t..u -- a.ts'],
    ['a tag may name what is no commit', 'git tag main 0123abc'],
    ['a tag may name what is no commit', 'git tag main "$(git rev-parse HEAD:.e*)"'],
    ['a tag may name what is no commit', 'git push -f . 0123abc:refs/tags/main'],
    ['a tag may name what is no commit', 'git fetch . HEAD:a:refs/tags/main'],
    ['a tag may name what is no commit', 'git fetch . t:refs/remotes/origin/main'],
    ['nobody listed it', "git config credential.helper '!git diff'"],
    ['what is behind -- names a commit', 'git stash show -p -- a.ts'],
    ['what is behind -- names a commit', 'git stash list -p -- a.ts'],
    ['words come from elsewhere', 'echo -p | xargs git add'],
    ['words come from elsewhere', 'git checkout $(cat list)'],
    ['the line makes a folder of it', 'rm a.ts; mv conf.d a.ts; git add -A; git diff --cached -- a.ts'],
    ['an option in front changes how files are named', 'git --shallow-file x diff HEAD'],
    ['an option in front changes how files are named', 'git --icase-pathspecs diff HEAD -- a.TS'],
    ['an option in front changes how files are named', 'git -C src diff HEAD -- a.ts'],
    ['a variable changes how files are named', 'GIT_ICASE_PATHSPECS=1 git diff HEAD -- a.ts'],
    ['a variable changes how files are named', 'export GIT_ICASE_PATHSPECS=1; git diff HEAD -- a.ts'],
    ['a variable changes how files are named', 'EDITOR=cat git commit -m x'],
  ])('%s: %s', async (_why, line) => expect(await outcome(line, { deny, mode: 'auto' })).toBe('ask'));

  test.each([
    'git diff --stat -w',
    'git diff --name-only main...HEAD -- conf.d',
    'git diff HEAD -- a.ts src/a.ts',
    'git --no-pager diff HEAD -- a.ts',
    'git log -p -2 -- src/a.ts',
    'git log --oneline --graph -5 --stat',
    'git show --stat HEAD~1',
    'git show -s --format=%H main; git show --stat v1~0 topic^ ORIG_HEAD',
    'git diff main..HEAD~2 -- a.ts; git show origin/topic stash@{0} -- a.ts',
    'git tag v1; git tag -d v0; git tag v2 HEAD~1 -m "a -v"; git push origin HEAD:main 0123abc:refs/heads/x',
    'git fetch origin +refs/heads/*:refs/remotes/origin/* pull/1/head:pr-1; git push git@h.example:a/b.git HEAD:refs/for/x',
    'git config --global user.email "a@b"; git config core.autocrlf false; git config --get alias.x',
    'git show HEAD:a.ts',
    'git status --short; git stash list; git stash show',
    'git add -A && git commit -q -am "a -v" && git push -u origin "$branch"',
    'git commit -m "$(cat text)"',
    'git -c user.name=x commit -m x; git tag -a v1 -m "-v"',
    'GIT_PAGER=cat GIT_EDITOR=true git rebase -i --autosquash main',
    'git checkout -b feat/x; git switch main; git merge --no-ff feat/x; git branch -d feat/x',
    'git stash push -m "-p"; git stash pop; git restore --staged .; git reset --hard HEAD~1',
    'git fetch --all -p; git pull --rebase; git clone https://h.example/a; git remote -v; git --version',
    'git bisect start; git bisect bad; git submodule update --init; git config user.name x',
    'GIT_DIR=$(git rev-parse --git-dir); git push',
    'git ls-files; git rev-parse HEAD; git describe --tags; git blame a.ts; git rev-list --count HEAD',
  ])('says nothing about %s', async (line) =>
    expect(await outcome(line, { deny, mode: 'auto' })).toBe('allow'),
  );
});

describe('a message for people', () => {
  test.each([
    'git commit -m "fix: x, .env"',
    'git commit -am .env',
    'git commit --message=.env',
    'git tag -a v1 -m .env; git stash push -m .env',
  ])('names no place: %s', async (line) =>
    expect(await outcome(line, { deny: ['Read(*.env)'], mode: 'auto' })).toBe('allow'),
  );

  test.each([
    'git log -p -m .env',
    'git stash push -- -m .vak/config.toml',
    'git show -m .env',
    'git commit -F .env',
    'git commit $opts -m .env',
    'git commit -m "$(cat .env)"',
  ])('is none of %s', async (line) =>
    expect(await outcome(line, { deny: ['Read(*.env)'], mode: 'auto' })).not.toBe('allow'),
  );
});
