import { describe, expect, test } from 'vitest';
import { lineGround } from './decideInput.ts';

/** Which folder each command of a line may be in: `s/s/lnk` leads outside, `a` stands at the top. */
const { auto } = lineGround({
  folders: ['src', 's/s', 'q/b'],
  files: ['a', '../secret'],
  links: { 's/s/lnk': '../../../secret' },
});

describe('in auto, a word counts from the folder that its command is in', () => {
  test.each([
    'cd q/b && npm run build && cd ../..',
    'cd q/b && cat ../../a',
    'cd src && npx tsc -p ../tsconfig.json',
    'cd src && npx tsc -p ../tsconfig.json && cd .. && npm test',
    'cd q/b || exit 1; cat ../../a',
    'cd q/b || { echo none; exit 1; }\ncat ../../a',
    'cd q/b && npm test 2>&1 | tail -5 && cd ../..',
    'cd q/b && npm test 2>&1 | tail -5 && cat ../../a',
    'set -e\ncd q/b\ncat ../../a\ncd ../..',
    'set -euo pipefail; cd q/b; cat ../../a',
    'pushd src > /dev/null && cat ../a && popd',
    '(cd q/b && cat ../../a); cat a',
    'x=$(cd q/b && cat ../../a) && echo $x',
    'for d in q/b q/b; do (cd "$d" && cat ../../a); done',
    'D=q/b; cd $D && cat ../../a',
    'cd "$PWD/q/b" && cat ../../a',
    'cat a | (cd q/b && cat ../../a)',
    // What a shell of its own goes to stays there.
    '(cd s/s); cat lnk',
    'cd s/s & cat lnk',
    'cd s/s | cat; cat lnk',
    'cat lnk; cd s/s',
    'cd "$(git rev-parse --show-toplevel)" && cat a',
    'D=$(git rev-parse --show-toplevel); cd "$D" && cat a',
    'cd "$DIR" && cat a',
    '# the path\npath="$BASE/$NAME"\ncd "$path" && cat a',
  ])('%s', async (line) => expect(await auto(line)).toBe('allow'));
});

describe('in auto, what may be elsewhere in one of the folders is a question', () => {
  test.each([
    'cd q/b; cat ../../a',
    'cd q/b || exit 1 2; cat ../../a',
    'cd q/b || exit > none/x; cat ../../a',
    'exit() { true; }; cd q/b || exit; cat ../../a',
    'set -e; set +e; cd q/b; cat ../../a',
    'if true; then set -e; fi; cd q/b; cat ../../a',
    'cd q/b && cat ../../a; cat ../../a',
    '(cd q/b; make); cd ..',
    'cd s && cd s && cat lnk',
    'cd s && (cd s && cat lnk)',
    'cd nope || cd s/s; cat lnk',
    'cd nope && cd src || cd s/s && cat lnk',
    '! cd s/s || cat lnk',
    'if cd s/s; then cat lnk; fi',
    'case x in x) cd s/s;; esac; cat lnk',
    'while cd s; do cat lnk; done',
    'for i in 1 2; do cd s; done; cat lnk',
    'f() { cat lnk; }; (cd s/s; f)',
    'f() { cd s/s; }; f; cat lnk',
    '{ cat lnk; cd s/s; }; cat lnk',
    'cd src && { cd ../s/s; cat lnk; } > o',
    'eval "cd s"; cd s; cat lnk',
    "eval 'cd s/s' && cat lnk",
    "bash -c 'cd s/s; cat lnk'",
    `T='cd s/s'; eval "$T"; cat lnk`,
    `D=src; cd $D; T='cd ../s/s'; eval "$T"; cat lnk`,
    'pushd -n s/s; popd; cat lnk',
    'pushd s/s; popd; popd; cat lnk',
    'cd() { true; }; cd q/b && cat ../../a',
    'shopt -s expand_aliases\nalias cd=true\ncd q/b && cat ../../a',
    'shopt -s lastpipe; true | cd s/s; cat lnk',
    // A pipe takes no more than the last command of a list.
    'cd s/s && true 2>&1 | cat; cat lnk',
    'cd s/s && true > /dev/null | cat; cat lnk',
    'true && cd s/s && true 2>&1 | cat && cat lnk',
    'true || cd s/s && true 2>&1 | cat | cat; cat lnk',
    'cd s/s && ! true 2>&1 | cat; cat lnk',
    'cat <<E && cd s/s\nE\ncat lnk',
    'cd q/b && git -C ../../s/s log && git -C ../../s/s show --output=lnk',
  ])('%s', async (line) => expect(await auto(line)).toBe('ask'));

  test.each([
    // An expansion may be no word at all, and one whose name nobody knows may be `cd`.
    'cd $u s/s && cat lnk',
    'cd "$@" s/s; cat lnk',
    'pushd $u s/s; cat lnk',
    'cd ${u}s/s && cat lnk',
    'env -C$u s/s cat lnk',
    'env -C $u s/s cat lnk',
    '${u}cd s/s; cat lnk',
    '$(echo cd) s/s; cat lnk',
    // What a program prints, nobody knows.
    'cd $(echo s/s) && cat lnk',
    'cd `echo s/s` && cat lnk',
    'D=$(echo s/s); cd "$D"; cat lnk',
    'read D <<< s/s; cd $D; cat lnk',
    'D=$(echo s/s)\nE=$D/.\ncd "$E" && cat lnk',
    'f() { cd "$1" && cat lnk; }; f s/s',
    'f() { cd "$1"; }; f s; f s; cat lnk',
    'set -- s/s; cd "$1"; cat lnk',
    'cd "$PWD"/s/s && cat lnk',
    'cd "$(pwd)/s/s" && cat lnk',
    'cd "$PWD/s" && cd "$PWD/s" && cat lnk',
    'for i in 1 2; do cd "$PWD"/s; done; cat lnk',
    'f() { cd "$PWD"/s; }; f; f; cat lnk',
    'for d in s*/s; do (cd $d && cat lnk); done',
  ])('also with expansions: %s', async (line) => expect(await auto(line)).toBe('ask'));
});
