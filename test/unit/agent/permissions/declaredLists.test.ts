import { describe, expect, test } from 'vitest';
import { lineGround } from './decideInput.ts';

/** Lists that a declaration gives a variable. */
const { auto } = lineGround({
  folders: ['.vak'],
  files: ['a', 'AGENTS.md', '.vak/config.toml', '../secret'],
});

describe('in auto, a list in a declaration is looked at like one in an assignment', () => {
  test.each([
    'declare -a x=(AGENTS.md); rm ${x[0]}',
    'declare x=(../secret); cat $x',
    'readonly x=(AGENTS.md); rm $x',
    'f() { local x=(../secret); cat $x; }; f',
    'export x=(AGENTS.md); rm $x',
    'declare -a x+=(../secret); cat ${x[0]}',
    'declare -A m=([a]=../secret); cat ${m[a]}',
    'declare -a x=(.va*/c*); rm $x',
  ])('%s', async (line) => expect(await auto(line)).toBe('ask'));

  test('in the places that a rule denies too', async () =>
    expect(await auto('declare -a x=(a); cat $x', ['Read(a)'])).toBe('deny'));

  test.each([
    'declare -a x=(a b); echo ${x[0]}',
    'declare -A m=([a]=b); echo ${m[a]}',
    'local files=(src/*)',
  ])('but not %s', async (line) => expect(await auto(line)).toBe('allow'));
});
