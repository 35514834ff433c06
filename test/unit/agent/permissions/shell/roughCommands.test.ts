import { describe, expect, test } from 'vitest';
import { roughCommands } from '../../../../../src/agent/permissions/shell/roughCommands.ts';
import { UNKNOWN } from '../../../../../src/agent/permissions/shell/word.ts';

/** Each command as its words, with `?` for what is not known. */
function read(text: string): string[] | undefined {
  const texts = roughCommands(text, [0, text.length])?.map(({ words, redirects }) =>
    [
      ...words.map((word) => word.text),
      ...redirects.map(({ writes, target }) => `${writes ? '>' : '<'}${target.text}`),
    ]
      .join(' ')
      .replaceAll(UNKNOWN, '?'),
  );
  return texts?.filter((each) => each !== '');
}

describe('a text that nobody can surely read makes commands', () => {
  test.each([
    ['by quotes and escapes', `a 'b c' "d\\"e" f\\ g $'h\\x69' )`, ['a b c d"e f g hi']],
    ['by operators', 'a; b & c | d && e\nf )', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['behind words of the shell', 'if a; then b; fi; while c; do d; done )', ['a', 'b', 'c', 'd']],
    ['with patterns', 'a *.x [b]? {c,d} )', ['a ?.x ?b]? ?']],
    ['with redirects', 'a > b 2>&1 < c )', ['a 2 >b >1 <c']],
    ['without comments', "a # it's\nb c#d )", ['a', 'b c#d']],
    ['with a quote that has no end', "a it's )", ["a it's"]],
    ['without documents', "a <<E b\nit's\nE\nc )", ['a b', 'c']],
    ['in what only looks like a document', '((1<<E))\na\nE', ['1 <E', 'a', 'E']],
  ])('%s', (_, text, commands) => expect(read(text)).toEqual(commands));

  test.each(['b c', 'd', 'e', 'f'])('in substitutions: %s', (command) =>
    expect(read('a $(b c; d) "$(e; f)" )')).toContain(command),
  );

  test('but not too many', () => expect(read('$(a '.repeat(100))).toBeUndefined());

  test('each of them the one that a document is for', () => {
    const [command] = roughCommands("bash <<'E'\na $b\nE\n", [0, 0]) ?? [];
    expect(command?.input).toEqual({ text: 'a $b\n', known: 'yes', span: [0, 0] });
  });
});
