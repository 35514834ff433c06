import { errorMessage } from '../../base/errors.ts';
import type { UnknownRecord } from '../../base/json.ts';

/** Says what is wrong with the arguments of a call; undefined when nothing is. */
export type CheckArguments = (args: UnknownRecord) => string | undefined;

/** Makes checks of schemas; see `loadArgumentChecks`. */
export type MakeCheck = (schemas: readonly unknown[]) => CheckArguments;

/**
 * Loads the validator; it is heavy and needed only once there are tools. A check takes the first of the
 * given schemas that can be compiled (the server's own, then the repaired one); remote references are
 * never fetched.
 */
export async function loadArgumentChecks(): Promise<MakeCheck> {
  const { AjvJsonSchemaValidator } = await import('@modelcontextprotocol/client/validators/ajv');
  const validator = new AjvJsonSchemaValidator();
  return (schemas) => {
    let check: CheckArguments | undefined;
    return (args) => {
      check ??= compile(validator, schemas);
      return check(args);
    };
  };
}

function compile(
  validator: { getValidator(schema: object): (input: unknown) => { valid: boolean; errorMessage?: string } },
  schemas: readonly unknown[],
): CheckArguments {
  for (const schema of schemas) {
    if (typeof schema !== 'object' || schema === null) continue;
    try {
      const validate = validator.getValidator(schema);
      return (args) => {
        const result = validate(args);
        return result.valid ? undefined : (result.errorMessage ?? 'the arguments do not fit the schema');
      };
    } catch (error) {
      // A schema that can't be compiled checks nothing; the next one may.
      errorMessage(error);
    }
  }
  return () => undefined;
}
