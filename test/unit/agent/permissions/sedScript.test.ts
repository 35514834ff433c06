import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSedScript } from '../../../../src/agent/permissions/sedScript.ts';

test.each([
  ['r a b;p', ['a b;p']],
  ['/x/,$ w out.txt\np', ['out.txt']],
  ['s,a,b,gw out.txt', ['out.txt']],
  ['1{R in.txt\n}', ['in.txt']],
  // Newer seds look past brackets, older ones do not.
  ['s/[/]w/w a/', ['a/']],
  ['s/[/]/x/w b', ['b']],
  ['s/w a/b/;a w c\ni\\\nw d', []],
  ['w /dev/stdout', []],
])('the files of the script %j are %j', (script, files) => {
  expect(readSedScript(script)).toEqual({ runs: false, files });
});

test.each(['s/a', 'x y', 's/a/b/k', 'y/a/b', 's\\a\\b\\', 'a\\ \nx', '/a'])('%j is no script', (script) => {
  expect(readSedScript(script)).toBeUndefined();
});

test('whatever parts its pieces, s with the flag e runs a text, and without it none', () => {
  const mark = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));
  // A backslash parts nothing, and a bracket may begin what a newer sed looks past.
  const parts = fc.tuple(
    mark.filter((text) => !'\\[]'.includes(text)),
    fc.stringMatching(/^[A-D]{0,4}$/),
    fc.stringMatching(/^[A-D]{0,4}$/),
    fc.constantFrom('', 'g', '2p', 'I'),
  );
  fc.assert(
    fc.property(
      parts.filter(([at, a, b]) => !`${a}${b}`.includes(at)),
      ([at, a, b, flags]) => {
        const script = `s${at}${a}${at}${b}${at}${flags}`;
        expect(readSedScript(script)?.runs).toBe(false);
        expect(readSedScript(`${script}e`)?.runs).toBe(true);
        expect(readSedScript(`1,/x/!{${script} e\n}`)?.runs).toBe(true);
      },
    ),
  );
});
