import type { Node } from 'web-tree-sitter';
import { endsAsInBash } from './heredocEnd.ts';
import type { Bare } from './opened.ts';
import type { Redirect, ShellCommand, Unknown } from './shellLine.ts';
import { testedPlaces } from './testedPlaces.ts';
import { childrenOf, type Word, wordOf } from './word.ts';

/** The commands of a line's tree, in the order in which they stand there, and what of them can't be known. */
export function bareCommands(
  root: Node,
  { loads, repeats }: { readonly loads: boolean; readonly repeats: boolean },
): { readonly commands: readonly Bare[]; readonly unknown: readonly Unknown[] } {
  const reader = new TreeReader(loads, repeats);
  reader.visit(root, { input: 'none', redirects: [] });
  return reader;
}

interface Context {
  readonly input: ShellCommand['input'];
  readonly redirects: readonly Redirect[];
  /** Arguments that the grammar gave to a redirect behind the command. */
  readonly more?: readonly Word[];
  /** What a redirect behind the command gives it to read. */
  readonly direct?: ShellCommand['input'];
}

/** Statements whose parts are statements again; everything else that is not named below is unknown. */
const COMPOUND = new Set(
  `program list negated_command subshell compound_statement if_statement elif_clause else_clause for_statement
   c_style_for_statement while_statement case_statement case_item do_group function_definition test_command
   command_substitution process_substitution variable_assignments`.split(/\s+/),
);

class TreeReader {
  readonly commands: Bare[] = [];
  readonly unknown: Unknown[] = [];
  /** A variable may hold more than one plain word. */
  readonly #loads: boolean;
  #repeats: boolean;

  constructor(loads: boolean, repeats: boolean) {
    this.#loads = loads;
    this.#repeats = repeats;
  }

  visit(node: Node, context: Context): void {
    if (node.type === 'pipeline') this.#pipeline(node, context);
    else if (node.type === 'redirected_statement') this.#redirected(node, context);
    else if (node.type === 'command') this.#command(node, context);
    else if (node.type === 'declaration_command' || node.type === 'unset_command')
      this.#declaration(node, context);
    else if (node.type === 'variable_assignment') this.#assignment(node, context);
    else this.#compound(node, context);
  }

