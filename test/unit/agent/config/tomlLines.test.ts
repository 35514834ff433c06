import { describe, expect, test } from 'vitest';
import { parseToml } from '../../../../src/agent/config/tomlText.ts';

const text = `# a comment = 1
model = "x" # behind
"quoted.key" = 1
text = """
[not.a.table]
key = 1
"""
list = [
  "a", # ]
  'b',
]
[mcp.servers.github]
command = 'npx'
env = { TOKEN = "x" }

[[hooks]]
event = "stop"

[[hooks]]
event = "start"
match.deep = 1
`;

describe('places in TOML', () => {
  test.each<[string, (string | number)[], number, number]>([
    ['a key', ['model'], 2, 9],
    ['a quoted key', ['quoted.key'], 3, 16],
    ['a text over several lines', ['text'], 4, 8],
    ['a list over several lines', ['list'], 8, 8],
    ['something inside a list', ['list', 1], 8, 8],
    ['a key of a table', ['mcp', 'servers', 'github', 'command'], 13, 11],
    ['a key of an inline table', ['mcp', 'servers', 'github', 'env', 'TOKEN'], 14, 7],
    ['a table', ['mcp', 'servers', 'github'], 12, 1],
    ['a table above others', ['mcp'], 12, 1],
    ['an entry of an array of tables', ['hooks', 0, 'event'], 17, 9],
    ['a later entry of it', ['hooks', 1, 'event'], 20, 9],
    ['a dotted key', ['hooks', 1, 'match', 'deep'], 21, 14],
    ['what is missing in an entry', ['hooks', 1, 'command'], 19, 1],
    ['what is nowhere', ['nothing'], 1, 1],
  ])('are found for %s', (_, path, line, column) => {
    expect(parseToml(text).valueAt(path)).toEqual({ line, column });
  });

  test('come with the parser’s complaint', () => {
    expect(parseToml('a = 1\nb = \n').problems).toMatchObject([{ line: 2 }]);
    expect(parseToml('a = 1\na = 2\n').problems).toMatchObject([{ line: 2 }]);
  });

  test('count from behind a byte-order mark', () => {
    expect(parseToml('\ufeffa = 1\r\nb = 2\r\n')).toMatchObject({ value: { a: 1, b: 2 }, problems: [] });
    expect(parseToml('\ufeffa = 1\r\nb = 2\r\n').keyAt(['b'])).toEqual({ line: 2, column: 1 });
  });
});
