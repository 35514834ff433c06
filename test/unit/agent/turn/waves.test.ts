import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Claims } from '../../../../src/agent/tools/tool.ts';
import { claimsConflict, planWaves } from '../../../../src/agent/turn/waves.ts';
import { scopeOf, scopesOverlap } from '../../../../src/agent/turn/writeScope.ts';

const cwd = '/home/me/project';
const exclusive: Claims = { exclusive: true };
const readOnly: Claims = { readOnly: true };
const paths = (...names: string[]): Claims => ({ paths: names });

describe('planWaves', () => {
  test.each<[string, readonly (Claims | undefined)[], number[][]]>([
    ['nothing', [], []],
    ['reads together', [readOnly, readOnly, undefined], [[0, 1, 2]]],
    ['writers of different files together', [paths('a'), paths('b')], [[0, 1]]],
    ['writers of one file in order', [paths('a'), paths('a'), paths('a')], [[0], [1], [2]]],
    ['exclusive calls one by one', [exclusive, exclusive], [[0], [1]]],
    ['exclusive beside reads', [readOnly, exclusive, undefined], [[0, 1, 2]]],
    ['exclusive apart from writers', [paths('a'), exclusive], [[0], [1]]],
    ['a call in the first wave it fits', [paths('a'), exclusive, paths('b')], [[0, 2], [1]]],
    ['a folder apart from what is in it', [paths('src/**'), paths('src/a.ts'), paths('docs')], [[0, 2], [1]]],
    [
      'two changes of a file in order, whatever else the first one changes',
      [paths('a'), paths('a', 'b'), paths('b')],
      [[0], [1], [2]],
    ],
    ['an empty claim as no claim', [exclusive, {}, paths()], [[0, 1, 2]]],
  ])('puts %s', (_title, claims, waves) => {
    expect(planWaves(claims, cwd)).toEqual(waves);
  });

  test.each<[string, string]>([
    ['./src', 'src/a.ts'],
    ['src//lib', 'src/lib/a.ts'],
    ['src/../src/a', 'src/a/b'],
    ['src\\lib', 'src/lib/x'],
    ['SRC/A.ts', 'src/a.ts'],
    ['src/**', 'src/deep/er/x.ts'],
    ['src/**/*.ts', 'src/other.js'],
    ['**/*.md', 'anything/at/all'],
    ['/home/me/project/src', 'src'],
    ['..', 'a'],
    ['.', 'a'],
    ['/', 'a'],
    ['src/', 'src'],
    ['caf\u00e9', 'cafe\u0301'],
    ['{a,b}/c', 'z'],
  ])('sees that %s and %s conflict', (a, b) => {
    expect(claimsConflict(paths(a), paths(b), cwd)).toBe(true);
    expect(claimsConflict(paths(b), paths(a), cwd)).toBe(true);
  });

  test.each<[string, string]>([
    ['src', 'source'],
    ['src/auth/**', 'src/author'],
    ['a/b', 'a/c'],
    ['../other', 'src'],
    ['@scope/a', '@scope/b'],
  ])('sees that %s and %s do not conflict', (a, b) => {
    expect(claimsConflict(paths(a), paths(b), cwd)).toBe(false);
  });
});

const name = fc.constantFrom('a', 'b', 'A', 'c.ts', '**', '..', '.', 'src', '*.ts');
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'));
const claim = fc.oneof(
  fc.constant(undefined),
  fc.constant(readOnly),
  fc.constant(exclusive),
  fc.array(path, { minLength: 1, maxLength: 3 }).map((names) => paths(...names)),
);
const claims = fc.array(claim, { maxLength: 40 });

/** The rule of W5, written the plain way. */
function conflict(a: Claims | undefined, b: Claims | undefined): boolean {
  const writes = (each: Claims | undefined) => each?.exclusive || (each?.paths?.length ?? 0) > 0;
  if (!writes(a) || !writes(b)) return false;
  if (a?.exclusive || b?.exclusive) return true;
  return (a?.paths ?? []).some((x) =>
    (b?.paths ?? []).some((y) => scopesOverlap(scopeOf(x, cwd), scopeOf(y, cwd))),
  );
}

describe('every plan', () => {
  test('holds each call once, in the order asked within a wave', () => {
    fc.assert(
      fc.property(claims, (list) => {
        const waves = planWaves(list, cwd);
        expect([...waves.flat()].sort((a, b) => a - b)).toEqual(list.map((_claim, at) => at));
        for (const wave of waves) expect(wave).toEqual([...wave].sort((a, b) => a - b));
        expect(waves.every((wave) => wave.length > 0)).toBe(true);
      }),
    );
  });

  test('has no two conflicting claims in one wave', () => {
    fc.assert(
      fc.property(claims, (list) => {
        for (const wave of planWaves(list, cwd))
          for (const a of wave)
            for (const b of wave) expect(a !== b && conflict(list[a], list[b])).toBe(false);
      }),
    );
  });

  test('has unclaimed and read-only calls in the first wave', () => {
    fc.assert(
      fc.property(claims, (list) => {
        const [first = []] = planWaves(list, cwd);
        for (const [at, each] of list.entries())
          if (each === undefined || each.readOnly) expect(first).toContain(at);
      }),
    );
  });

  test('has a claimed call in the first wave it fits behind earlier writers of the same place', () => {
    fc.assert(
      fc.property(claims, (list) => {
        const waves = planWaves(list, cwd);
        const waveOf = (index: number) => waves.findIndex((wave) => wave.includes(index));
        for (const [index, each] of list.entries()) {
          const blocked = (wave: number) =>
            (waves[wave] ?? []).some((other) => other < index && conflict(each, list[other]));
          const start = list
            .slice(0, index)
            .reduce(
              (most, other, at) =>
                !each?.exclusive && !other?.exclusive && conflict(each, other)
                  ? Math.max(most, waveOf(at) + 1)
                  : most,
              0,
            );
          let expected = start;
          while (blocked(expected)) expected++;
          expect(waveOf(index)).toBe(expected);
        }
      }),
    );
  });

  test('is the same for the same claims', () => {
    fc.assert(
      fc.property(claims, (list) => {
        expect(planWaves(list, cwd)).toEqual(planWaves(list, cwd));
      }),
    );
  });

  test.each<[string, Claims, number]>([
    ['exclusive calls', exclusive, 1000],
    ['writers of one file', paths('src/a.ts'), 1000],
    ['reads', readOnly, 1],
  ])('of 1,000 %s has the right number of waves', (_title, claim, waves) => {
    expect(
      planWaves(
        Array.from({ length: 1000 }, () => claim),
        cwd,
      ).length,
    ).toBe(waves);
  });
});
