import { describe, expect, test } from 'vitest';
import { lineOutcomes, outcomesOfPush } from './decideInput.ts';

const outcome = lineOutcomes();

/** Words that bash makes several of, or texts whose end it finds elsewhere. */
describe('is never allowed', () => {
  test.each([
    "echo $'\\\\'; git push #'",
    "cat <<< $'\\\\'; git push #'",
    "x=$'\\\\'; g$@it push #'",
    '{ 3<<< $ g$@it push; }',
    '3<<< $ git push',
    'git -C .${IFS}push',
    'git -c a.b=c${IFS}push',
    'git --work-tree=.${IFS}push origin',
    'timeout 5${IFS}git push',
    'env A=1${PS4}git push',
    'flock a${IFS}git push',
    'chrt -o 0${IFS}git push',
    'IFS=,; x=,git; timeout 5$x push',
    'for IFS in ,; do y=5,git; timeout 0$y push; done',
    'set -- . push; git -C "$@"',
    'a=(. push); git -C "${a[@]}"',
    'set -- 1 git; env A="$@" push',
    'a=(x p\'\'ush); git "--git-dir=${a[@]}"',
    "a=('' bash -c); timeout 5\"${a[@]}\" 'g$@it push'",
    "a=(-exec bash -c 'g$@it push' ';'); find . -maxdepth 0 \"${a[@]}\"",
    'a=(-v \'b[$(g$@it push)]\'); [ "${a[@]}" ]',
    'a=(-v \'b[$(g$@it push)]\'); test "${a[@]}"',
    "x=' -c'; flock a$x 'g$@it push'",
    "timeout 5$(echo ' git') push",
    "x='.git push'; git --git-dir=$x",
    "bash <<'E'\nread -r x\n: '\ng$@it push\n: '\nE",
    "bash <<'E'\nhead -c4\n: '\ng$@it push\n: '\nE",
    "{ read -r x; bash; } <<'E'\n: '\ng$@it push\n: '\nE",
    "bash <<< $'read x\\n: \\'\\ng$@it push\\n: \\''",
    `sh -c "timeout 10</dev/null bash -c 'g\\$@it push'"`,
    "$'read' x <<< 'b[$(g$@it push)]'; echo $((x))",
    "command -p -p -p read x <<< 'b[$(g$@it push)]'; echo $((x))",
    "a=1 b=2 c=3 d=4 read x <<< 'b[$(g$@it push)]'; echo $((x))",
    "time -p -- command read x <<< 'b[$(g$@it push)]'; echo $((x))",
    "x='-v b[$(g$@it${IFS}push)]'; [ $x ]",
    "x='-v b[$(g$@it${IFS}push)]'; test $x",
    "x='a -a -v b[$(g$@it${IFS}push)]'; if [ -f $x ]; then :; fi",
    'x=$(echo 5 git || wc -l); timeout 0$x push',
    "y='b[$(g$@it push)]'; export y; x=$(printenv y || wc -l); echo $((x))",
    "x='b[$(g$@it push)]'; for (( ((0)); x; )); do break; done",
    "BASHPID+='b[$(g$@it push)]'",
    "env -- -a=1 bash -c 'g$@it push'",
    "busybox env -- -a=1 sh -c 'g$@it push'",
  ])('with a deny rule: %j', async (line) => {
    const found = await outcomesOfPush(outcome, line);
    expect(found).not.toContain('allow');
  });

  test.each([
    "echo $'a\\\\'; touch pw #'",
    'sort -S1${IFS}-opw a',
    'uniq -f1${IFS}a${IFS}pw',
    'timeout 5${IFS}touch ls',
    'head -n1${IFS}/etc/passwd',
    'grep -E -e root${PS4}/etc/passwd',
    'git log -n1${IFS}--output=pw',
    'a=(1 a pw); uniq -f"${a[@]}"',
    "bash -c 'sort -t,\"$@\" a' x '' -opw",
    'a=(z -o -delete); find . -name "z${a[@]}"',
    "x=' touch'; timeout 5$x true",
    "bash <<'E'\nhead -c4\n: '\ntouch pw\n: '\nE",
    "sh -c 'find . -maxdepth 10</dev/null -delete'",
    "sh -c 'uniq a 10>&1'",
    'x=$(echo 1 -opw || wc -l); sort -S$x a',
    'xxd a -p',
    "exec -a git-clone git status '-ush evil' -v dest",
    "bash -c 'exec -a git-init git status'",
    'env --argv0=git-init git status',
    "env -u PATH bash -c 'deno --version'",
    "env -i bash -c 'deno --version'",
    "env - bash -c 'deno --version'",
    "exec -c bash -c 'deno --version'",
    'git show HEAD:a --min-parents --output=../secret',
    'git log --format --output=zz2',
    'stdbuf -o0 git log --format --output=b',
    "git log -1 --oneline ':/../secret'",
    "git log -1 --oneline ':!../secret'",
    "git log -1 --oneline ':^/etc/passwd'",
    `git show 'HEAD^{/x|${':'.repeat(60)}}:/etc/passwd'`,
    'TZ=:/usr/share/zoneinfo/Asia/Tokyo timeout 5 date +%Z',
    `date -d 'TZ="/usr/share/zoneinfo/Asia/Tokyo" 12:00'`,
    `find . -maxdepth 0 -newermt 'TZ="/usr/share/zoneinfo/Asia/Tokyo" 2026-12-01 06:00'`,
    'java -version',
  ])('in ask, without a rule: %j', async (line) => expect(await outcome(line)).toBe('ask'));
});

test.each([
  'bash <<EOF\nset -e\nnpm ci\nnpm test -- --run "a b"\nEOF',
  'for f in a b; do npm run "$f"; done',
  '[ -n "$CI" ] && npm test',
  'if [ "$a" = b ]; then npm test; fi',
  'timeout 60 npm test -- "$FILTER"',
  'echo "$HOME" $USER "it\'s"',
  "printf '%s\\n' $'a\\tb'",
])('is no question in auto: %j', async (line) => {
  expect(await outcome(line, { deny: ['Bash(git push *)'], mode: 'auto' })).toBe('allow');
});
