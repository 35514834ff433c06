import { describe, expect, test } from 'vitest';
import { lineGround } from './decideInput.ts';

/** Folders that a line goes to otherwise than by `cd NAME`. */
const { outcome } = lineGround({
  folders: ['.vak', 'src', 's/s', 'q/b', 'docs', 'sö'],
  files: ['a', 'src/keep', 's/a', '.vak/config.toml', '../secret'],
  links: {
    'src/inner': '../../secret',
    's/s/lnk': '../../../secret',
    'q/b/lnk': '../../../secret',
    'sö/lnk': '../../secret',
    's/own': '../.vak/config.toml',
    's/-y': '../.vak/config.toml',
  },
});

describe('in auto, what escapes in `$…` spell is a question', () => {
  test.each([
    "rm $'\\0'AGENTS.md",
    "rm $'\\c@zz'AGENTS.md",
    "rm $'\\400'AGENTS.md",
    "rm $'\\u0000zz'AGENTS.md",
    "rm $'\\U80000000'AGENTS.md",
    "rm $'\\x{41}GENTS.md'",
    "cat s/$'\\0zzz's/lnk",
    "cat $'s\\u00f6/lnk'",
    "cat $'s\\xc3\\xb6'/lnk",
    "cat $'s\\303\\266/lnk'",
    "cat $'sö/\\x6cnk'",
  ])('%s', async (line) => expect(await outcome(line, { mode: 'auto' })).toBe('ask'));

  test.each(["rm $'s\\u00f6/b'", "rm $'a\\0/AGENTS.md'", "printf $'\\xff\\e[0m'"])(
    'and none elsewhere: %s',
    async (line) => expect(await outcome(line, { mode: 'auto' })).toBe('allow'),
  );
});

describe('in auto, what lies elsewhere from another folder is a question', () => {
  test.each([
    'cd sr* && cat inner',
    'cd s?c && cat inner',
    'cd -- sr[c] && cat inner',
    'pushd sr* && cat inner',
    'f() { cd s; }; f; f; cat lnk',
    "shopt -s expand_aliases\nalias c='cd s'\nc; c; cat lnk",
    'CDPATH=q; cd b && cat lnk',
    'CDPATH=q cd b && cat lnk',
    'export CDPATH=q; cd b && cat lnk',
    ': ${CDPATH:=q}; cd b && cat lnk',
    'read CDPATH <<< q; cd b && cat lnk',
    'env -C src cat inner',
    'env -iCsrc cat inner',
    'env --chdir=src cat inner',
    'env --chd src cat inner',
    'env -C s tee own < a',
    'sudo -D src cat inner',
    'git -C s show HEAD:a --output=own',
    'git -C s -C s show HEAD:a --output=lnk',
    'git --work-tree=s show HEAD:a --output=own',
    'make -C s -f own',
    "tmux new-session -c src 'cat inner'",
    'tar -C src -chf - inner',
    'tar --directory=src -chf - inner',
    'tar chCf src - inner',
    'find src -execdir cat inner \\;',
  ])('%s', async (line) => expect(await outcome(line, { mode: 'auto' })).toBe('ask'));

  test.each([
    'cp t/own s/',
    'cp -f t/own s',
    'cp -t s t/own',
    'cp --target-directory=s t/own',
    'cp t/* s',
    'cp -v a t/own s',
    'cp t/own s -v',
    'cp t/own s -S x',
    'cp -- t/own s',
    'cp -ts t/own',
    'cp -t s -- t/own',
    'cp --parents s/s/lnk q/../s/..',
    'cp --parents s/lnk s',
    'cp -- t/-y s',
    'scp t/own s',
    'rsync --inplace t/own s/',
    'rsync -aR s/lnk s',
    'curl -sO --output-dir s https://example.org/own?x=1',
    'wget -P s https://example.org/own',
    'cd s && curl -sO https://example.org/own',
  ])('and what a copy finds under its name: %s', async (line) =>
    expect(await outcome(line, { mode: 'auto' })).toBe('ask'),
  );

  test.each([
    'cp a docs/b',
    'cp -r docs/. src',
    'cp a docs',
    'cp s/s/a s',
    'cp s/a s/s -v',
    // These put another file in the place of the link.
    'mv t/own s',
    'ln -f t/own s',
    'install t/own s',
    'f() { cd "$1"; ls; }; f docs',
    'cd docs && cat inner',
    'git -C docs status && git -C src log -1 && git -C s log -1 && git -C q log -1 && git -C q/b log -1',
    'make -C docs html',
    'tar -C docs -czf docs.tgz .',
    'env -C docs npm test',
    'npm --prefix docs run build',
    "find . -name '*.ts' -exec wc -l {} +",
  ])('but not %s', async (line) => expect(await outcome(line, { mode: 'auto' })).toBe('allow'));
});
