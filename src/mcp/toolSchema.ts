import { isRecord, type UnknownRecord } from '../base/json.ts';

/** A schema that every model's provider takes, or why there is none. */
export type RepairedSchema =
  | { readonly ok: true; readonly schema: UnknownRecord; readonly notes: readonly string[] }
  | { readonly ok: false; readonly reason: string };

const MAX_DEPTH = 12;
const MAX_SIZE = 48 * 1024;
/** What providers take as the name of a property. */
const PROPERTY_NAME = /^[A-Za-z0-9_.-]{1,64}$/;

/**
 * Makes of a server's input schema one that providers take (M15): an object at the root, references
 * written out, a union at the root joined into one object. Never fetches a remote reference. What can't
 * be repaired is refused with a reason, so that only this tool is left out.
 */
export function repairSchema(raw: unknown): RepairedSchema {
  if (raw === undefined || raw === null || raw === true)
    return { ok: true, schema: { type: 'object', properties: {} }, notes: ['it has no schema'] };
  if (!isRecord(raw)) return { ok: false, reason: 'its input schema is no object' };
  const notes = new Set<string>();
  const written = writeOut(raw, { root: raw, notes, path: [] }, 0);
  if (!isRecord(written)) return { ok: false, reason: 'its input schema is no object' };
  const root = asObject(written, notes);
  if (!root) return { ok: false, reason: `its input is no object but ${JSON.stringify(written['type'])}` };
  const checked = checkProperties(root, notes);
  if (typeof checked === 'string') return { ok: false, reason: checked };
  const size = JSON.stringify(checked).length;
  if (size > MAX_SIZE)
    return { ok: false, reason: `its input schema is too large (${Math.ceil(size / 1024)} KB)` };
  return { ok: true, schema: checked, notes: [...notes] };
}

interface Walk {
  readonly root: UnknownRecord;
  readonly notes: Set<string>;
  /** References being written out: one of them again is a loop. */
  readonly path: readonly string[];
}

/** The schema with local references in place; a loop, a remote one or too deep a one becomes «anything». */
function writeOut(value: unknown, walk: Walk, depth: number): unknown {
  if (Array.isArray(value)) return value.map((item) => writeOut(item, walk, depth + 1));
  if (!isRecord(value)) return value;
  if (depth > MAX_DEPTH * 2) {
    walk.notes.add('it was cut where it is nested too deep');
    return {};
  }
  const { $ref, ...rest } = value;
  if (typeof $ref === 'string') {
    const target = resolve($ref, walk);
    const below = writeOut(target, { ...walk, path: [...walk.path, $ref] }, depth + 1);
    return isRecord(below) ? { ...below, ...(writeOut(rest, walk, depth) as UnknownRecord) } : below;
  }
  const entries = Object.entries(rest)
    .filter(([key]) => !DROPPED.has(key) || depth > 0)
    .map(([key, item]) => [key, DATA.has(key) ? item : writeOut(item, walk, depth + 1)] as const);
  return Object.fromEntries(entries.filter(([key]) => key !== '$defs' && key !== 'definitions'));
}

/** Keys of the root that say nothing to a model. */
const DROPPED = new Set(['$schema', '$id', '$comment']);
/** Keys whose values are data and no schemas. */
const DATA = new Set(['enum', 'const', 'default', 'examples', 'required']);

function resolve(ref: string, walk: Walk): unknown {
  if (!ref.startsWith('#')) {
    walk.notes.add(`its reference to ${ref.slice(0, 80)} is not followed`);
    return {};
  }
  if (walk.path.includes(ref)) {
    walk.notes.add('it refers to itself; the inner part takes anything');
    return {};
  }
  let at: unknown = walk.root;
  for (const part of ref.slice(1).split('/').filter(Boolean)) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    at = isRecord(at) ? at[key] : undefined;
  }
  if (at === undefined) walk.notes.add(`its reference ${ref.slice(0, 80)} leads nowhere`);
  return at ?? {};
}

/** The root as a plain object schema; undefined when it describes something else. */
function asObject(schema: UnknownRecord, notes: Set<string>): Record<string, unknown> | undefined {
  const { anyOf, oneOf, allOf, ...rest } = schema;
  const branches = [anyOf, oneOf, allOf].flatMap((list) =>
    Array.isArray(list) ? list.filter(isRecord) : [],
  );
  const type = rest['type'];
  const types = type === undefined ? [] : Array.isArray(type) ? type : [type];
  if (types.length > 0 && !types.includes('object')) return undefined;
  const parts = branches.flatMap((branch): UnknownRecord[] => {
    const part = asObject(branch, notes);
    return part ? [part] : [];
  });
  if (branches.length > 0 && parts.length === 0 && !isRecord(rest['properties'])) return undefined;
  const joined = {
    ...rest,
    type: 'object',
    properties: Object.assign({}, ...parts.map((part) => part['properties']), rest['properties']) as object,
  };
  const required = requiredOf(rest, Array.isArray(allOf) ? parts : []);
  const result: Record<string, unknown> = { ...joined, ...(required.length > 0 ? { required } : {}) };
  const choices = [anyOf, oneOf].some(Array.isArray) ? parts : [];
  if (choices.length > 1) result['description'] = describeChoices(rest['description'], choices);
  if (branches.length > 0) notes.add('its alternatives were joined into one object');
  return result;
}

function requiredOf(...schemas: readonly (UnknownRecord | readonly UnknownRecord[])[]): string[] {
  const lists = schemas.flat().map((schema) => (schema as UnknownRecord)['required']);
  return [...new Set(lists.flatMap((list) => (Array.isArray(list) ? list : [])))].filter(
    (name): name is string => typeof name === 'string',
  );
}

/** The sentence that stands for a union which providers refuse at the root. */
function describeChoices(description: unknown, choices: readonly UnknownRecord[]): string {
  const sets = choices.map((choice) => {
    const required = requiredOf(choice);
    return required.length > 0 ? required.join(', ') : Object.keys(choice['properties'] as object).join(', ');
  });
  const sentence = `Give one of these sets of properties: ${[...new Set(sets)].map((set) => `(${set})`).join(' or ')}.`;
  return typeof description === 'string' ? `${description} ${sentence}` : sentence;
}

/** The schema without properties that providers refuse, or the reason why that can't be. */
function checkProperties(schema: Record<string, unknown>, notes: Set<string>): UnknownRecord | string {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required = requiredOf(schema);
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(properties)) {
    if (PROPERTY_NAME.test(name)) kept[name] = isRecord(value) ? value : {};
    else if (required.includes(name))
      return `its required property ${JSON.stringify(name)} has a name that models can't be given`;
    else notes.add(`its property ${JSON.stringify(name)} has a name that models can't be given`);
  }
  const known = required.filter((name) => name in kept);
  return { ...schema, properties: kept, ...(schema['required'] === undefined ? {} : { required: known }) };
}
