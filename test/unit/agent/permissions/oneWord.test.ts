import { describe, expect, test } from 'vitest';
import { lineOutcomes, outcomesOfPush } from './decideInput.ts';

const outcome = lineOutcomes();
const deny = ['Bash(git push *)'];

describe('a word that may be none, or several, takes no place for sure', () => {
  test.each([
    'git -C $u src push',
    'git -C ${u} src push',
    'git -C $! src push',
    'git -c $u a=b push',
    'git -p -C $u src -c a=b push origin',
    'env git -C $u src push',
    'git -C < a $u5 git -C src push "$@"',
    'git --git-dir ${u} git push',
    'echo src push | xargs -n2 git -C',
    'timeout $t nice git push',
    'nice -n $n 5 git push',
    'git -C {a..b} push',
    'git -C 1{1..2} push',
  ])('%s', async (line) => {
    expect(await outcomesOfPush(outcome, line)).not.toContain('allow');
  });

  test.each(['git -C "$dir" status', 'git -C src/$x log'])('in auto needs no question: %s', async (line) => {
    expect(await outcome(line, { deny, mode: 'auto' })).toBe('allow');
  });

  test('a list of letters is no value of an option that reads', async () => {
    expect(await outcome('paste -d 1{1..2}')).toBe('ask');
  });
});

describe('an expansion in find', () => {
  test.each([
    `x=-exec; s=';'; find . -maxdepth 0 "$x" bash -c 'g$@it push' "$s"`,
    `find . -maxdepth 0 "-e\${x}xec" bash -c 'g$@it push' "\${s};"`,
    `find . -maxdepth 0 "-ex\${s}ec" bash -c 'g$@it push' "{}" "\${s}+"`,
    `find . -exec true "$s;" -exec bash -c 'g$@it push' \\;`,
    `find . -exec true {}"$s" "$s+" -exec bash -c 'g$@it push' \\;`,
    `find . -exec true "{}$s" + -exec bash -c 'g$@it push' \\;`,
    `find . -exec echo {} "\${u}+" -exec bash -c 'g$@it push' \\; -exec true \\;`,
    `find . -exec true "$a" "$b" bash -c 'g$@it push' \\;`,
    `echo '+' | xargs -I% find . -exec true {} % -exec bash -c 'g$@it push' \\;`,
    `echo ';' | xargs -I% find . -exec true % -exec bash -c 'g$@it push' \\;`,
    `busybox find . -exec true '{}' x + -exec bash -c 'g$@it push' \\;`,
  ])('may run what stands behind it: %s', async (line) => {
    expect(await outcomesOfPush(outcome, line)).not.toContain('allow');
  });

  test.each([
    'find . -exec true "$s;" -exec touch pw \\;',
    'find src -exec echo "$s;" -delete -exec true \\;',
    'find . -exec grep -c x "$s;" -exec touch pw \\;',
  ])('is a question without a rule: %s', async (line) => {
    expect(await outcome(line)).toBe('ask');
  });

  test.each([
    'find "$dir" -name "*.ts" -exec prettier --write {} +',
    'find "$a" "$b" -type f -name "$name" -delete',
    'find src -name "$name" -exec sed -i "s/$a/b/" {} +',
    'find src -exec grep -l "$text" {} +',
  ])('in auto needs none: %s', async (line) => {
    expect(await outcome(line, { deny, mode: 'auto' })).toBe('allow');
  });
});

describe('behind a second time or !, which the grammar takes for a program,', () => {
  test.each([
    `time -p -- ! A=1 eval 'g$@it push'`,
    `time time time time A=1 eval 'g$@it push'`,
    `! ! ! ! ! A=1 eval 'g$@it push'`,
    `time -p time -p time -p A=1 bash -c 'g$@it push'`,
    `time -p -- ! PS4='$(g$@it push)' eval 'set -x; :'`,
    `time time time time x='b[$(g$@it push)]'; echo $((x))`,
    `! ! ! ! ! x='b[$(g$@it push)]'; ((x))`,
  ])('an assignment is a question: %s', async (line) => {
    expect(await outcomesOfPush(outcome, line)).not.toContain('allow');
  });
});

describe('xargs that replaces an empty text', () => {
  test("in a denied command: echo push | xargs -I '' git ''", async () => {
    expect(await outcomesOfPush(outcome, "echo push | xargs -I '' git ''")).not.toContain('allow');
  });
  test("in one that reads: echo -opw | xargs -I '' sort ''", async () => {
    expect(await outcome("echo -opw | xargs -I '' sort ''")).toBe('ask');
  });
});

