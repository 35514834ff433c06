import { describe, expect, test } from 'vitest';
import { lineGround } from './decideInput.ts';

/** What a shell's script gets beside it, and what lists hold: all of it may run. */
const { auto } = lineGround({
  folders: ['.vak', 's/s'],
  files: ['a', 'AGENTS.md', '.vak/config.toml', '../secret'],
  links: { 's/s/lnk': '../../../secret' },
});

describe('in auto, what stands behind the script of a shell is a question where it may run', () => {
  test.each([
    "bash -c 'eval \"$1\"' _ 'rm .vak/config.toml'",
    "bash -c 'eval \"$1\"' _ 'rm .va*/c*'",
    "sh -c '$1' _ 'rm AGENTS.md'",
    "bash -c '\"$@\"' _ bash -c 'cat s/s/l*'",
    "find . -exec sh -c '$1' _ 'rm AGENTS.md' \\;",
    "find . -exec sh -c '$1' _ 'rm .va*/c*' \\;",
    "echo | xargs sh -c '$1' _ 'rm .va*/c*'",
    "env sh -c '$1' _ 'rm .va*/c*'",
    "timeout 5 sh -ec '$1' _ 'rm .va*/c*'",
    "su -c '$1' me _ 'rm .va*/c*'",
    "bash -pc '$1' _ 'rm AGENTS.md'",
    "bash -c 'rm $1' _ '.va*/c*'",
    "bash -pc 'rm $1' _ '.va*/c*'",
    ". /dev/stdin 'rm AGENTS.md' <<< '$1 || true'",
    "bash -s 'rm .va*/c*' <<< '$1 || true'",
    'a=(bash -c \'cat s/s/l*\'); "${a[@]}"',
    'declare a=(bash -c \'cat s/s/l*\'); "${a[@]}"',
    'a=(cd s/s); "${a[@]}"; cat lnk',
    "a=('rm .va*/c*'); ${a[0]}",
    "for c in 'rm .va*/c*'; do $c; done",
  ])('%s', async (line) => expect(await auto(line)).toBe('ask'));

  test.each([
    "find src -name '*.ts' -exec sh -c 'grep -c x \"$1\"' _ {} \\;",
    "bash -c 'echo $1' _ 'hello there'",
    'bash -c \'npm run "$1"\' _ build',
    'cmds=(npm run build); "${cmds[@]}"',
    "for c in 'npm test' 'npm run build'; do $c; done",
    "bash -lc 'curl -s http://localhost/api/x'",
  ])('but not %s', async (line) => expect(await auto(line)).toBe('allow'));
});
