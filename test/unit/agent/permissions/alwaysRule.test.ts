import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressMatches, isWebAddress } from '../../../../src/agent/permissions/addressRule.ts';
import {
  ruleForCommand,
  ruleForFile,
  ruleForOrigin,
  ruleForTool,
} from '../../../../src/agent/permissions/alwaysRule.ts';
import { pathMatches } from '../../../../src/agent/permissions/pathRule.ts';
import { parseRule, ruleNamesTool } from '../../../../src/agent/permissions/rule.ts';
import { commandPattern, fits } from '../../../../src/agent/permissions/shell/pattern.ts';
import { UNKNOWN } from '../../../../src/agent/permissions/shell/word.ts';

/** Letters that mean something to a rule, a glob, a shell or an address, and some that mean nothing. */
const LETTERS = [
  ...'ab_-.*?[]{}()!+@#^$|,~=&;\'"`\\ \t\n\r\0é',
  '\u0001',
  '\u0002',
  '\u0003',
  '\u2028',
  '\u200b',
  '\u202e',
];
const name = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 6 });
const two = fc.tuple(name, name);

/** What a rule says, read as the configuration is read. */
function readBack(rule: string) {
  const parsed = parseRule(rule);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.rule;
}

describe('a rule that is offered for good names exactly', () => {
  test('one tool', () => {
    fc.assert(
      fc.property(two, ([tool, other]) => {
        const rule = ruleForTool(`mcp__srv__${tool}`);
        if (rule === undefined) return;
        const parsed = readBack(rule);
        expect(parsed.pattern).toBeUndefined();
        expect(ruleNamesTool(parsed, `mcp__srv__${tool}`, [])).toBe(true);
        if (other !== tool) expect(ruleNamesTool(parsed, `mcp__srv__${other}`, [])).toBe(false);
      }),
    );
  });

  test('one file of one workspace', () => {
    fc.assert(
      fc.property(two, ([file, other]) => {
        const rule = ruleForFile('Edit', `/home/me/app/${file}`);
        if (rule === undefined) return;
        const { pattern = '' } = readBack(rule);
        const matches = (path: string) => pathMatches(pattern, [path], ['/home/me/app'], '/home/me');
        expect(matches(`/home/me/app/${file}`)).toBe(true);
        if (other !== file) expect(matches(`/home/me/app/${other}`)).toBe(false);
        expect(matches(`/home/me/else/${file}`)).toBe(false);
      }),
    );
  });

  test('the words of one command', () => {
    const words = fc.array(name, { minLength: 1, maxLength: 3 }).map((all) => all.map((text) => ({ text })));
    fc.assert(
      fc.property(fc.tuple(words, words), ([command, other]) => {
        const rule = ruleForCommand(command);
        if (rule === undefined) return;
        const pattern = commandPattern(readBack(rule).pattern ?? '');
        expect(fits(pattern, command)).toBe('yes');
        // What is not known may be anything, so there it is only never sure.
        const possible = other.some(({ text }) => text.includes(UNKNOWN)) ? ['no', 'maybe'] : ['no'];
        if (JSON.stringify(other) !== JSON.stringify(command))
          expect(possible).toContain(fits(pattern, other));
        expect(fits(pattern, [...command, { text: 'more' }])).toBe('no');
      }),
    );
  });

  test('the addresses of one origin', () => {
    fc.assert(
      fc.property(two, ([host, other]) => {
        const [url, elsewhere] = [`https://${host}/a`, `https://${other}/a`];
        const rule = isWebAddress(url) ? ruleForOrigin(url) : undefined;
        if (rule === undefined || !isWebAddress(url)) return;
        const { pattern = '' } = readBack(rule);
        expect(addressMatches(pattern, url)).toBe(true);
        if (isWebAddress(elsewhere) && plainHost(elsewhere) !== plainHost(url))
          expect(addressMatches(pattern, elsewhere)).toBe(false);
      }),
    );
  });
});

const plainHost = (url: string) => new URL(url).hostname.replace(/\.+$/, '');

describe('nothing is offered for good', () => {
  test.each(['mcp__srv__*', 'mcp__srv__a(b)', 'mcp__srv__a ', 'mcp__srv__a\nb', 'mcp__srv__a\u2028b'])(
    'about the tool %j',
    (tool) => expect(ruleForTool(tool)).toBeUndefined(),
  );

  test.each(['/home/me/a\nb', '/home/me/a\u202eb', '/home/me/a\\b'])('about the file %j', (file) =>
    expect(ruleForFile('Read', file)).toBeUndefined(),
  );

  test.each([['a\u0003b'], ['a\u0002b'], ['a\nb'], ['\u001b[2K']])('about the word %j', (text) =>
    expect(ruleForCommand([{ text: 'echo' }, { text }])).toBeUndefined(),
  );

  test.each(['https://*/a', 'https://*.example.com/'])('about the address %s', (url) =>
    expect(ruleForOrigin(url)).toBeUndefined(),
  );
});

test.each([
  ['mcp__srv__list-all', 'mcp__srv__list-all'],
  ['mcp__srv__a.b', 'mcp__srv__a.b'],
])('the tool %s is offered as %s', (tool, rule) => expect(ruleForTool(tool)).toBe(rule));
