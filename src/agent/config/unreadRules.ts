import { isRecord } from '../../base/json.ts';
import { PermissionsSchema } from './configSchema.ts';
import type { UnreadRules } from './permissionRules.ts';
import type { StructuredText } from './structuredText.ts';

/**
 * The places of a configuration file where rules that deny or ask stand, or may stand, and can't be
 * read: nobody knows then what they forbid. Rules that allow are not among them: without one a call
 * is asked about.
 */
export function unreadRules(file: string, source: StructuredText): readonly UnreadRules[] {
  const [problem] = source.problems;
  if (problem) return [{ path: file, line: problem.line }];
  const { value } = source;
  if (value === undefined || value === null) return [];
  if (!isRecord(value)) return [{ path: file, line: 1 }];
  const { error } = PermissionsSchema.optional().safeParse(value['permissions']);
  return (error?.issues ?? [])
    .filter(({ code, path }) => code !== 'unrecognized_keys' && path[0] !== 'allow')
    .map(({ path }) => {
      const keys = path.map((key) => (typeof key === 'number' ? key : String(key)));
      return { path: file, line: source.valueAt(['permissions', ...keys]).line };
    });
}
