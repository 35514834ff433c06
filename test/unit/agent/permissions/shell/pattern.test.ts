import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandPattern, exactPattern, fits } from '../../../../../src/agent/permissions/shell/pattern.ts';
import { UNKNOWN } from '../../../../../src/agent/permissions/shell/word.ts';

const words = (...texts: string[]) => texts.map((text) => ({ text }));

test.each([
  ['git push *', ['git', 'push'], 'yes'],
  ['git push *', ['git', 'push', 'a', 'b'], 'yes'],
  ['git push *', ['git', 'pushed'], 'no'],
  ['git *', ['git'], 'yes'],
  ['git * main', ['git', 'push', 'origin', 'main'], 'yes'],
  ['git push', ['git', 'push', 'x'], 'no'],
  ['npm run test:*', ['npm', 'run', 'test:unit', '--watch'], 'yes'],
  ['npm run test:*', ['npm', 'run', 'test'], 'no'],
  ['echo \\*', ['echo', '*'], 'yes'],
  ['echo \\*', ['echo', 'x'], 'no'],
  ["echo 'a b'", ['echo', 'a b'], 'yes'],
  ['echo a b', ['echo', 'a b'], 'no'],
  ['*', ['anything', 'at', 'all'], 'yes'],
  ['git push *', ['git', UNKNOWN], 'maybe'],
  ['git push *', [UNKNOWN], 'maybe'],
  ['git push *', ['git', `pu${UNKNOWN}`, 'x'], 'maybe'],
  ['git push *', ['hg', UNKNOWN], 'no'],
  ['git push *', ['git', 'push', UNKNOWN], 'yes'],
  ['git commit *', ['git', UNKNOWN, 'commit'], 'maybe'],
] as const)('%j against %j: %s', (pattern, command, expected) => {
  expect(fits(commandPattern(pattern), words(...command))).toBe(expected);
});

test.each([
  ['git push origin main', 'git push $ $ $ $ $ $ main'],
  ['git push --force', 'git push $ $ $ $ $ $'],
  ['git push', '$ $ git push'],
  ['git push', 'git $ push $'],
])('%j may be %j, in which each $ may be no word, one or several', (pattern, command) => {
  const all = command
    .split(' ')
    .map((text) => (text === '$' ? { text: UNKNOWN, missing: true as const } : { text }));
  expect(fits(commandPattern(pattern), all)).toBe('maybe');
});

test.each(['git pus[h]', 'git [p]ush', 'git p[[:alpha:]]sh'])(
  'a bracket of %j may be any text',
  (command) => {
    const all = command.split(' ').map((text) => ({
      text: text.replace('[', UNKNOWN),
      known: text.includes('[') ? ('glob' as const) : ('yes' as const),
    }));
    expect(fits(commandPattern('git push'), all)).toBe('maybe');
  },
);

const word = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((s) => !/[\u0000-\u001f]/.test(s));

test('an exact pattern fits its own words', () => {
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 5 }),
      (texts) => fits(commandPattern(exactPattern(words(...texts))), words(...texts)) === 'yes',
    ),
  );
});

test('an exact pattern fits no other words', () => {
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 4 }),
      fc.array(word, { minLength: 1, maxLength: 4 }),
      (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other));
        return fits(commandPattern(exactPattern(words(...one))), words(...other)) === 'no';
      },
    ),
  );
});

test('what is known to fit stays a possible fit when a word becomes unknown', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), fc.nat(3), (texts, at) => {
      const hidden = texts.map((text, i) => (i === at % texts.length ? UNKNOWN : text));
      return fits(commandPattern(exactPattern(words(...texts))), words(...hidden)) !== 'no';
    }),
  );
});
