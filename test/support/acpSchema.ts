import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** Which end of the connection something was sent by. */
export type Side = 'agent' | 'client';

interface Definition {
  readonly 'x-side'?: string;
  readonly 'x-method'?: string;
}

type Shape = 'Request' | 'Response' | 'Notification';

const schemaFile = createRequire(import.meta.url).resolve(
  '@agentclientprotocol/sdk/schema/v1/schema.unstable.json',
);
const schema = JSON.parse(readFileSync(schemaFile, 'utf8')) as { $defs: Record<string, Definition> };

/** The schema's number formats bound the value by their type; JSON has one kind of number. */
const numberFormats = ['int32', 'int64', 'uint16', 'uint32', 'uint64', 'double'];
const ajv = new Ajv2020({ strict: false, allErrors: true });
for (const name of numberFormats) ajv.addFormat(name, { type: 'number', validate: Number.isFinite });
ajv.addFormat('uri', (text) => URL.canParse(text));
ajv.addSchema(schema, 'acp');

/** `client session/update Notification` → its definition, by the side that handles the method. */
const definitions = new Map<string, string>();
for (const [name, definition] of Object.entries(schema.$defs)) {
  const shape = /(Request|Response|Notification)$/.exec(name)?.[1];
  if (definition['x-method'] === undefined || shape === undefined) continue;
  definitions.set(`${definition['x-side']} ${definition['x-method']} ${shape}`, name);
}

/** True when the protocol knows such a method that this side handles. */
export function isAcpMethod(handler: Side, method: string): boolean {
  return (
    definitionOf(handler, method, 'Request') !== undefined ||
    definitionOf(handler, method, 'Notification') !== undefined
  );
}

/**
 * What is wrong with a message of this method, as sentences; empty when nothing is. A method that
 * begins with `_` may carry anything, any other has to be one that the protocol knows.
 */
export function problemsWith(handler: Side, method: string, shape: Shape, value: unknown): readonly string[] {
  if (method.startsWith('_')) return [];
  const name = definitionOf(handler, method, shape);
  if (name === undefined)
    return [`${method}: no ${shape.toLowerCase()} of this name is handled by the ${handler}`];
  const validate = validator(name);
  if (validate(value)) return [];
  return [`${method} ${shape}: ${complaints(validate)} in ${JSON.stringify(value).slice(0, 2_000)}`];
}

/** The errors at the deepest place: those of the variants that do not apply stand higher up. */
function complaints(validate: ValidateFunction): string {
  const errors = (validate.errors ?? []).filter((error) => error.keyword !== 'const');
  const deepest = Math.max(0, ...errors.map((error) => error.instancePath.length));
  const texts = errors
    .filter((error) => error.instancePath.length === deepest)
    .map((error) => `${error.instancePath || '/'} ${error.message}`);
  return [...new Set(texts)].slice(0, 4).join('; ') || 'no variant of the schema applies';
}

function definitionOf(handler: Side, method: string, shape: Shape): string | undefined {
  return definitions.get(`${handler} ${method} ${shape}`) ?? definitions.get(`protocol ${method} ${shape}`);
}

function validator(name: string): ValidateFunction {
  const known = ajv.getSchema(`acp#/$defs/${name}`);
  if (known === undefined) throw new Error(`the schema lacks ${name}`);
  return known;
}
