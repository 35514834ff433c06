import type { Node } from 'web-tree-sitter';

/** Stands in a word's text for what only the running shell knows: an expansion, a glob. */
export const UNKNOWN = '\u0001';

/** One word of a command, quotes and escapes taken off. */
export interface Word {
  /** With `UNKNOWN` in place of each part that is not known. */
  readonly text: string;
  /** Whether all of it is known; `glob` when only file name patterns are not. */
  readonly known: 'yes' | 'glob' | 'no';
  /**
   * An expansion stands in it outside quotes, and its text may be several words and patterns of file
   * names: the shell looks again at what comes out of it.
   */
  readonly open?: boolean;
  /** All of it is a variable outside quotes: where that is empty, there is no word. */
  readonly missing?: boolean;
  /** xargs puts it there: any number of words. */
  readonly added?: boolean;
  /** Start and end in the line, in UTF-16 units. */
  readonly span: readonly [number, number];
}

/** `loads`: whether the line puts anything but plain words into its variables. */
export function wordOf(node: Node, loads: boolean): Word {
  const span = [node.startIndex, node.endIndex] as const;
  if (hasBraces(node)) return { text: UNKNOWN, known: 'no', open: true, span };
  const pieces = piecesOf(node);
  const text = pieces.map((piece) => piece.text).join('');
  const is = (known: Word['known']) => pieces.some((piece) => piece.known === known);
  // A variable that holds a plain word stays one, unless a pattern stands beside it.
  const open =
    (is('no') && is('glob')) || pieces.some((p) => p.open === 'any' || (p.open === 'variable' && loads));
  const missing = pieces.length > 0 && pieces.every((piece) => piece.open !== undefined);
  const known = is('no') ? 'no' : is('glob') ? 'glob' : 'yes';
  return { text, known, open, ...(missing && { missing }), span };
}

/** Whether it is exactly one word whatever comes of it, so that the next one can't take its place. */
export function isOne(word: Word): boolean {
  return !word.open && !word.missing && !word.added && word.known !== 'glob';
}

