import type { ElicitationView } from '../../protocol/chat.ts';
import { limitProblem } from '../../protocol/fieldLimits.ts';

type Field = ElicitationView['fields'][number];
export type FieldValue = string | boolean | readonly string[];
type Values = Readonly<Record<string, FieldValue>>;

/** What the form shows first. */
export function initialValues(fields: readonly Field[]): Values {
  return Object.fromEntries(fields.map((field) => [field.name, initialValue(field)]));
}

function initialValue(field: Field): FieldValue {
  const { initial } = field;
  if (field.type === 'boolean') return initial === true;
  if (field.type === 'multiselect') return Array.isArray(initial) ? initial.map(String) : [];
  if (initial !== undefined && initial !== null) return String(initial);
  return field.type === 'select' && field.required ? (field.options?.[0]?.value ?? '') : '';
}

/** The form's answer with each value in its type, or what is wrong with which field. Empty optional fields are left out. */
export function formContent(
  fields: readonly Field[],
  values: Values,
): { content: Record<string, unknown>; problems: Record<string, string> } {
  const content: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const read = readField(field, values[field.name] ?? '');
    if ('problem' in read) problems[field.name] = read.problem;
    else if (read.value !== undefined) content[field.name] = read.value;
  }
  return { content, problems };
}

type Read = { readonly value: unknown } | { readonly problem: string };

function readField(field: Field, value: FieldValue): Read {
  if (field.type === 'boolean') return { value: value === true };
  if (Array.isArray(value)) {
    if (field.required && value.length === 0) return { problem: 'Choose at least one.' };
    return value.length === 0 ? { value: undefined } : withinLimits(field, value);
  }
  const text = String(value);
  if (text.trim() === '') return field.required ? { problem: 'This is needed.' } : { value: undefined };
  if (field.type === 'number' || field.type === 'integer') {
    const number = Number(text.replace(',', '.'));
    if (!Number.isFinite(number)) return { problem: 'This is not a number.' };
    if (field.type === 'integer' && !Number.isInteger(number))
      return { problem: 'This is not a whole number.' };
    return withinLimits(field, number);
  }
  return formatProblem(field.format, text) ?? withinLimits(field, text);
}

function withinLimits(field: Field, value: number | string | readonly string[]): Read {
  const problem = limitProblem(field, value);
  return problem === undefined ? { value } : { problem };
}

function formatProblem(format: string | undefined, text: string): { problem: string } | undefined {
  if (format === 'email' && !/^[^\s@]+@[^\s@]+$/.test(text))
    return { problem: 'This is not an e-mail address.' };
  if ((format === 'uri' || format === 'url') && !URL.canParse(text))
    return { problem: 'This is not an address.' };
  if (format === 'date' && !/^\d{4}-\d{2}-\d{2}$/.test(text))
    return { problem: 'A date is written 2026-11-30.' };
  return undefined;
}
