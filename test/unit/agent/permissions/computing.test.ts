import { describe, expect, test } from 'vitest';
import { lineOutcomes, outcomesOfPush } from './decideInput.ts';

const outcome = lineOutcomes();

/** A push that no word of the line spells: only bash, computing, puts it together. */
const PUSH = '$(y=push;git $y)';

describe('what bash computes can run a text, so it is never allowed', () => {
  test.each([
    // Escapes that bash counts otherwise.
    "git $'\\560ush'",
    "$'\\547it' push",
    "eval $'\\547it push'",
    // Backquotes beside each other.
    'echo `cat a` `git push`',
    'echo "`cat \'a\'` `git push`"',
    "echo `git log -1 --format='%h'` `git push`",
    '\ufeff# ; git push',
    // What a command was given last, positional parameters, what a regex met.
    ": 'a[$(git push)]'; (($_))",
    ": 'a[$(git push)]'; [[ $_ -eq 1 ]]",
    "ls 'a[$(git push)]'; a=([_]=1)",
    "ls 'a[$(git push)]'; echo ${HOME:_}",
    "ls 'a[$(git push)]'; printf -v 'b[_]' x",
    `set -- 'a[${PUSH}]'; (($1))`,
    `bash -c '(($1))' x 'a[${PUSH}]'`,
    "[[ 'a[$(git push)]' =~ .+ ]]; ((BASH_REMATCH))",
    // A variable named by another one.
    `n='b[${PUSH}]'; echo "\${!n}"`,
    ': \'b[$(git push)]\'; echo "${!_}"',
    `set -- 'b[${PUSH}]'; echo \${!1}`,
    `for n in 'b[${PUSH}]'; do echo "\${!n}"; done`,
    `n='b[${PUSH}]'; [[ -n \${!n} ]]`,
    // Slices and lists.
    ...['${@:x}', '${*:x}', '${?:x}', '${b[@]:0:x}', '${b[0]:x}', '${!n:x}', '${b[x]}', '${b:x}'].map(
      (text) => `x='a[${PUSH}]'; echo "${text}"`,
    ),
    `x='a[${PUSH}]'; a=([x]=1)`,
    `x='a[${PUSH}]'; b+=([x]=1)`,
    `x='a[${PUSH}]'; declare b=([x]=1)`,
    'a=([PATH=1]=x); ls',
    // Builtins that are given a name.
    `x='a[${PUSH}]'; let x`,
    `x='a[${PUSH}]'; unset 'b[x]'`,
    `x='a[${PUSH}]'; test -v 'a[x]'`,
    `x='a[${PUSH}]'; read 'a[x]'`,
    `x='a[${PUSH}]'; printf -v 'a[x]'`,
    `x='a[${PUSH}]'; declare 'a[x]=1'`,
    `declare -i x; y='a[${PUSH}]'; x=y`,
    // Set here, computed in there.
    `x='a[${PUSH}]'; eval '((x))'`,
    `x='a[${PUSH}]'; trap '((x))' EXIT`,
    `x='a[${PUSH}]' bash -c '((x))'`,
    `n=1; read n <<< 'a[${PUSH}]'; ((n))`,
    `x=y; y='a[${PUSH}]'; ((x))`,
    ...['RANDOM', 'OPTIND', 'HISTCMD', 'SRANDOM'].map((name) => `${name}='a[${PUSH}]'`),
    `for RANDOM in 'a[${PUSH}]'; do :; done`,
    `read RANDOM <<< 'a[${PUSH}]'`,
    // Quotes that are none there.
    "(( '$(git push)' ))",
    "echo $(( '$(git push)' ))",
    "((a[0]='$(git push)'))",
    'echo "${x:-\'$(git push)\'}"',
    'echo "${x:-\'`git push`\'}"',
    "echo ${a['$(git push)']}",
    "echo ${a[$'$(git push)']}",
    "cat <<E\n${x:-'$(git push)'}\nE",
    "cat <<E\n$(( '$(git push)' ))\nE",
    "! (('$(git push)'))",
    "! (( '$((git push) )$(git push)1', ))",
    // Substitutions of processes where the grammar has none.
    'echo ${PWD/<(git push)/}',
    'echo ${PWD%<(git push)}',
    '[[ a =~ <(git push) ]]',
    '[[ ${x+} = <(git push) ]]',
    // Lists that a declaration reads again.
    `declare -a 'x=(${PUSH})'`,
    `typeset -a 'x=(${PUSH})'`,
    `readonly -a 'x=(${PUSH})'`,
    `x=(); declare 'x=(${PUSH})'`,
    `v='(${PUSH})'; declare -a x=$v`,
    `x=(); v='(${PUSH})'; declare x=$v`,
    `x='${PUSH}'; cat <<'E' \${x@P}\nE`,
    `x='a[${PUSH}]'; cat <<'E' && [[ x -eq 1 ]]\nE`,
  ])('%j', async (line) => {
    const found = await outcomesOfPush(outcome, line);
    expect([...found, await outcome(line)]).not.toContain('allow');
  });

  test.each([
    'i=0; while [ $i -lt 3 ]; do npm test; i=$((i + 1)); done',
    'start=$(date +%s); npm test; end=$(date +%s); echo $((end-start))',
    'n=$(ls | wc -l); echo $((n + 1))',
    'for ((i = 0; i < 3; i++)); do echo "$i"; done',
    'x="${1:-default}"; echo "${x^^}" "${x%.*}" "${x##*/}" "${x/a/b}" "${x:1:2}"',
    'a=(b c); echo "${a[@]}" "${#a[@]}" "${a[1]}"',
    'echo "${HOME:-/tmp}/x"',
    '[[ $n -gt 3 ]] && npm test',
    '[[ $name =~ ^v[0-9]+$ ]] && npm test',
    'declare -A m; m[key]=1; npm test',
    'while IFS= read -r line; do npm run "$line"; done < list',
    'export PATH="$HOME/.local/bin:$PATH"; npm test',
  ])('and plain arithmetic is no question in auto: %j', async (line) => {
    expect(await outcome(line, { deny: ['Bash(git push *)'], mode: 'auto' })).toBe('allow');
  });
});

