import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { ExpectedError, errorMessage } from '../base/errors.ts';

interface Config<O extends ParseArgsOptionsConfig> {
  args: string[];
  options: O;
  allowPositionals: true;
}

/** Options and the words beside them. Fails with `usage` for an option that is not known or lacks its value. */
export function readArgs<const O extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: O,
): ReturnType<typeof parseArgs<Config<O>>> {
  try {
    return parseArgs<Config<O>>({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new ExpectedError('usage', errorMessage(error));
  }
}
