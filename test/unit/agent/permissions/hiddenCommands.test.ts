import { describe, expect, test } from 'vitest';
import { lineGround } from './decideInput.ts';

/** Programs that nobody knows, and what they may run of their words. */
const { outcome, auto } = lineGround({
  folders: ['.vak', 's/s', 't', 'conf.d', 'd'],
  files: ['a', '.vak/config.toml', 'conf.d/secret', 'secret', '../secret', '../secrets'],
  links: { 's/s/lnk': '../../../secret', 'd/lnk': '../../secret' },
});

describe('in auto, a command behind a program that nobody knows is a question', () => {
  test.each([
    "setpriv bash -c 'cd s/s; cat lnk'",
    "setpriv --nnp bash -c 'rm .va*/config.toml'",
    "setpriv eval 'cd s/s; cat lnk'",
    "script -qc 'cd s/s; cat lnk' /dev/null",
    "script -qc 'cat .\\./secret' x",
    "script -qc 'ls ~' x",
    "script -qc 'ls / -a' x",
    "script -qc'cd s/s; cat lnk' /dev/null",
    "script --command='cd s/s; cat lnk' /dev/null",
    'script -qc \'bash -c "cd s/s; cat lnk"\' x',
    'cmake -E chdir d cat lnk',
    'setpriv env -C d cat lnk',
    "entr -s 'cd s/s; cat lnk'",
    "git bisect run sh -c 'cd s/s; cat lnk'",
    "GIT_SSH_COMMAND='cd s/s; cat lnk #' git fetch ssh://x/y",
    'setpriv vak run x',
    'setpriv vak --json run x',
    "script -qc 'vak run x' /dev/null",
    'setpriv timeout 5 vak mcp approve x',
    "setpriv bash -c 'vak acp'",
  ])('%s', async (line) => expect(await auto(line)).toBe('ask'));

  test.each([
    'setpriv grep -rh . conf.d',
    'setpriv --nnp timeout 5 grep -rh . conf.d',
    "script -qc 'grep -rh . conf.d' x",
    'script -qc \'cat sec"r"et\' x',
    'setpriv bash -c \'cat sec"r"et\'',
    'git bisect run grep -rh . conf.d',
  ])('where a rule on reading may hold for it: %s', async (line) => {
    expect(await auto(line, ['Read(secret)'])).not.toBe('allow');
    expect(await auto(line, ['Read(secret)', 'Bash(git push *)'])).not.toBe('allow');
  });

  test.each([
    'docker run --rm node:24 npm test',
    "docker run --rm alpine sh -c 'cd /app/src && ls -a'",
    "ssh host 'cd app && git pull'",
    'docker compose exec app cat a',
    'npm run test -- find x',
    'git checkout main -- test',
    'apt-get install -y git curl tar rsync bash vak',
    'git push vak main',
    'git commit -m "use vak run x, or: cd ..; cat x"',
    'gh pr create --title "cd ~" --body "vak run x; grep -r y ."',
    'psql -c "select * from x where a = \'b\'"',
    "node -e 'for (const a of [1]) test(a); // cd d'",
    "cargo test 'a b'",
    "cmake -G 'Unix Makefiles' -B build",
    "make CFLAGS='-O2 -g'",
    'setpriv vak inventory',
  ])('and asks nothing else: %s', async (line) =>
    expect(await auto(line, line.startsWith('node') ? [] : ['Read(secret)'])).toBe('allow'),
  );

  test('so that a rule that spells a place outside still allows it', async () => {
    const allow = ['Bash(tool cat /etc/hosts)'];
    expect(await outcome('tool cat /etc/hosts', { allow })).toBe('allow');
  });
});

describe('in auto, the value of a variable counts where it is put', () => {
  test.each([
    "x='../secret a'; cat $x",
    "x='a ../secret'; cat ${x}",
    "x='.va*/config.toml'; rm $x",
    "x='.va* a'; rm -r $x",
    'x=.va*; for f in $x/config.toml; do rm $f; done',
    "x='s/s'; cd $x; cat lnk",
    'x=s; y=$x/s; cd "$y" && cat lnk',
    "c='cd s/s'; $c; cat lnk",
    "c='cat ../secret'; $c",
    "c='vak run x'; $c",
    'c=\'cd s/s; cat lnk\'; eval "$c"',
    'c=\'cd s/s; cat lnk\'; bash -c "$c"',
    'a=..; b=secret; cat $a/$b',
    'x=a; x=b; x=c; x=..; cat $x/secret; x=d',
    'x=a; if [ -e a ]; then x=..; else x=b; fi; cat $x/secret',
    "a=cat; b='x y'; b='../secret z'; $a $b; a=echo",
    'shopt -s cdable_vars; v=../x; cd v; cat secret',
    "bash -O cdable_vars -c 'v=../x; cd v; cat secret'",
    "bash -O autocd -ic 's/s; cat lnk'",
  ])('%s', async (line) => expect(await auto(line)).toBe('ask'));

  test.each(['a=sec; b=ret; cat $a$b', "x='secret a'; cat $x", "x='conf.d a'; grep -r x $x | tee y"])(
    'where a rule on reading may hold for it: %s',
    async (line) => expect(await auto(line, ['Read(secret)'])).not.toBe('allow'),
  );

  test.each([
    'x="a b"; echo $x',
    'MSG="see /etc/hosts now"; git commit -m "$MSG"',
    "FLAGS='-O2 -g'; gcc $FLAGS a.c",
    'DIR=build; mkdir -p $DIR && cd $DIR && cmake .',
    'N=3; for i in a b; do echo $i $N; done',
    "c='git status'; $c",
  ])('and asks nothing else: %s', async (line) => expect(await auto(line)).toBe('allow'));

  test('but is no reason to ask where no place is named', async () => {
    expect(await outcome('x=a; echo $x')).toBe('allow');
  });
});
