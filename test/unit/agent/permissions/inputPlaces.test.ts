import { describe, expect, test } from 'vitest';
import { lineOutcomes } from './decideInput.ts';

const outcome = lineOutcomes();
const auto = (line: string) => outcome(line, { mode: 'auto' });
const document = (command: string, text: string) => `${command} <<'E'\n${text}\nE`;
const patchOf = (file: string, line = 'x') => `--- a/${file}\n+++ b/${file}\n@@ -1 +1 @@\n-a\n+${line}`;

describe('in auto, a place in what a command is given to read is a question', () => {
  test.each([
    "sed -f - a <<< 'w AGENTS.md'",
    "sed --file=/dev/stdin a <<< 'w AGENTS.md'",
    "sed -nf- a <<< 'w AGENTS.md'",
    document('make -f -', 'a:\n\ttouch AGENTS.md'),
    `gcc -E -x c - <<< '#include "../secret"'`,
    "curl -K - <<< 'output = AGENTS.md'",
    "curl -sK- <<< 'output = AGENTS.md'",
    "curl --config - <<< 'output = AGENTS.md'",
    'tar -cf x.tar -T - <<< ../x',
    'wc --files0-from=- <<< ../secret',
    'sort --files0-from=- <<< ../secret',
    'rsync --files-from=- . host:x <<< ../secret',
    'git rm --pathspec-from-file=- <<< AGENTS.md',
    'git commit --pathspec-from-file=- -m x <<< ../x',
    'git hash-object -w --stdin-paths <<< ../secret',
    'git update-index --remove --stdin <<< .vak/x',
    'cpio -o <<< ../secret',
    'xargs rm <<< AGENTS.md',
    'xargs -n1 cat <<< ../secret',
    'find -files0-from - -delete <<< AGENTS.md',
    'while read -r x; do rm "$x"; done <<< AGENTS.md',
    document('while read -r x; do rm "$x"; done', 'a\nAGENTS.md'),
    '{ read -r x; rm "$x"; } <<< AGENTS.md',
    'read -r x <<< AGENTS.md; rm "$x"',
    'env -i tar -cf x.tar -T - <<< ../x',
    'env -i ./grep x <<< ../x',
    "bash -c 'tar -cf x.tar -T -' <<< ../secret",
    "eval 'tar -cf x.tar -T -' <<< ../secret",
    "sudo -u x sh -c 'cd a; tar -cf x.tar -T -' <<< ../secret",
    'watch tar -cf x.tar -T - <<< ../x',
    'time tar -cf x.tar -T - <<< ../x',
    'tar -cf x.tar -T - <<< a <<< ../secret',
    'tar -cf x.tar -T - <<< ../secret 0<&0',
    'tar -cf x.tar -T /dev/fd/3 3<<< ../secret',
    'f() { tar -cf x.tar -T -; }; f <<< ../x',
    'if tar -cf x.tar -T -; then :; fi <<< ../x',
    document('crontab -', '* * * * * cat ../secret'),
    document('docker compose -f - up', 'volumes:\n  - ../x:/x'),
  ])('%s', async (line) => expect(await auto(line)).toBe('ask'));
});

describe('in auto, a patch', () => {
  test.each([
    document('patch -p1', patchOf('AGENTS.md')),
    document('git apply', patchOf('AGENTS.md')),
    document('git -C . am', patchOf('.vak/config.toml')),
    document('git apply -', 'diff --git a/x b/.git/hooks/x\nrename from x\nrename to .git/hooks/x'),
    document('git apply', '--- "a/x"\n+++ "b/AGENTS\\056md"'),
    document('git apply --unsafe-paths -p2', patchOf('b/../../x')),
    document('patch', '*** AGENTS.md\n--- AGENTS.md'),
  ])('of own configuration, or of a place outside, is a question: %s', async (line) =>
    expect(await auto(line)).toBe('ask'),
  );

  test.each([
    document(
      'git apply',
      patchOf('src/a/b.ts', "import x from '../../c.ts'; // see /etc/hosts and AGENTS.md"),
    ),
    document('patch -p1', patchOf('src/a.md')),
    document(
      'git apply',
      'diff --git "a/\\303\\244" "b/\\303\\244"\nnew file mode 100644\n--- /dev/null\n+++ b/x',
    ),
  ])('of another file is none, whatever it writes: %s', async (line) =>
    expect(await auto(line)).toBe('allow'),
  );
});

describe('in auto, a place in a text that is only passed on is none', () => {
  const text = 'see /etc/hosts, ../x, .git and AGENTS.md';
  test.each([
    'cat',
    'cat > notes.txt',
    'tee notes.txt',
    'grep -c see',
    'wc -l',
    'sort | uniq',
    "sed 's/a/b/'",
    'jq -r .a',
    'git commit -qF -',
    'git -c user.name=x commit --file=-',
    'git tag -a v1 -F -',
    'git notes add -F -',
    'git hash-object -w --stdin',
    'gh pr create --title x --body-file -',
    'gh api repos/x/y --input -',
    'glab mr note 1',
    'curl -sS -d @- https://example.org/',
    'kubectl apply -f -',
    'docker build -t x -f - .',
    'ssh host',
    'nc host 80',
    ':',
    'env -i cat',
    'timeout 5 cat',
    'bash -c "cat > notes.txt"',
  ])('%s', async (command) => {
    const [first = '', ...rest] = command.split(' | ');
    const line = `${first} <<'E'${rest.map((each) => ` | ${each}`).join('')}\n${text}\nE`;
    expect(await auto(line)).toBe('allow');
  });

  test.each([
    document('npx prettier --stdin-filepath x.ts', "import x from './y.ts';\nexport const a = x / 2;"),
    document('python3 -', 'import json\nprint(json.dumps({"a": 1}))'),
    document('bash', "git commit -m 'see /etc/hosts and ../x'"),
    document('sh -s', "git commit -m 'see /etc/hosts and ../x'"),
    document('while read -r x; do echo "$x"; done', 'src/a.ts\nsrc/b.ts'),
    "bc <<< 'scale=2; 10 / 3'",
    'read -r a b <<< "1 2"',
    'xargs rm <<< "out.txt"',
    'mytool <<< "$answer"',
  ])('nor is one that it stays in the workspace with: %s', async (line) =>
    expect(await auto(line)).toBe('allow'),
  );
});
