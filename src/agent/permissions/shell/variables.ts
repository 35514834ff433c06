import type { Node } from 'web-tree-sitter';
import { childrenOf, wordOf } from './word.ts';

/** What a line puts into its variables: bash computes with what they hold, and looks for files by it. */
export interface Variables {
  /** Names that get anything but a number. */
  readonly texts: ReadonlySet<string>;
  /** Names that get numbers only. */
  readonly numbers: ReadonlySet<string>;
  /** Something else may be set as well: by `read`, `source`, `eval` and the like. */
  readonly loose: boolean;
  /** A value may be more than one plain word. */
  readonly loads: boolean;
}

export const noVariables: Variables = { texts: new Set(), numbers: new Set(), loose: false, loads: false };

/** Commands that set variables which no assignment of the line names. */
const SETS_OTHERS =
  /^(?:read|mapfile|readarray|printf|getopts|let|set|wait|source|\.|eval|declare|typeset|local|export|readonly|unset|trap)$/;

/** Substitutions that give a number: `$(date +%s)`, `$(… | wc -l)`. */
const COUNTS = /^"?\$\((?:date \+%s|(?:[^$`'"()\\;&#\n|]+\|(?!\|) *)*wc -[lcmw](?: *< *[\w./-]+)?)\)"?$/;

/** The variables of a line, together with those of the line around it. */
export function variablesOf(root: Node, outer: Variables): Variables {
  const texts = new Set(outer.texts);
  const numbers = new Set(outer.numbers);
  let { loose, loads } = outer;
  const put = (name: string, kind: 'number' | 'word' | 'text') => {
    if (kind !== 'number') texts.add(name);
    else numbers.add(name);
    if (kind === 'text' || name === 'IFS') loads = true;
  };
  const look = (node: Node): void => {
    if (node.type === 'variable_assignment') put(assignedName(node), kindOf(node.childForFieldName('value')));
    else if (node.type === 'for_statement') putLoop(node, put);
    else if (setsOthers(node)) loose = loads = true;
    for (const child of childrenOf(node)) look(child);
  };
  look(root);
  return { texts, numbers: new Set([...numbers].filter((name) => !texts.has(name))), loose, loads };
}

function setsOthers(node: Node): boolean {
  if (node.type === 'declaration_command')
    return childrenOf(node).some(
      (child) =>
        child.isNamed && child.type !== 'variable_assignment' && !/^(?:-[aAgrxp]+|\w+)$/.test(child.text),
    );
  if (node.type !== 'command') return false;
  // Also spelled otherwise, or behind `command` and `builtin`.
  const words = childrenOf(node)
    .filter(
      (child) => child.isNamed && child.type !== 'variable_assignment' && !child.type.endsWith('_redirect'),
    )
    .map((child) => wordOf(child, true).text);
  const at = words.findIndex((word) => SETS_OTHERS.test(word));
  const next = words[at + 1] ?? '';
  if (at < 0) return false;
  if (words[at] === 'printf') return !/^[\w%]/.test(next);
  return words[at] !== 'set' || !/^[-+][a-z]+$/.test(next);
}

function assignedName(assignment: Node): string {
  return /^\w*/.exec(assignment.text)?.[0] ?? '';
}

function kindOf(value: Node | null): 'number' | 'word' | 'text' {
  if (!value) return 'word';
  if (/^"?-?\d+"?$/.test(value.text) || value.type === 'arithmetic_expansion' || COUNTS.test(value.text))
    return 'number';
  return /^[\w./:@%+,-]*$/.test(value.text) ? 'word' : 'text';
}

/** A loop over numbers counts; a name that a pattern meets may hold blanks and patterns itself. */
function putLoop(loop: Node, put: (name: string, kind: 'number' | 'word' | 'text') => void): void {
  const name = loop.childForFieldName('variable')?.text ?? '';
  const values = loop.childrenForFieldName('value').map((value) => value?.text ?? '$');
  if (values.length > 0 && values.every((value) => /^(?:\d+|\{\d+\.\.\d+\})$/.test(value)))
    put(name, 'number');
  else put(name, values.every((value) => /^[\w./,-]+$/.test(value)) ? 'word' : 'text');
}

/** Numbers by nature. */
const NUMBER_NAMES = /^(?:SECONDS|EPOCHSECONDS|UID|EUID|PPID|LINENO|COLUMNS|LINES|SHLVL)$/;

/**
 * Whether bash can compute a text without running anything: numbers, operators, and names that hold no
 * text. Names in capitals may belong to programs, so the line must have given them a number itself.
 */
export function isCalm(text: string, variables: Variables): boolean {
  if (!/^(?:[\s\w+*/%<>=!&|^~?:,()-]|\$(?=[\w{?#])|\{(?=\w+\})|(?<=\$\{\w+)\}|(?<=\$)[?#])*$/.test(text))
    return false;
  // Names are not put together from pieces: `a$x`.
  if (/[\w}]\$|\}\w|\$[?#]\w/.test(text)) return false;
  const sets = /(?<![=!<>])=(?!=)|\+\+|--/.test(text);
  return [...text.matchAll(/(\$\{?)?\b([A-Za-z_]\w*|\d\w*)/g)].every(([, dollar, name = '']) => {
    if (/^\d/.test(name)) return dollar === undefined && /^(?:\d+|0[xX][\da-fA-F]+)$/.test(name);
    if (variables.loose || variables.texts.has(name)) return false;
    if (variables.numbers.has(name)) return !sets || /^[a-z]/.test(name);
    return /^[a-z]/.test(name) || (!sets && NUMBER_NAMES.test(name));
  });
}
