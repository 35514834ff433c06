import { describe, expect, test } from 'vitest';
import { lineOutcomes } from './decideInput.ts';

const outcome = lineOutcomes();
const auto = (line: string, deny: string[] = []) => outcome(line, { mode: 'auto', deny });

describe('in auto, a script that', () => {
  test.each([
    String.raw`sed 's/x/cat ..\/secret/e' a`,
    String.raw`sed '1e cat ..\/secret' a`,
    String.raw`sed '1ecat ..\/secret' a`,
    "sed '/x/,$!e cat a' a",
    String.raw`sed '\|x|e cat a' a`,
    String.raw`sed 's/x/cat \x2e.\x2fsecret/e' a`,
    String.raw`sed 's/x/tee AGENTS\.md/ge' a`,
    String.raw`sed 's|x|echo y > .va\k/config.toml|e;p' a`,
    "sed -n -e p -e 'e' a",
    "sed '{e cat a\n}' a",
    'sed "s/$a/$b/e" a',
    "sed 'sx^x xe' a",
    "sed 's ^ echo e' a",
    String.raw`sed 's\a\b\e' a`,
    "sed 's/a/b/ p e' a",
    "sed 's]a]b]e' a",
    "sed 's/[/]/b/e' a",
    "sed 's/[/x/e;s/]/y/' a",
    "sed 's/x/y/\ne cat a' a",
    "sed -i '' 's/x/y/e' a",
    "sed -e 'a\\' -e x -e 'e cat a' a",
    "sed --expr='e cat a' a",
    "sed 'séaéb' a",
    "sed 'a\\  \ne cat a' a",
    "sed -f - a <<< 'sx^x xe'",
    "sed -nf /dev/stdin a <<< 'sx^x xe'",
    "echo a | xargs sed 'sx^x xe'",
    'sed "sx^x$(cat a)xe" "$file"',
  ])('runs a text is a question: %s', async (line) => {
    expect(await auto(line)).toBe('ask');
  });

  test('names a denied file in what it runs is one: sed e', async () => {
    expect(await auto("sed 's/a/cat .env/e' a", ['Read(*.env)'])).toBe('ask');
  });

  test.each([
    `awk 'BEGIN{getline l < "../l 2/secret"; print l}'`,
    "sed 'r ../l 2/secret' a",
    "sed 's/a/b/w .vak/a b' a",
  ])('names a place with a blank in it is one: %s', async (line) => {
    expect(await auto(line)).toBe('ask');
  });

  test.each([
    "sed -i 's/apple/pear/ge3' a".replace('e3', ''),
    "sed -i 's/the/e/;s/e/x/' a",
    'sed -i "s/$old/entry/" a',
    "sed -i '/edge/d' a",
    "sed -n '/a/w out.txt' a",
    "sed 's/[/]/e/;s/[^/]*$//;s|[|]|e|' a",
    "sed -n ':a;N;$!ba;s/\\n/ e/g;p # e' a",
    "sed '/from/I,/to/ {s/a/b/w out.txt\n}' a",
    'sed -i -e "${from},${to}d" -e "s#$old#$new#" "$file"',
    "grep -l x *.ts | xargs sed -i -E 's/(^|[^e])e\\b/e/g; y/e/f/'",
    "sed -n '$=;1~2!l 5;q 1' a",
    "sed -i '' 's/x/y/' a",
    "sed -i '3i\\export const e = 1' a",
    `awk 'BEGIN{while((getline l < "in.txt") > 0) print l > "out put.txt"}'`,
  ])('does neither is none: %s', async (line) => {
    expect(await auto(line)).toBe('allow');
  });
});

