import * as mini from 'zod/mini';

/**
 * What the view's bundle takes for `zod` (an alias in esbuild.mjs): the same parser behind the chained
 * words that `src/protocol` uses, at a third of the size. A schema word that is missing here fails the
 * test that compares both. No code is generated at run time, because the view's policy forbids it.
 */
mini.config({ jitless: true });

type Schema = mini.ZodMiniType;

/** Gives a schema the methods of full zod that the protocol's files call. */
function chained<S extends Schema>(schema: S): S {
  return Object.assign(schema, {
    optional: () => chained(mini.optional(schema)),
    nullable: () => chained(mini.nullable(schema)),
    default: (value: unknown) => chained(mini._default(schema, value as never)),
    int: () => chained(schema.check(mini.int() as never)),
    positive: () => chained(schema.check(mini.positive() as never)),
    partial: () => chained(mini.partial(schema as never)),
  });
}

function make<A extends unknown[], S extends Schema>(build: (...args: A) => S): (...args: A) => S {
  return (...args) => chained(build(...args));
}

const string = make(mini.string);
const number = make(mini.number);
const boolean = make(mini.boolean);
const unknown = make(mini.unknown);
const literal = make(mini.literal);
const object = make(mini.object);
const array = make(mini.array);
const tuple = make(mini.tuple as (items: [Schema, ...Schema[]]) => Schema);
const union = make(mini.union);
const discriminatedUnion = make(mini.discriminatedUnion);
const record = make(mini.record);
const nullSchema = make(mini.null);
const enumSchema = make(mini.enum as (values: readonly string[]) => Schema);

export {
  array,
  boolean,
  discriminatedUnion,
  enumSchema as enum,
  literal,
  nullSchema as null,
  number,
  object,
  record,
  string,
  tuple,
  union,
  unknown,
};
