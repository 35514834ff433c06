import { isRecord, type UnknownRecord } from '../../base/json.ts';
import type { ElicitationView } from '../../protocol/chat.ts';
import { limitProblem } from '../../protocol/fieldLimits.ts';

type Field = ElicitationView['fields'][number];

/** The fields of a form that an agent or a server asks for. A property of an unknown type becomes a text field. */
export function readFields(schema: unknown): Field[] {
  if (!isRecord(schema) || !isRecord(schema.properties)) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties).map(([name, property]) =>
    readField(name, isRecord(property) ? property : {}, required.includes(name)),
  );
}

function readField(name: string, property: UnknownRecord, required: boolean): Field {
  const string = (key: string) => (typeof property[key] === 'string' ? (property[key] as string) : undefined);
  const options = readOptions(property);
  return {
    name,
    label: string('title') ?? name,
    description: string('description'),
    type: fieldType(property, options !== undefined),
    format: string('format'),
    options,
    required,
    initial: property.default,
    limits: readLimits(property),
  };
}

/** JSON Schema has a pair of words for each kind of value; a form has one meaning of least and most. */
function readLimits(property: UnknownRecord): Field['limits'] {
  const find = (...keys: readonly string[]) =>
    keys.map((key) => property[key]).find((value) => typeof value === 'number') as number | undefined;
  const least = find('minimum', 'minLength', 'minItems');
  const most = find('maximum', 'maxLength', 'maxItems');
  return least === undefined && most === undefined ? undefined : { least, most };
}

function fieldType(property: UnknownRecord, hasOptions: boolean): Field['type'] {
  if (property.type === 'array') return 'multiselect';
  if (hasOptions) return 'select';
  if (property.type === 'number' || property.type === 'integer' || property.type === 'boolean')
    return property.type;
  return 'text';
}

function readOptions(property: UnknownRecord): Field['options'] {
  const source = property.type === 'array' && isRecord(property.items) ? property.items : property;
  if (Array.isArray(source.enum))
    return source.enum.map((value) => ({ value: String(value), label: String(value) }));
  const titled = source.oneOf ?? source.anyOf;
  if (!Array.isArray(titled)) return undefined;
  return titled.filter(isRecord).map((option) => ({
    value: String(option.const),
    label: typeof option.title === 'string' ? option.title : String(option.const),
  }));
}

type Answer = string | number | boolean | string[];

/**
 * The content of an accepted form, each value of its field's type; `problem` names the first field
 * that a person has to put right. Fields left empty are left out.
 */
export function readAnswer(
  fields: readonly Field[],
  content: UnknownRecord,
):
  | { readonly ok: true; readonly content: Record<string, Answer> }
  | { readonly ok: false; readonly problem: string } {
  const answer: Record<string, Answer> = {};
  for (const field of fields) {
    const raw = content[field.name];
    if (raw === undefined || raw === '' || (Array.isArray(raw) && raw.length === 0 && !field.required)) {
      if (field.required) return { ok: false, problem: `${field.label} is needed.` };
      continue;
    }
    const value = convert(field, raw);
    if (value === undefined) return { ok: false, problem: `${field.label} is not ${wanted(field)}.` };
    const beyond = limitProblem(field, value);
    if (beyond) return { ok: false, problem: `${field.label}: ${beyond}` };
    answer[field.name] = value;
  }
  return { ok: true, content: answer };
}

function convert(field: Field, raw: unknown): Answer | undefined {
  const known = (value: unknown) => !field.options || field.options.some((o) => o.value === value);
  switch (field.type) {
    case 'boolean':
      return typeof raw === 'boolean' ? raw : undefined;
    case 'number':
    case 'integer': {
      const value = typeof raw === 'string' ? Number(raw) : raw;
      if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
      return field.type === 'integer' && !Number.isInteger(value) ? undefined : value;
    }
    case 'multiselect':
      return Array.isArray(raw) && raw.every(known) ? raw.map(String) : undefined;
    default:
      return typeof raw === 'string' && known(raw) ? raw : undefined;
  }
}

function wanted(field: Field): string {
  switch (field.type) {
    case 'integer':
      return 'a whole number';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'yes or no';
    case 'select':
    case 'multiselect':
      return 'one of its choices';
    default:
      return 'a text';
  }
}