  #compound(node: Node, context: Context): void {
    const inner = isSubstitution(node) ? inputOf(node) : context;
    const known = COMPOUND.has(node.type);
    const outside = this.#repeats;
    this.#repeats ||= /^(?:(?:for|while|c_style_for)_statement|function_definition)$/.test(node.type);
    // Of `$(< file)`: no command carries it.
    const { redirects } = this.#redirectsOf(node);
    if (redirects.length > 0) this.#add({ redirects, input: 'none' }, node);
    if (node.type === 'for_statement') this.#loop(node);
    if (node.type === 'test_command')
      this.#add({ ...context, values: testedPlaces(node, this.#loads) }, node);
    for (const child of childrenOf(node)) {
      if (!child.isNamed || child.type === 'comment' || child.type.endsWith('_redirect')) continue;
      if (known && isStatement(child)) this.visit(child, inner);
      else this.#substitutions(child);
    }
    this.#repeats = outside;
  }

  /** A loop gives its variable what its words are, patterns of file names among them. */
  #loop(node: Node): void {
    const variable = node.childForFieldName('variable')?.text ?? '';
    const values = node.childrenForFieldName('value').flatMap((value) => {
      if (!value) return [];
      // However many numbers or letters: none is a pattern.
      return value.type === 'brace_expression'
        ? [{ ...this.#word(value), open: false }]
        : [this.#word(value)];
    });
    this.#add({ ...NOTHING, assignments: [`${variable}=`], values }, node);
  }

  #assignment(node: Node, context: Context): void {
    this.#substitutions(node);
    this.#assigned(node, context);
  }

  #assigned(node: Node, context: Context): void {
    const value = node.childForFieldName('value');
    // Only in a list do patterns of names become names.
    const words = value?.type === 'array' ? childrenOf(value).filter((c) => c.isNamed) : [];
    const plain = value && words.length === 0 ? [{ ...this.#word(value), open: false }] : [];
    const values = [...words.map((word) => this.#word(word)), ...plain];
    this.#add({ ...context, assignments: [node.text], values }, node);
  }

  #pipeline(node: Node, context: Context): void {
    let first = true;
    for (const child of childrenOf(node)) {
      if (!child.isNamed || child.type === 'comment') continue;
      this.visit(child, first ? context : { ...context, input: 'pipe' });
      first = false;
    }
  }

  #redirected(node: Node, context: Context): void {
    const found = this.#redirectsOf(node);
    const inside = {
      input: found.input ?? context.input,
      redirects: [...context.redirects, ...found.redirects],
      more: [...found.more, ...this.#dash(node)],
      ...(found.input !== undefined && { direct: found.input }),
    };
    const body = node.childForFieldName('body');
    // What a group is given, its commands share: what one has read, the next does not get.
    const shared = typeof inside.input === 'object' ? ('pipe' as const) : inside.input;
    if (body?.type === 'command') this.visit(body, inside);
    else if (body) this.visit(body, { input: shared, redirects: inside.redirects, more: inside.more });
    // A body may hold no command at all, as `[[ a ]] > file`.
    if (body?.type === 'command') return;
    this.#add(inside, node);
    // Then what the grammar puts behind the redirect is a command of its own for bash.
    if (found.more.length > 0)
      this.unknown.push({
        reason: 'words behind a redirect can be read in two ways',
        span: [node.startIndex, node.endIndex],
        unread: true,
      });
  }

  /** The word `-` before a here-document, which the grammar leaves out. */
  #dash(node: Node): Word[] {
    const document = childrenOf(node).find((child) => child.type === 'heredoc_redirect');
    const at = document ? document.startIndex - node.startIndex : 0;
    const found = /\s(-)\s+$/.exec(node.text.slice(0, at));
    const body = node.childForFieldName('body');
    const start = node.startIndex + (found?.index ?? 0) + 1;
    return found && body && start >= body.endIndex
      ? [{ text: '-', known: 'yes', span: [start, start + 1] }]
      : [];
  }

  #command(node: Node, context: Context): void {
    const words: Word[] = [];
    const assignments: string[] = [];
    const values: Word[] = [];
    for (const child of childrenOf(node)) {
      const value = child.type === 'variable_assignment' ? child.childForFieldName('value') : null;
      // However many words come of it elsewhere, a value is one.
      if (value && value.type !== 'array') values.push({ ...this.#word(value), open: false });
      if (child.type === 'variable_assignment') assignments.push(child.text);
      else if (child.isNamed && !child.type.endsWith('_redirect') && child.type !== 'comment')
        words.push(this.#word(child));
      if (!child.type.endsWith('_redirect')) this.#substitutions(child);
    }
    const found = this.#redirectsOf(node);
    const inside = {
      input: this.#oneInput(found.input, context.direct) ?? context.input,
      redirects: [...context.redirects, ...found.redirects],
    };
    const all = [...words, ...found.more, ...(context.more ?? [])].sort(byPlace);
    this.#add({ ...inside, words: all, assignments, values }, node);
  }

  #declaration(node: Node, context: Context): void {
    const words = childrenOf(node).map((child) => {
      if (!child.isNamed) return asWritten(child);
      return child.type === 'variable_assignment' ? this.#declared(child) : this.#word(child);
    });
    for (const child of childrenOf(node)) this.#substitutions(child);
    this.#add({ ...context, words }, node);
    for (const child of childrenOf(node))
      if (child.childForFieldName('value')?.type === 'array') this.#assigned(child, NOTHING);
  }

  /** `NAME=VALUE` as one word, the way the builtin is given it; of a list, its words are values beside it. */
  #declared(node: Node): Word {
    const value = node.childForFieldName('value');
    const name = node.text.slice(0, value ? value.startIndex - node.startIndex : undefined);
    if (!value || value.type === 'array') return { ...asWritten(node), text: name };
    const word = this.#word(value);
    return { ...word, text: name + word.text, open: false, span: [node.startIndex, node.endIndex] };
  }

  /** Commands inside words, values and here-documents. */
  #substitutions(node: Node): void {
    if (isSubstitution(node)) this.visit(node, NOTHING);
    else for (const child of childrenOf(node)) this.#substitutions(child);
  }

  #redirectsOf(node: Node): { redirects: Redirect[]; more: Word[]; input?: ShellCommand['input'] } {
    const redirects: Redirect[] = [];
    const more: Word[] = [];
    let input: ShellCommand['input'] | undefined;
    for (const child of childrenOf(node)) {
      if (child.type === 'file_redirect') {
        this.#substitutions(child);
        const operator = childrenOf(child).find((c) => !c.isNamed)?.text ?? '>';
        const [target, ...behind] = child.childrenForFieldName('destination').filter((c) => c !== null);
        // The grammar counts arguments that stand behind a redirect among its destinations.
        more.push(...behind.map((c) => this.#word(c)));
        if (!target) continue;
        // `2>&-` closes a descriptor; what stands behind is an argument.
        if (operator.endsWith('-')) {
          more.push(this.#word(target));
          continue;
        }
        // Bash expands the target of `>&` twice, what stands in quotes too.
        if (operator.endsWith('>&') && !/^[\w./-]+$/.test(target.text))
          this.unknown.push({
            reason: 'bash expands this target twice',
            span: [child.startIndex, child.endIndex],
            unread: true,
          });
        if (operator.startsWith('<')) input = this.#oneInput(input, 'pipe');
        // `2>&1` and `>&-` move descriptors and write no file.
        if (operator.endsWith('&') && /^(?:\d+-?|-)$/.test(target.text)) continue;
        redirects.push({
          writes: !operator.startsWith('<') || operator === '<>',
          target: this.#word(target),
        });
      } else if (child.type === 'herestring_redirect') {
        this.#substitutions(child);
        const text = childrenOf(child).find((c) => c.isNamed && c.type !== 'file_descriptor');
        if (!isForInput(child)) continue;
        input = this.#oneInput(input, text ? this.#word(text) : 'pipe');
      } else if (child.type === 'heredoc_redirect') {
        const inside = this.#redirectsOf(child);
        redirects.push(...inside.redirects);
        more.push(
          ...inside.more,
          ...child.childrenForFieldName('argument').flatMap((c) => (c ? [this.#word(c)] : [])),
        );
        const document = this.#heredoc(child);
        if (isForInput(child) || inside.input !== undefined)
          input = this.#oneInput(input, inside.input, document);
      }
    }
    return input === undefined ? { redirects, more } : { redirects, more, input };
  }

  /** Of several inputs the last is read; which one that is of texts is not looked into. */
  #oneInput(...inputs: readonly (ShellCommand['input'] | undefined)[]): ShellCommand['input'] | undefined {
    const [first, ...rest] = inputs.filter((input) => input !== undefined);
    if (first === undefined || rest.length === 0) return first;
    const text = [first, ...rest].find((input) => typeof input === 'object');
    if (text) this.unknown.push({ reason: 'it is given more than one input', span: text.span, unread: true });
    return 'pipe';
  }

  /** What the document gives its command; statements that stand behind its start are visited as their own. */
  #heredoc(node: Node): Word | 'pipe' {
    let start = '';
    let body: Node | undefined;
    for (const child of childrenOf(node)) {
      if (child.type === 'heredoc_start') start = child.text;
      else if (child.type === 'heredoc_body') {
        body = child;
        this.#substitutions(child);
      } else if (isStatement(child)) this.visit(child, { ...NOTHING, input: 'pipe' });
      else if (child.isNamed && !child.type.endsWith('_redirect')) this.#substitutions(child);
    }
    if (!endsAsInBash(node, start))
      this.unknown.push({
        reason: 'where its here-document ends can be read in two ways',
        span: [node.startIndex, node.endIndex],
        unread: true,
      });
    if (!body) return 'pipe';
    const expands = !/['"\\]/.test(start) && /[$`\\]/.test(body.text);
    return { text: body.text, known: expands ? 'no' : 'yes', span: [body.startIndex, body.endIndex] };
  }

  #word(node: Node): Word {
    return wordOf(node, this.#loads);
  }

  #add(found: Context & Partial<Bare>, node: Node): void {
    const { words = [], assignments = [], values = [], redirects, input } = found;
    this.commands.push({
      words,
      assignments,
      values,
      redirects,
      input,
      repeats: this.#repeats,
      span: [node.startIndex, node.endIndex],
    });
  }
}

/** Whether a document or a text is for descriptor 0: it is, when none is named. */
function isForInput(redirect: Node): boolean {
  const descriptor = childrenOf(redirect).find((child) => child.type === 'file_descriptor');
  return descriptor === undefined || descriptor.text === '0';
}

const NOTHING: Context = { input: 'none', redirects: [] };

function isSubstitution(node: Node): boolean {
  return node.type === 'command_substitution' || node.type === 'process_substitution';
}

/** What commands in a substitution read: `>(…)` is given text, the others nothing of the line's. */
function inputOf(node: Node): Context {
  return node.text.startsWith('>(') ? { ...NOTHING, input: 'pipe' } : NOTHING;
}

function isStatement(node: Node): boolean {
  return (
    COMPOUND.has(node.type) ||
    [
      'pipeline',
      'redirected_statement',
      'command',
      'declaration_command',
      'unset_command',
      'variable_assignment',
    ].includes(node.type)
  );
}

function asWritten(node: Node): Word {
  return { text: node.text, known: 'yes', span: [node.startIndex, node.endIndex] };
}

function byPlace(a: Word, b: Word): number {
  return a.span[0] - b.span[0];
}
