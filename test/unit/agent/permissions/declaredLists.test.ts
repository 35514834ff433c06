import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { lineOutcomes } from './decideInput.ts';

/** Lists that a declaration gives a variable. */
const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'vakil-declared-')));
const cwd = path.join(home, 'project');
mkdirSync(path.join(cwd, '.vak'), { recursive: true });
for (const file of ['a', 'AGENTS.md', '.vak/config.toml', '../secret'])
  writeFileSync(path.join(cwd, file), 'x');
afterAll(() => rmSync(home, { recursive: true, force: true }));

const outcome = lineOutcomes(home, cwd);
const auto = (line: string, deny: string[] = []) => outcome(line, { mode: 'auto', deny });

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