describe('a program', () => {
  test.each([
    ['HEAD', '/usr/bin/HEAD x'],
    ['HEAD', './HEAD x'],
    ['HEAD', 'env /usr/bin/HEAD x'],
    ['Rscript', '/usr/bin/Rscript -e 1'],
    ['./deploy.sh', '././deploy.sh'],
    ['./deploy.sh', './/deploy.sh'],
    ['./deploy.sh', 'src/../deploy.sh'],
    ['src/run', './src/run'],
  ])('that a rule calls %s is denied as %s', async (name, line) => {
    expect(await outcome(line, { deny: [`Bash(${name} *)`], mode: 'auto' })).toBe('deny');
  });
});

describe('a line that nests', () => {
  test.each([
    ...['(', '( ', '$(', '"$(', '{ ', '! ', 'if '].map((begin) => [begin, begin.repeat(1000)]),
    ...['env ', 'nice ', 'time ', '! ', 'env -- ', 'eval '].map((begin) => [begin, begin.repeat(1200)]),
    ["sed 's/[", `sed 's/[${'[.a.]'.repeat(100)}' a`],
    ['"${x:-$aa', `echo "\${x:-${'$aa'.repeat(100)}!}"`],
  ])('a thousand times %j is a question', async (begin, all) => {
    const ends: Record<string, string> = {
      '(': ')',
      '( ': ' )',
      '$(': ')',
      '"$(': ')"',
      '{ ': '; }',
      'if ': ';then :;fi',
    };
    const line = `${all}ls${(ends[begin ?? ''] ?? '').repeat(1000)}`;
    expect(await outcome(line.slice(0, 10_000), { deny, mode: 'auto' })).toBe('ask');
  });

  test.each([`git ${'-c $x '.repeat(600)}push`, `setpriv ${'-c $x '.repeat(600)}push`])(
    'hundreds of words that may be none are a question: %s',
    async (line) => {
      expect(await outcome(line, { deny, mode: 'auto' })).toBe('ask');
    },
  );

  test.each(['env nice timeout 5 ls', '(((ls)))', `${'ls && '.repeat(100)}ls`])(
    'a little needs none: %s',
    async (line) => {
      expect(await outcome(line, { deny, mode: 'auto' })).toBe('allow');
    },
  );
});

describe('what the grammar reads as no word of a command, and bash as one,', () => {
  test.each([
    'find . ! -name $ -delete',
    'find src ! -name == -delete',
    'find src -not -path =~ -delete',
    'find src -path =~ -fprint -name x',
    'grep $ ../secret',
    'grep -v == ../secret',
    'rg $ ../secret',
    'cut -f1 -d $ ../secret',
    "bash -c 'grep $ ../secret'",
    'uniq a $',
    'git tag $',
    'sort a -o1>/dev/null',
    'sort a -o5</dev/null',
    'sed -n -i1>/dev/null 2p a',
    'find . ! -name -a1>/dev/null -delete',
    'grep -v -e -a1</dev/null ../secret',
    'date -f12</dev/null',
    'find src </dev/null ! -name {x}</dev/null -name -delete',
    'find -P src 2>&1 ! -name {x}<a -name -delete',
    'uniq -f 1[01] a',
    'LC_ALL=zh_CN.GBK\necho あ\\;touch pw',
    'for LC_ALL in zh_CN.GBK; do :; done\necho あ\\;touch pw',
    'echo あ\\;touch pw',
  ])('is a question: %s', async (line) => {
    expect([await outcome(line), await outcome(line, { mode: 'read-only' })]).not.toContain('allow');
  });

  test.each([
    'git -c $ push',
    'git -C == push',
    'git -C =~ push',
    'xargs -I $ git $ <<< push',
    'git -c -a1>&2 push',
    'git -C -a1</dev/null push',
    'git <a -C {x}<a src push',
    'git >/dev/null -C {x}<a src push',
    'git 2>&1 -C {x}>&2 src push',
    'LC_ALL=zh_CN.GBK\necho あ\\;git push',
    'for LC_ALL in zh_CN.GBK; do :; done\necho あ\\;git push',
    'LC_ALL+=zh_CN.GBK\necho あ\\;git push',
    'export LC_ALL=zh_CN.GBK\necho あ\\;git push',
    'printf -v LC_ALL %s zh_CN.GBK\necho あ\\;git push',
  ])('runs nothing denied: %s', async (line) => {
    expect(await outcomesOfPush(outcome, line)).not.toContain('allow');
  });

  test.each([
    ['git push', 'git push $u'],
    ['git push', 'git push "$@"'],
    ['git push', 'git push "${a[@]}"'],
    ['git push', 'echo | xargs git push'],
    ['git stash drop', 'git stash $u drop'],
  ])('the rule Bash(%s) asks about %s', async (rule, line) => {
    expect(await outcome(line, { deny: [`Bash(${rule})`], mode: 'auto' })).toBe('ask');
  });

  test.each(['grep "$" a', 'ls 2>/dev/null', 'ls >/dev/null 2>&1', 'LC_ALL=C sort a', 'LANG=en_US.UTF-8 ls'])(
    'needs no question: %s',
    async (line) => {
      expect(await outcome(line)).toBe('allow');
    },
  );
});