describe('in auto, a pattern that the program works out itself', () => {
  test.each([
    "find . -maxdepth 1 -name 'AGENTS.*' -delete",
    "find . -path './.v*' -delete",
    "find . -path './.va?/*' -exec rm {} +",
    "find . -iname 'agents*' -exec tee {} +",
    "find . ! ! -path './.v*' -delete",
    "find . ! '(' ! -path './.v*' ')' -delete",
    "find . -path './.vak' -prune -exec rm -r {} +",
    "find . -name 'AGENTS\\.md' -delete",
    "find . -path '*vak?config*' -delete",
    "find . -regex './.v.k/.*' -delete",
    "find . -regex './\\(a\\|[.]vak\\)/.*' -delete",
    "find . -regextype posix-extended -regex '.*(.git)+/HEAD' -exec rm {} +",
    "find . -iregex '.*/agents\\.md' -exec tee {} +",
    'find . ! -path ./AGENTS.md -o -delete',
    'find . -not -name AGENTS.md -or -delete',
    'find . -type f -path ./AGENTS.md -prune -o -delete',
    'find . ! -path ./AGENTS.md -prune -o -delete',
    "git rm -rqf -- '*.toml'",
    "git rm -rqf -- '*onfig.toml'",
    "git checkout HEAD -- '*'",
  ])('and may meet own configuration is a question: %s', async (line) => {
    expect(await auto(line)).toBe('ask');
  });

  test.each([
    "find . -name '*.log' -delete",
    "find src -name '*.ts' -exec prettier --write {} +",
    "find . -name 'AGENTS.*' -exec cat {} +",
    "find . -not -path './.git/*' -name '*.orig' -delete",
    "find . ! -path '*/.git/*' -name '*.orig' -delete",
    "find . -path ./.git -prune -o -name '*.orig' -exec rm {} +",
    'find . -maxdepth 2 -name .git -prune -o -path ./.vak -prune -o -name x -exec rm {} +',
    'find . -name x -o ! -name .git -name y -exec rm {} +',
    "find . -path '*/build/*.o' -delete",
    "find . -regex '.*\\.\\(orig\\|rej\\)' -delete",
    "find . -regextype egrep -iregex './src/.+\\.(js|d[.]ts)' -exec prettier --write {} +",
    "git add '*.ts'",
    "git rm -q 'src/*.ts'",
  ])('and may not is none: %s', async (line) => {
    expect(await auto(line)).toBe('allow');
  });
});

describe('in auto, a name', () => {
  test.each([
    "tar xf t.tar --transform='s|a|AGENTS.md|'",
    "tar xf t.tar --transform='s!a!AGENTS.md!'",
    "tar xf t.tar --transform='s#a#.vak#'",
    'gunzip -f AGENTS.md.gz',
    'gzip -d .vak/config.toml.gz',
    'xz -df AGENTS.md.xz',
    'zstd -d AGENTS.md.zst',
    'gunzip AGENTS.md-gz',
    'gunzip AGENTS.md_z',
    'gunzip x.code-workspace.gz',
    'gunzip -S .foo AGENTS.md.foo',
    'gzip -dS foo src/AGENTS.mdfoo',
    'xz -S .md AGENTS',
    'xz --suffix=.md src/agents',
    'sed -i.md s/a/b/ AGENTS',
    "sed -ni'AGEN*' s/a/b/ TS.md",
    'sed --in-place=.md s/a/b/ AGENTS',
    'perl -pi.md -e s/a/b/ AGENTS',
    'cp -b -S .md x AGENTS',
    'mv -bS.md AGENTS src',
    'ln -sb --suffix=.md x AGENTS',
    'install -b --suffix .md x src/AGENTS',
    'SIMPLE_BACKUP_SUFFIX=.md cp -b x AGENTS',
    'rename .txt .md AGENTS.txt',
  ])('that comes of another is a question: %s', async (line) => {
    expect(await auto(line)).toBe('ask');
  });

  test.each([
    'gunzip -f data.json.gz',
    "tar xf t.tar --transform='s|a|b|'",
    'gzip -k notes.md',
    'gunzip -S .foo data.foo',
    'sed -i.bak s/a/b/ README.md .gitignore',
    'cp -b -S .md x notes',
    'cp -r . git',
    'docker build . -t vscode',
    'gh release upload v1 agents.tgz',
    'git add .gitignore .github',
  ])('that does not is none: %s', async (line) => {
    expect(await auto(line)).toBe('allow');
  });
});

describe('in auto, what a program passes over', () => {
  test.each([
    'grep -v -e --exclude ../secret',
    'grep x -- --exclude ../secret',
    'tar -cf x.tar -T --exclude ../secret',
    'tar cf x.tar -- --exclude=../secret --exclude ../secret',
    'tar cf --exclude ../secret',
    'tar cvzf --exclude ../secret',
    'rg x -r --exclude ../secret',
    'tree -o --exclude ../secret',
  ])('is a question where it may be a value or a file: %s', async (line) => {
    expect(await auto(line)).toBe('ask');
  });

  test.each([
    'tar --exclude .git -czf x.tgz .',
    'tar cf x.tar --exclude .git .',
    'tar cv --exclude .git . | xz > x.txz',
    'tar -czf x.tgz --exclude=.git --exclude .vscode .',
    'rsync -av --delete --exclude .git a b',
    'grep -rn --exclude-dir .git x . | tee out',
  ])('is none: %s', async (line) => {
    expect(await auto(line)).toBe('allow');
  });
});
