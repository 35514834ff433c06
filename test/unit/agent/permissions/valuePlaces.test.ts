import { describe, expect, test } from 'vitest';
import { lineOutcomes } from './decideInput.ts';

const outcome = lineOutcomes();

describe('in auto, a place that bash itself puts together is a question', () => {
  test.each([
    ': ${A:=AGENTS.md}; rm $A',
    'rm ${A:-AGENTS.md}',
    'A=AGENTS; A+=.md; rm $A',
    'for f in x AGENTS; do rm $f.md; done',
    'for f in x AGENTS x; do rm $f.md; done',
    'rm {AGENTS,x}.md',
    'f() { rm $x.md; }; x=AGENTS; f',
    'x=a; x=a; f() { rm $x.md; }; x=AGENTS; f',
    "x='tee AGENTS.md'; cat AGENTS.md; $x < a",
    'cat $HOME/x',
    'cat "${HOME}"/x',
    'cd "$HOME" && cat x',
    'cat $PWD/../x',
    "bash -c 'cat $HOME/x'",
    'cat >> $HOME/.config/vak/config.toml < x',
    'rm .v{a..a}k/config.toml',
    'cat {..,x}/secret',
    "bash -c 'A=AGENTS; rm $A.md'",
  ])('%s', async (line) => expect(await outcome(line, { mode: 'auto' })).toBe('ask'));

  test.each([
    'cp file{,.bak}',
    'echo "$HOME"',
    'ls "$PWD"/src',
    'git diff HEAD~{1,2}',
    'mkdir -p src/{a,b}/{c,d}',
    'touch x{1..1000}',
    'for f in a b c; do npm run "$f"; done',
    'NAME=${NAME:-x}; echo $NAME',
  ])('but not %s', async (line) => expect(await outcome(line, { mode: 'auto' })).toBe('allow'));
});

describe('in auto, a place in what a variable is given is a question', () => {
  test.each([
    'TAR_OPTIONS=--file=AGENTS.md tar c x',
    'TAR_OPTIONS="$o --file=AGENTS.md" tar c x',
    'NODE_OPTIONS=--require=../secret node x',
    'PYTHONPATH=x:../d python y',
    'PYTHONPATH=$PYTHONPATH:../d python y',
    'PYTHONPATH="$PYTHONPATH:../d" python y',
    'PYTHONPATH=x:/home/other/d python y',
    'PATH=/opt/other/bin:$PATH make',
    'GIT_DIR=$x/../.git/ git status',
    'CFLAGS=-I../include make',
    'o=--file=AGENTS.md; tar $o -c x',
    'for o in --file=AGENTS.md; do tar $o -c x; done',
    'A=b env C=--file=AGENTS.md tar c x',
  ])('%s', async (line) => expect(await outcome(line, { mode: 'auto' })).toBe('ask'));

  test('and a deny rule on reading holds for it', async () => {
    const deny = ['Read(*.env)'];
    expect(await outcome('NODE_OPTIONS=--env-file=.env node x', { mode: 'auto', deny })).toBe('deny');
  });

  test.each([
    'PATH=$PATH:/usr/local/bin make',
    'PATH=/usr/local/bin:$PATH make',
    'PATH=/usr/local/bin:/usr/bin:/bin make',
    'PATH=$PWD/node_modules/.bin:$PATH tsc',
    'PATH="./node_modules/.bin:$PATH" tsc',
    'NODE_OPTIONS=--max-old-space-size=4096 npm t',
    'DATABASE_URL=postgres://u:p@localhost:5432/db npm t',
    'PYTHONPATH=src:. pytest',
    'GOFLAGS=-mod=mod go test ./...',
    'VERSION=v1.2.3 IMAGE=ghcr.io/x/y:latest make image',
    'GIT_AUTHOR_DATE="$(date -R)" git commit -m x',
    'LOG=/dev/null make',
    'x=$(git rev-parse HEAD); y="$x:a"; git show "$y" > out',
    '[[ $x == *:../* ]] && make',
  ])('but not %s', async (line) => expect(await outcome(line, { mode: 'auto' })).toBe('allow'));

  test('outside auto, a value that is not known asks no more than before', async () => {
    expect(await outcome('PAGER=$x cat a')).toBe('ask');
    expect(await outcome('LC_ALL=C cat a')).toBe('allow');
    expect(await outcome('x="$y"; cat a')).toBe('allow');
  });
});
