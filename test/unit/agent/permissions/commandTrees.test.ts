import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPermissions } from '../../../../src/agent/permissions/decide.ts';
import { decideInput, testHost } from './decideInput.ts';

const decide = createPermissions(testHost());
const outcome = async (line: string, change: Parameters<typeof decideInput>[0]) =>
  (await decide(decideInput({ ...change, subject: { kind: 'command', line } }))).outcome;

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Ways to put one command beside another. */
const beside: ((a: string, b: string) => string)[] = [
  (a, b) => `${a} && ${b}`,
  (a, b) => `${a} || ${b}`,
  (a, b) => `${a}; ${b}`,
  (a, b) => `${a}\n${b}`,
  (a, b) => `${a} | ${b}`,
  (a, b) => `${a} & ${b}`,
  (a, b) => `if ${a}; then ${b}; fi`,
  (a, b) => `while ${a}; do ${b}; done`,
  (a, b) => `case x in a) ${a};; *) ${b};; esac`,
];

/** Ways to put a command inside another one, which itself only reads. */
const around: ((a: string) => string)[] = [
  (a) => `( ${a} )`,
  (a) => `{ ${a}; }`,
  (a) => `echo "$( ${a} )"`,
  (a) => `x=$( ${a} )`,
  (a) => `for i in 1 2; do ${a}; done`,
  (a) => `cat <(${a})`,
  (a) => `bash -c ${quote(a)}`,
  (a) => `env sh -c ${quote(a)}`,
  (a) => `eval ${quote(a)}`,
  (a) => `bash <<< ${quote(a)}`,
  (a) => `! ( ${a} )`,
  (a) => `cat <<END\n$( ${a} )\nEND`,
];

/** A tree in which the leaf stands once, and harmless commands everywhere else. */
function treeAround(leaf: fc.Arbitrary<string>, harmless: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const step = fc.oneof(
    fc.record({ how: fc.constantFrom(...around) }).map(({ how }) => how),
    fc.record({ how: fc.constantFrom(...beside), other: harmless, first: fc.boolean() }).map(
      ({ how, other, first }) =>
        (a: string) =>
          first ? how(a, other) : how(other, a),
    ),
  );
  return fc
    .record({ leaf, steps: fc.array(step, { maxLength: 5 }) })
    .map(({ leaf: start, steps }) => steps.reduce((line, put) => put(line), start));
}

const harmless = fc.constantFrom('ls src', 'cat a.txt', 'git status', 'echo hi', 'true', 'grep -rn x src');

test('a denied command is found wherever it stands in a tree of commands', async () => {
  const spellings = fc.constantFrom(
    'git push',
    "g''it push",
    'git -C . push',
    '\\git "push" x',
    'env git push',
  );
  await fc.assert(
    fc.asyncProperty(treeAround(spellings, harmless), async (line) => {
      expect(await outcome(line, { deny: ['Bash(git push *)'], mode: 'auto' })).not.toBe('allow');
    }),
    { numRuns: 200 },
  );
});

test('a command that no rule covers asks wherever it stands among those that one covers', async () => {
  const uncovered = fc.constantFrom('make', 'npm run x', './ls', 'rm a', 'npm test > out', 'X=1 npm test');
  const covered = fc.oneof(harmless, fc.constant('npm test'));
  await fc.assert(
    fc.asyncProperty(treeAround(uncovered, covered), async (line) => {
      expect(await outcome(line, { allow: ['Bash(npm test *)'] })).toBe('ask');
    }),
    { numRuns: 200 },
  );
});

test('a tree of commands that only read, a level deep, needs no question', async () => {
  const forms = around.filter((how) => !/^(?:cat <\(|eval|bash <<<)/.test(how('')));
  await fc.assert(
    fc.asyncProperty(harmless, fc.constantFrom(...forms), async (leaf, how) => {
      expect(await outcome(how(leaf), {})).toBe('allow');
    }),
    { numRuns: 100 },
  );
});
