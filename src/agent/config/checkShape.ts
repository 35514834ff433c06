import type { z } from 'zod';
import { isRecord } from '../../base/json.ts';
import { nearest } from '../../base/nearest.ts';
import type { Diagnostic } from '../../protocol/inventory.ts';
import { showValue } from './sourceText.ts';
import type { StructuredText, ValuePath } from './structuredText.ts';

/** What of a value fits its schema, and what did not. `value` is undefined when nothing useful is left. */
export interface Checked<T> {
  readonly value: T | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** True when a wrong value (not only an unknown key) was found. */
  readonly broken: boolean;
}

export interface CheckOptions {
  readonly file: string;
  readonly source: StructuredText;
  /** Where in the file the value stands. */
  readonly at?: ValuePath;
  /** Leaves a wrong value out and keeps the rest; otherwise a wrong value spoils the whole. */
  readonly salvage?: boolean;
}

/**
 * Holds a value of a user's file against a strict schema (N6): an unknown key is a warning that names
 * the nearest known one and is left out; a wrong value is an error with its place, what was found and
 * what is allowed.
 */
export function checkShape<T>(schema: z.ZodType<T>, value: unknown, options: CheckOptions): Checked<T> {
  const diagnostics: Diagnostic[] = [];
  let broken = false;
  let current = structuredClone(value);
  // Each round leaves out what the round before found; unions and nested tables can take several.
  for (let round = 0; round < 8; round++) {
    const result = schema.safeParse(current);
    if (result.success) return { value: result.data, diagnostics, broken };
    let pruned = false;
    for (const issue of result.error.issues) {
      if (issue.code === 'unrecognized_keys') {
        for (const key of issue.keys) {
          const path = [...issue.path.map(step), key];
          diagnostics.push(unknownKey(path, schemaKeys(schema, issue.path.map(step)), options));
          current = without(current, path);
          pruned = true;
        }
      } else {
        broken = true;
        const path = issue.path.map(step);
        diagnostics.push(wrongValue(issue, path, current, options));
        if (options.salvage && path.length > 0) {
          current = without(current, path);
          pruned = true;
        }
      }
    }
    if (!pruned || (broken && !options.salvage)) break;
  }
  return { value: undefined, diagnostics, broken: true };
}

function step(key: PropertyKey): string | number {
  return typeof key === 'number' ? key : String(key);
}

function unknownKey(path: ValuePath, known: readonly string[], options: CheckOptions): Diagnostic {
  const key = String(path.at(-1));
  const near = nearest(key, known, 1)[0];
  return {
    severity: 'warning',
    code: 'unknown-key',
    message: `The key "${key}" is not known here and is ignored${near ? `; did you mean "${near}"?` : '.'}`,
    path: options.file,
    ...options.source.keyAt([...(options.at ?? []), ...path]),
    fix: near
      ? `Rename it to "${near}".`
      : known.length > 0
        ? `Remove it. Known keys: ${[...known].sort().join(', ')}.`
        : 'Remove it.',
  };
}

function wrongValue(
  issue: z.core.$ZodIssue,
  path: ValuePath,
  value: unknown,
  options: CheckOptions,
): Diagnostic {
  const found = lookUp(value, path);
  const name = path.length === 0 ? (options.at?.join('.') ?? '') : path.join('.');
  const missing = found === undefined && path.length > 0;
  const allowed = allowedBy(issue);
  const custom = issue.code === 'custom' ? issue.message : undefined;
  return {
    severity: 'error',
    code: missing ? 'missing-key' : 'wrong-value',
    message: missing
      ? `The key "${name}" is missing: ${custom ?? allowed}.`
      : `${name === '' ? 'The file' : `"${name}"`} is ${showValue(found)}: ${custom ?? `allowed is ${allowed}`}.`,
    path: options.file,
    ...options.source.valueAt([...(options.at ?? []), ...path]),
  };
}

/** The schema's demand in words. */
function allowedBy(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeWord(issue.expected);
    case 'invalid_value':
      return issue.values.map((v) => JSON.stringify(v)).join(', ');
    case 'invalid_union':
      return [...new Set(issue.errors.flatMap((list) => list.map((e) => allowedBy(e))))].join(', or ');
    case 'too_small':
      return issue.origin === 'string'
        ? `a text of at least ${issue.minimum} characters`
        : `a number ${issue.inclusive ? 'of at least' : 'above'} ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'string'
        ? `a text of at most ${issue.maximum} characters`
        : `a number of at most ${issue.maximum}`;
    default:
      return issue.message;
  }
}

function typeWord(expected: string): string {
  const words: Record<string, string> = {
    string: 'a text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'a table',
    record: 'a table',
  };
  return words[expected] ?? expected;
}

/** The keys that the schema knows at a path. */
function schemaKeys(schema: z.ZodType, path: ValuePath): string[] {
  let at: unknown = schema;
  for (const key of path) at = unwrapTo(at, key);
  const shape = shapeOf(at);
  return shape ? Object.keys(shape) : [];
}

type SchemaDefinition = Readonly<Record<string, unknown>> & { readonly type?: string };

function definitionOf(schema: unknown): SchemaDefinition | undefined {
  const def = (schema as { def?: unknown } | undefined)?.def;
  return isRecord(def) ? (def as SchemaDefinition) : undefined;
}

/** Takes optional, default and refinement wrappers off. */
function bare(schema: unknown): unknown {
  let at = schema;
  for (let def = definitionOf(at); def; def = definitionOf(at)) {
    if (def['innerType'] !== undefined) at = def['innerType'];
    else if (def.type === 'pipe') at = def['in'];
    else break;
  }
  return at;
}

function shapeOf(schema: unknown): Readonly<Record<string, unknown>> | undefined {
  const def = definitionOf(bare(schema));
  const shape = def?.['shape'];
  return isRecord(shape) ? shape : undefined;
}

function unwrapTo(schema: unknown, key: string | number): unknown {
  const inner = bare(schema);
  const shape = shapeOf(inner);
  if (shape) return shape[String(key)];
  const def = definitionOf(inner);
  return def?.['valueType'] ?? def?.['element'];
}

function lookUp(value: unknown, path: ValuePath): unknown {
  let at: unknown = value;
  for (const key of path) {
    if (Array.isArray(at)) at = at[Number(key)];
    else if (isRecord(at)) at = at[String(key)];
    else return undefined;
  }
  return at;
}

/** The same value without what stands at the path. */
function without(value: unknown, path: ValuePath): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return undefined;
  if (Array.isArray(value))
    return rest.length === 0
      ? value.filter((_, i) => i !== head)
      : value.map((item, i) => (i === head ? without(item, rest) : item));
  if (!isRecord(value)) return value;
  const copy = { ...value };
  if (rest.length === 0) delete copy[String(head)];
  else copy[String(head)] = without(copy[String(head)], rest);
  return copy;
}