describe('a shell, a wrapper or an option that reads or runs something else', () => {
  test.each([
    "bash +c 'x=push; git $x'",
    "dash +c 'x=push; git $x'",
    'echo git push | bash +s foo',
    "bash -c - 'x=push; git $x'",
    "bash -posix -c 'x=push; git $x' <<< ':'",
    "bash -noprofile -c 'x=push; git $x' <<< ':'",
    "bash -rcfile x -c 'x=push; git $x'",
    "bash -k -c 'git a=1 push'",
    "bash -O extglob -c 'git push'",
    'bash -o history -H <<E\nls\nE',
    "runuser root +c 'x=push;git $x'",
    "su -c : -c 'x=push; git $x'",
    "su root -c : --command='x=push; git $x'",
    'echo git push | runuser root',
    'echo git push | unshare -r',
    'echo git push | sudo -s',
    "unshare -mS 0 bash -c 'x=push; git $x'",
    "sudo A=b -n bash -c 'x=push; git $x'",
    'echo push | xargs -I{} -L1 git',
    'echo push | xargs -I{} -n2 git',
    'xargs -I{} --max-args=2 git <<< push',
    'xargs --replace -l git <<< push',
    'xargs --process-slot-var=PATH ls',
    'find . -maxdepth 0 {-exec,git,push} \\;',
    'find . -maxdepth 0 $(echo -exec git push \\;)',
    "y='push ;'; x='-exec git'; find . -maxdepth 0 $x $y",
    'x=-exec; find . -maxdepth 0 "$x" bash -c \'x=push;git $x\' \\;',
    'a=-exec b=git c=push; find . -maxdepth 0 "$a" "$b" "$c" \\;',
    'set -k; git a=1 push',
    'set -o history -H\necho push\n^echo^git',
    'shopt -s expand_aliases; ls',
    "trap -- '-;x=push;git $x' EXIT",
    "env 'BASH_FUNC_ls%%=() { y=push; git $y; }' bash -c ls",
    "read -aPS4 <<< '$(y=push;git${IFS}$y)'; set -x; :",
    'export P"S4"=\'$(y=push;git $y)\'; set -x; :',
    "MAILPATH='m?$(y=push;git $y)' bash -i <<'E'\n:\nE",
    "git grep -O'git push' x",
    'git grep --open-files-in-pager="git push" x',
    'git -c {a=b,push}',
    'echo git push | xargs setpriv',
    'echo git push | { read -r a; setarch -R $a; }',
    'x=git; y=push; setpriv $x $y',
    'echo git push | script -q x',
  ])('is never allowed: %j', async (line) => {
    const found = await outcomesOfPush(outcome, line);
    expect(found).not.toContain('allow');
  });

  test.each([
    "sort a $'\\455omade'",
    "find . -name a $'\\455delete'",
    "sh -c 'ls &>/dev/null touch made'",
    "dash -c 'ls a &>>x tee a b'",
    "sh -c '[[ a || ./evil ]]'",
    "sh -c '[[ a > made ]]'",
    `sh -c "echo \\$'a\\\\'; make #'"`,
    'sh -c \'cat $"x"\'',
    'sh <<E\n[[ a || make ]]\nE',
    "bash -i +O interactive_comments -c 'ls a #; ./evil'",
    "bash -O dotglob -c 'cat *id'",
    "bash -P -c 'cd l2/..; cat inner'",
    'echo " ../x* " $BASH_COMMAND',
    ': " ../x* "; echo $BASH_EXECUTION_STRING',
  ])('asks in ask: %j', async (line) => expect(await outcome(line)).toBe('ask'));

  test.each(["sh -c 'ls && cat a'", "bash -euo pipefail -c 'ls | wc -l'", 'sh <<E\nls\nE'])(
    'a plain text for a shell needs no question: %j',
    async (line) => expect(await outcome(line)).toBe('allow'),
  );
});

test.each([
  'cp b AGENTS.md 3<>z',
  'echo x 1<>AGENTS.md',
  'cat ../secret 3<>z',
  "cp b AGENTS.md; : '\u0001'",
  `cp b AGENTS.md #${'x'.repeat(10_000)}`,
])(
  'in auto, a line that can’t be read is a question where a piece of it names such a place: %#',
  async (line) => {
    expect(await outcome(line, { mode: 'auto' })).toBe('ask');
  },
);

test.each([
  'git -C sub stash push -m wip',
  'git -C sub commit -m push',
  'git --no-pager log --grep push',
  'git -C packages/a diff -- push',
  "python3 - <<'EOF'\nprint(1)\nEOF",
  "git commit -F - <<'EOF'\nmsg\nEOF",
])('a word that only looks like a denied command is no question in auto: %j', async (line) => {
  expect(await outcome(line, { deny: ['Bash(git push *)'], mode: 'auto' })).toBe('allow');
});

test.each(['sudo apt-get install -y curl jq', 'command -v curl', 'npm run curl', 'pip install curl'])(
  'the name of a package is not the program of that name: %j',
  async (line) => {
    expect(await outcome(line, { deny: ['Bash(curl *)'], mode: 'auto' })).toBe('allow');
  },
);
