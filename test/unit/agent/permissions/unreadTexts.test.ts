import { describe, expect, test } from 'vitest';
import { lineGround } from './decideInput.ts';

/** Texts and words of which nobody surely knows that they are commands, or which ones. */
const { auto } = lineGround({
  folders: ['.vak', 's/s', 't', 'conf.d', 'd'],
  files: ['a', '.vak/config.toml', 'conf.d/secret', 'secret', '../secret', '../secrets'],
  links: { 's/s/lnk': '../../../secret', 'd/lnk': '../../secret' },
});

describe('in auto, a document that can surely be read is no question', () => {
  test.each([
    ['a message', `git commit -m "$(cat <<'EOF'\nfix: it's a \`thing\`\nEOF\n)"`],
    ['behind it a file in quotes', `cat <<'EOF' > "$FILE"\na\nEOF`],
    ['behind it a command with quotes', `cat <<'EOF' >> a && echo "done"\nx\nEOF`],
    ['letters before signs', "cat > a.md <<'EOF'\n’`x`\nEOF"],
    ['very many letters', `cat > a.md <<'EOF'\n${'some words\n'.repeat(5000)}EOF`],
    ['no document, but a string over two lines', 'echo "a\\\nb"'],
  ])('%s', async (_, line) => expect(await auto(line)).toBe('allow'));

  test('but where a program may run it, and it is long, it is one', async () => {
    expect(await auto(`python3 - <<'EOF'\n${'print(1)\n'.repeat(5000)}EOF`)).toBe('ask');
  });
});

describe('in auto, a text that can’t surely be read is a question', () => {
  test.each([
    "bash -pc 'rm .va*/config.toml'",
    "bash -ic 'rm .va*/config.toml'",
    "bash --posix -c 'rm .va*/config.toml'",
    "bash -O extglob -c 'rm .va*/config.toml'",
    "bash --rcfile a -c 'rm .va*/config.toml'",
    "bash -pc 'cd s/s; cat lnk'",
    "bash -pc 'vak run x'",
    "zsh -fc 'cd s/s; cat lnk'",
    "su -pc 'cd s/s; cat lnk' me",
    "su -c'cd s/s; cat lnk' me",
    'eval \'rm .va*/config.toml\' "$u"',
    'eval "cd s/s; cat lnk $u"',
    'bash -c "cd s/s; cat lnk $u"',
    'env -S "bash -c \'rm .va*/config.toml\'"',
    "env -S'bash -c' 'cd s/s; cat lnk'",
    "env -S 'cat .\\_./secret'".replace('\\_', ''),
    "env --split-string='bash -pc' 'cd s/s; cat lnk'",
    "trap 'cd s/s; cat lnk' $sig",
    "echo 'cat ../secret' | bash",
    "printf 'ls\\ncat ../secret\\n' | sh",
    "cat <<< 'rm .va*/c*' | sh",
    "source <(echo 'cat ../secret')",
    'eval "$(echo \'rm .va*/c*\')"',
    "x=$(echo 'cat ../secret'); $x",
    "echo 'cat ../secret' | while read -r l; do $l; done",
    'bash -c "echo $u\nrm .va*/config.toml"',
    'bash -c "echo $u $u\n\ncat ../secret"',
    'sed -n "#$u\nw .vak/config.toml" a',
  ])('%s', async (line) => expect(await auto(line)).toBe('ask'));

  test.each([
    ['a form feed', "rm .va*/config''.toml #\f"],
    ['a form feed', "cat .''./secret #\f"],
    ['a form feed in it', "cat .''./se\fcret"],
    ['a line sign', "cat .''./secret #\u2028"],
    ['a line sign', "cat .''./secret #\u0085"],
    ['a letter before a sign', "echo ü\\; cat .''./secret"],
    ['no end', "cat .''./secret; echo $(("],
    ['an error', "cd s/s; cat lnk; echo 'a' )"],
    ['an error in a loop', 'for f in .va*/config.toml; do rm $f; done; ;;'],
    ['an error and escapes', 'cat .\\./secret; esac'],
    ['an error and a nested text', "bash -c 'cd s/s; cat lnk'; esac"],
    ['an error and a program of ours', 'vak ru"n" x; esac'],
    ['a here-document and an error', "cat <<E\nit's\nE\nrm .va*/config.toml\nesac"],
    ['an error and commands in quotes', 'echo "$(cd s/s; cat lnk)"; esac'],
    ['nothing but a name to fill in', 'git checkout <base-branch>'],
    ['half a loop', 'for f in src/*.ts; do'],
    ['half a document', 'python3 - <<EOF'],
    ['two documents on one line', "cat <<E && cat <<'F'\na\nE\nb\nF\nrm .va*/c*\nE"],
    ['a document that ends elsewhere', "cat <<'a'b\nab\nrm .va*/config.toml\na"],
    ['two inputs', '</dev/null bash <<X\nrm .va*/c*\nX'],
    ['backquotes in a default', 'echo ${x:-`cat s/s/l*`}'],
    ['backquotes in quotes', 'echo "${PWD/x/`cat s/s/l*`}"'],
    ['backquotes in arithmetic', 'echo $((`rm .va*/c*`0))'],
    ['backquotes in a document', 'cat <<X\n`cat s/s/l*`\nX'],
    ['a command in a pattern', 'echo ${PWD#$(rm .va*/c*)}'],
    ['too many letters', `cat .''./secret #${'x'.repeat(10_000)}`],
  ])('with %s: %s', async (_, line) => expect(await auto(line)).toBe('ask'));

  test.each([
    "bash -pc 'cat sec?et'",
    "eval 'cat sec?et' $u",
    'cat sec"r"et; esac',
    'cat sec"r"et #\f',
    'bash -pc "cat conf.d/s*"',
    "bash -pc 'grep -rh . conf.d'",
  ])('so that a rule on reading holds for it: %s', async (line) =>
    expect(await auto(line, ['Read(secret)'])).not.toBe('allow'),
  );

  test.each([
    "bash -ic 'npm test'",
    "echo 'npm test' | bash",
    'f() { echo "usage: f ../x"; }; f',
    'curl -s https://example.com/install | sh && echo "see ../x"',
    'sh -c \'npm run "$1"; echo $?\' _ test',
    'sh -c \'grep -c "a$" x\'',
    "find src -name '*.ts' -exec sh -c 'wc -l $1' _ {} \\;",
    'eval "$(ssh-agent -s)"',
    'eval "npm test $x"',
    "env -S 'node --test' a",
  ])('and asks nothing where it stays inside: %s', async (line) => expect(await auto(line)).toBe('allow'));
});
