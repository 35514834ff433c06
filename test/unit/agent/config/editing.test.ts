import { describe, expect, test } from 'vitest';
import { changeTomlList, setTomlValue } from '../../../../src/agent/config/editToml.ts';
import { changeYamlList, setYamlValue } from '../../../../src/agent/config/editYaml.ts';

const TOML = `# my settings
model = "a/b" # the good one

# rules
[permissions]
allow = [
  "Bash(ls *)", # listing
]

[[hooks]]
event = "stop"
command = "a"   # first

# the second
[[hooks]]
event = "stop"
enabled = true
command = "b"
`;

describe('changing TOML', () => {
  test.each<[string, string]>([
    ['a value that is there', setTomlValue(TOML, ['hooks', 1, 'enabled'], false)],
    ['a value behind the last of its table', setTomlValue(TOML, ['hooks', 0, 'enabled'], false)],
  ])('touches nothing but %s', (_, after) => {
    const changed = after.split('\n').filter((line) => !TOML.split('\n').includes(line));
    expect(changed).toEqual(['enabled = false']);
  });

  test('puts a missing key into its table, above what comments the next', () => {
    expect(setTomlValue(TOML, ['hooks', 0, 'enabled'], false)).toContain(
      'command = "a"   # first\nenabled = false\n\n# the second\n',
    );
  });

  test.each([
    ['an empty text', '', '[plugins]\ndisabled = ["x"]\n'],
    ['a text without an end of line', 'a = 1', 'a = 1\n\n[plugins]\ndisabled = ["x"]\n'],
    ['a table that is there', '[plugins]\n# none\n', '[plugins]\ndisabled = ["x"]\n# none\n'],
    ['a list that is there', 'plugins.disabled = ["a"] # c\n', 'plugins.disabled = ["a", "x"] # c\n'],
    ['a text with CRLF', 'a = 1\r\n', 'a = 1\r\n\r\n[plugins]\r\ndisabled = ["x"]\r\n'],
    ['a byte-order mark', '\ufeffa = 1\n', '\ufeffa = 1\n\n[plugins]\ndisabled = ["x"]\n'],
  ])('adds to a list in %s', (_, before, after) => {
    expect(changeTomlList(before, ['plugins', 'disabled'], 'x', true)).toBe(after);
  });

  test('takes out of a list, and leaves the text alone when there is nothing to do', () => {
    expect(changeTomlList('plugins.disabled = ["a", "x"]\n', ['plugins', 'disabled'], 'x', false)).toBe(
      'plugins.disabled = ["a"]\n',
    );
    expect(changeTomlList(TOML, ['plugins', 'disabled'], 'x', false)).toBe(TOML);
  });

  test('refuses a text that is no TOML, and a table that is not there', () => {
    expect(() => setTomlValue('a = \n', ['b'], true)).toThrow('no valid TOML');
    expect(() => setTomlValue(TOML, ['hooks', 7, 'enabled'], true)).toThrow('no table hooks.7');
  });
});

const YAML = `# my hooks
hooks:
  Stop:
    # the only one
    - hooks:
        - type: command # kind
          command: x
`;

describe('changing YAML', () => {
  test('keeps comments and order', () => {
    expect(setYamlValue(YAML, ['hooks', 'Stop', 0, 'hooks', 0, 'enabled'], false)).toBe(
      `${YAML}          enabled: false\n`,
    );
    expect(setYamlValue('a: 1 # one\nb: 2\n', ['a'], 3)).toBe('a: 3 # one\nb: 2\n');
  });

  test.each([
    ['an empty text', '', 'plugins:\n  disabled:\n    - x\n'],
    ['other keys', '# c\na: 1\n', '# c\na: 1\nplugins:\n  disabled:\n    - x\n'],
    ['a list that is there', 'plugins:\n  disabled: [a] # c\n', 'plugins:\n  disabled: [ a, x ] # c\n'],
    ['CRLF', 'a: 1\r\n', 'a: 1\r\nplugins:\r\n  disabled:\r\n    - x\r\n'],
  ])('adds to a list beside %s', (_, before, after) => {
    expect(changeYamlList(before, ['plugins', 'disabled'], 'x', true)).toBe(after);
  });

  test('takes out of a list, and refuses a text that is no YAML', () => {
    expect(changeYamlList('disabled:\n  - a\n  - x\n', ['disabled'], 'x', false)).toBe('disabled:\n  - a\n');
    expect(() => setYamlValue('a: [\n', ['a'], 1)).toThrow('no valid YAML');
  });
});
