import type { Node } from 'web-tree-sitter';
import { disagreements } from './agrees.ts';
import { isTooDeep, parseBash } from './grammar.ts';
import { childrenOf } from './word.ts';

/** Where a part of a line stands in it. */
export type Span = readonly [number, number];

/** How the commands of a line follow one another, as far as the folder matters that the shell is in. */
export type Flow = { readonly span: Span } & (
  | { readonly kind: 'command'; readonly parts: readonly Flow[] }
  /** One after another; the last one says how it ends. `skips`: a redirect that fails keeps all from running. */
  | { readonly kind: 'steps'; readonly steps: readonly Step[]; readonly skips: boolean }
  /** In a shell of its own: it gives no folder back. */
  | { readonly kind: 'apart'; readonly part: Flow }
  /** Each may run or not, those of a loop more than once. */
  | { readonly kind: 'branches'; readonly parts: readonly Flow[]; readonly repeats: boolean }
  /** It runs whenever it is called. */
  | { readonly kind: 'function'; readonly body: Flow }
);

export interface Step {
  /** It runs when the one before has ended well (`&&`) or not (`||`), or however it has. */
  readonly after: '&&' | '||' | ';';
  readonly flow: Flow;
}

/** What gives names, statements or ends of a pipe another meaning than the tree says. */
const TURNS =
  /\b(?:alias|lastpipe|trap)\b|\b(?:cd|exit|popd|pushd|set)\s*\(\)|\bfunction\s+(?:cd|exit|popd|pushd|set)\b/;

/** The flow of a line; undefined when it can't surely be read. */
export async function readFlow(line: string): Promise<Flow | undefined> {
  if (TURNS.test(line)) return undefined;
  const tree = await parseBash(line);
  if (!tree) return undefined;
  try {
    const root = tree.rootNode;
    if (isTooDeep(root) || disagreements(root, line).length > 0 || hasTail(root)) return undefined;
    return flowOf(root);
  } finally {
    tree.delete();
  }
}

const LEAF = /^(?:command|declaration_command|unset_command|variable_assignment|test_command)$/;
const STEPS = /^(?:program|compound_statement|do_group|list|redirected_statement)$/;
const BRANCHES =
  /^(?:(?:if|case|for|while|c_style_for)_statement|elif_clause|else_clause|case_item|negated_command)$/;
const APART = /^(?:subshell|command_substitution|process_substitution)$/;

function flowOf(node: Node): Flow {
  const { type } = node;
  const span = [node.startIndex, node.endIndex] as const;
  const steps = (): Flow => ({
    kind: 'steps',
    span,
    steps: stepsIn(node),
    skips: type === 'redirected_statement',
  });
  if (type === 'function_definition') return { kind: 'function', span, body: steps() };
  if (LEAF.test(type)) return { kind: 'command', span, parts: partsIn(node) };
  if (STEPS.test(type)) return steps();
  if (APART.test(type)) return { kind: 'apart', span, part: steps() };
  if (type === 'pipeline') return pipelineOf(node);
  const parts = partsIn(node);
  return { kind: 'branches', span, parts, repeats: /^(?:for|while|c_style_for)_statement$/.test(type) };
}

/** Each member of a pipe is a shell of its own. */
function pipelineOf(node: Node): Flow {
  const [first, ...rest] = childrenOf(node).filter(isFlow);
  return first
    ? piped(first, rest.map(flowOf))
    : { kind: 'branches', ...atNode(node), parts: [], repeats: false };
}

/** The grammar gives a pipe the whole list of `a && b 2>&1 | c`, bash only what stands last in it. */
function piped(first: Node, rest: readonly Flow[]): Flow {
  const isRedirected = first.type === 'redirected_statement';
  const list = isRedirected ? first.childForFieldName('body') : first;
  const last = list?.type === 'list' ? childrenOf(list).findLast(isFlow) : undefined;
  if (!list || !last)
    return { kind: 'branches', ...atNode(first), parts: [flowOf(first), ...rest].map(apart), repeats: false };
  const targets = childrenOf(first).filter(({ type }) => type.endsWith('_redirect'));
  const behind = [...targets.flatMap(partsIn), ...rest];
  const steps = stepsIn(list).map((step, i, all) =>
    i < all.length - 1 ? step : { ...step, flow: piped(last, behind) },
  );
  return { kind: 'steps', ...atNode(list), steps, skips: false };
}

function atNode(node: Node): { readonly span: Span } {
  return { span: [node.startIndex, node.endIndex] };
}

function isFlow({ type }: Node): boolean {
  return (
    [LEAF, STEPS, BRANCHES, APART].some((types) => types.test(type)) ||
    type === 'pipeline' ||
    type === 'function_definition'
  );
}

/** Statements and substitutions in a node, at whatever depth below words. */
function partsIn(node: Node): Flow[] {
  return stepsIn(node).map(({ flow }) => flow);
}

function stepsIn(node: Node): Step[] {
  // What a redirect's words run is run before what it stands behind.
  const children = childrenOf(node);
  const redirects = children.filter(({ type }) => type.endsWith('_redirect'));
  const before = redirects.flatMap(partsIn).map((flow): Step => ({ after: ';', flow: apart(flow) }));
  let after: Step['after'] = ';';
  const steps = children.flatMap((child, i): Step[] => {
    if (child.type === '&&' || child.type === '||') after = child.type;
    if (!child.isNamed || child.type.endsWith('_redirect')) return [];
    if (!isFlow(child)) return stepsIn(child);
    const flow = flowOf(child);
    const step = { after, flow: children[i + 1]?.type === '&' ? apart(flow) : flow };
    after = ';';
    return [step];
  });
  return [...before, ...steps];
}

function apart(part: Flow): Flow {
  return { kind: 'apart', span: part.span, part };
}

/** The grammar puts what stands behind the start of a here-document into it: `cat <<E && cd x`. */
function hasTail(node: Node): boolean {
  const isTail = node.type === 'heredoc_redirect' && childrenOf(node).some(isFlow);
  return isTail || childrenOf(node).some(hasTail);
}

/** A flow and all within it, in their order. */
export function flowsIn(flow: Flow): Flow[] {
  return [flow, ...childrenIn(flow).flatMap(flowsIn)];
}

/** The commands that run in the same shell as the flow itself. */
export function leavesIn(flow: Flow): Flow[] {
  if (flow.kind === 'command') return [flow];
  return flow.kind === 'apart' ? [] : childrenIn(flow).flatMap(leavesIn);
}

function childrenIn(flow: Flow): readonly Flow[] {
  if (flow.kind === 'steps') return flow.steps.map((step) => step.flow);
  if (flow.kind === 'apart') return [flow.part];
  return flow.kind === 'function' ? [flow.body] : flow.parts;
}