/** The name that a command is known by: without folders, `.exe` and the like. */
export function programName(word: Word | undefined): string {
  return (word?.text ?? '').replace(/^.*\//s, '').replace(/\.exe$/i, '');
}

/** A word made by us, for what a wrapper hands on. */
export function madeWord(text: string, span: readonly [number, number]): Word {
  return { text, known: text.includes(UNKNOWN) ? 'no' : 'yes', span };
}

/** `open`: an expansion outside quotes, of a variable with a name or of anything else. */
type Piece = Pick<Word, 'text' | 'known'> & { readonly open?: 'variable' | 'any' };
const unknown: Piece = { text: UNKNOWN, known: 'no' };

function piecesOf(node: Node): Piece[] {
  switch (node.type) {
    case 'command_name':
    case 'concatenation':
      return childrenOf(node).flatMap(piecesOf);
    case 'word':
    case 'number':
    case 'variable_name':
    case 'extglob_pattern':
    case 'regex':
      // `10#$(…)` parses as a number with a child.
      return node.namedChildCount > 0 ? [unknown] : unquotedPieces(node.text);
    case 'raw_string':
      return [withUnknown(node.text.slice(1, -1))];
    case 'string':
      return stringPieces(node);
    case 'translated_string':
      return childrenOf(node).flatMap(piecesOf);
    case 'ansi_c_string':
      return [withUnknown(decodeAnsiC(node.text.slice(2, -1)))];
    case 'arithmetic_expansion':
    case 'process_substitution':
      return [unknown];
    default:
      return [{ ...unknown, open: isPlainVariable(node.text) ? 'variable' : 'any' }];
  }
}

/** `$name` and the numbers of the shell; `$_`, `$1` and `$@` are what somebody wrote before. */
function isPlainVariable(text: string): boolean {
  return (
    !/^\$\{?(?:BASH|IFS\b|PS\d)/.test(text) &&
    /^\$(?:[A-Za-z]\w*|_\w+|[?#$!]|\{(?:[A-Za-z]\w*|_\w+)\})$/.test(text)
  );
}

/** Double quotes: text between expansions; only `\\`, `\"`, `\$`, `` \` `` and an escaped line end are escapes. */
function stringPieces(node: Node): Piece[] {
  const inner = childrenOf(node).filter((child) => child.type !== 'string_content');
  if (inner.length > 0 && inner.some((child) => child.isNamed)) {
    let at = node.startIndex;
    const pieces = childrenOf(node).flatMap((child): Piece[] => {
      // Blanks before an expansion belong to it or to no child.
      const blank = child.type === 'string_content' ? '' : (/^\s*/.exec(child.text)?.[0] ?? '');
      const gap = withUnknown(
        node.text.slice(at - node.startIndex, child.startIndex - node.startIndex) + blank,
      );
      at = child.endIndex;
      if (!child.isNamed) return child.text === '$' ? [gap, withUnknown('$')] : [gap];
      if (child.type === 'string_content') return [gap, doubleQuoted(child.text)];
      // `"$@"` and `"${list[@]}"` are as many words as there are.
      return [gap, /^\s*\$\{?[#!]?(?:@|\w+\[@\])/.test(child.text) ? { ...unknown, open: 'any' } : unknown];
    });
    return pieces.filter(({ text }) => text !== '');
  }
  return [doubleQuoted(node.text.replace(/^\$?"/, '').slice(0, -1))];
}

/** What stands in double quotes, without its escapes. */
function doubleQuoted(text: string): Piece {
  return withUnknown(text.replace(/\\([\\"$`\n])/g, (_, c: string) => (c === '\n' ? '' : c)));
}

/** Outside quotes a backslash keeps the next character, and `*`, `?`, `[` name files. */
function unquotedPieces(text: string): Piece[] {
  let out = '';
  let glob = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i] ?? '';
    if (c === '\\') {
      i++;
      if (text[i] !== '\n') out += text[i] ?? '';
    } else if (c === '*' || c === '?' || c === '[') {
      out += UNKNOWN;
      glob = true;
    } else out += c;
  }
  // What an expansion around the text put there may be anything.
  if (text.includes(UNKNOWN)) return [{ text: out, known: 'no', open: 'any' }];
  return [{ text: out, known: glob ? 'glob' : 'yes' }];
}

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  v: '\v',
};

function withUnknown(text: string): Piece {
  return { text, known: text.includes(UNKNOWN) ? 'no' : 'yes' };
}

const ESCAPE =
  /\\(x\{[\da-fA-F]*\}?|x[\da-fA-F]{1,2}|u[\da-fA-F]{1,4}|U[\da-fA-F]{1,8}|[0-7]{1,3}|c\\\\|c[\s\S]|[\s\S])/g;

/**
 * What stands in `$'…'`, without its escapes: for the shell it is bytes, of which a zero is the end. Bytes that are no
 * UTF-8, and those that are marks of ours, are not known.
 */
function decodeAnsiC(text: string): string {
  const bytes = bytesOf(text).replace(ESCAPE, (_, code: string) => {
    const [first = '', second = ''] = code;
    const digits = code.replace(/^.\{?|\}$/g, '');
    if (first === 'x' && second) return fromByte(Number.parseInt(digits.slice(-2) || '0', 16));
    if (/^u/i.test(first) && second) return fromCode(Number.parseInt(digits, 16));
    if (/[0-7]/.test(first)) return fromByte(Number.parseInt(code, 8) & 0xff);
    if (first === 'c' && second) return fromByte(second === '?' ? 0x7f : second.charCodeAt(0) & 0x1f);
    // Of an escape that is none the backslash stays.
    return SIMPLE_ESCAPES[first] ?? (/['"?\\]/.test(code) ? code : `\\${code}`);
  });
  return Buffer.from(bytes.replace(/\0[\s\S]*/, ''), 'latin1')
    .toString()
    .replace(/\ufffd/g, UNKNOWN);
}

/** A text as its bytes in UTF-8, each of them one character. */
function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}

function fromByte(code: number): string {
  return code > 0 && code < 8 ? UNKNOWN : String.fromCharCode(code);
}

function fromCode(code: number): string {
  // Bash writes nothing for a number with its highest bit.
  if (code > 0x7fffffff) return '';
  if (code > 0x10ffff) return UNKNOWN;
  return code < 8 ? fromByte(code) : bytesOf(String.fromCodePoint(code));
}

/** Brace expansion makes several words of one; which ones is not worked out. */
/** Whether bash makes several words of it by braces. */
export function hasBraces(node: Node): boolean {
  if (node.type !== 'concatenation' && node.type !== 'word' && node.type !== 'command_name') return false;
  const text = unquotedText(node);
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '{') depth++;
    else if (text[i] === '}') depth = Math.max(0, depth - 1);
    else if (depth > 0 && (text[i] === ',' || text.startsWith('..', i))) return true;
  }
  return false;
}

function unquotedText(node: Node): string {
  if (node.type === 'word') return node.text.replace(/\\[\s\S]/g, '');
  if (node.type === 'concatenation' || node.type === 'command_name')
    return childrenOf(node).map(unquotedText).join('');
  return '_';
}

export function childrenOf(node: Node): Node[] {
  return node.children.filter((child) => child !== null);
}
