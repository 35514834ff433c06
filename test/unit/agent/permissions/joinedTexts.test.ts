import { describe, expect, test } from 'vitest';
import { lineGround } from './decideInput.ts';

/** Texts that a shell may run, and no blank in them. */
const { auto } = lineGround({
  folders: ['.vak', 's/s'],
  files: ['a', 'AGENTS.md', '.vak/config.toml', '../secret'],
  links: { 's/s/lnk': '../../../secret' },
});

describe('in auto, a text without a blank is a text all the same', () => {
  test.each([
    "bash -pc ':>AGENTS.md'",
    "declare -a x='(AGENTS.md)'; rm ${x[0]}",
    "find . -exec sh -pc ':>AGENTS.md|:' \\;",
    "bash -pc 'cat<s/s/lnk|cat'",
    "bash -pc 'cat<s/s/l*'",
    ". /dev/stdin <<< 'cat<s/s/lnk|cat'",
    "bash -pc '{rm,.va*/c*}'",
    "setpriv --nnp bash -c ':>AGENTS.md|:'",
    "setpriv --nnp bash -c ':>.va*/c*'",
    "script -qc ':>AGENTS.md' /dev/null",
    "script -qc ':>.va*/c*' /dev/null",
    "EDITOR=':>AGENTS.md|:' git commit",
    "EDITOR=':>.va*/c*' git commit",
  ])('%s', async (line) => expect(await auto(line)).toBe('ask'));

  test.each([
    "pip install 'x>=1.0' 'y<2'",
    "npx jest -t 'a(b|c)'",
    "npm test -- --grep='(a|b)'",
    "npx prettier --write 'src/**/*.{ts,tsx}'",
    "curl 'http://localhost:3000/api?x=1&y=2'",
    "npm view 'react@>=18'",
    'npx esbuild --define:a=\'{"b":1}\' src/a.ts',
    'node -e \'require("./a")()\'',
  ])('but not %s', async (line) => expect(await auto(line)).toBe('allow'));
});
