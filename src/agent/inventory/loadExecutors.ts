import { z } from 'zod';
import type { Diagnostic } from '../../protocol/inventory.ts';
import { checkShape } from '../config/checkShape.ts';
import { parseYaml } from '../config/yamlText.ts';
import type { ExecutorDefinition } from './catalogue.ts';
import { type ListDeps, listFiles } from './listFiles.ts';
import { originIn } from './loaded.ts';
import type { Root } from './roots.ts';

/** No word of an ssh executor may begin with a dash: ssh would take it for an option. */
const plainWord = z.string().regex(/^[^-\s]\S*$/, 'a word that does not begin with "-"');

const ExecutorFileSchema = z.strictObject({
  id: z.string().optional(),
  type: z.enum(['ssh', 'virtual']),
  host: plainWord.optional(),
  user: plainWord.optional(),
  port: z.number().int().min(1).max(65_535).optional(),
  identity_file: plainWord.optional(),
  cwd: z.string().optional(),
});

/** The executors of one folder `executors/`, a file each (Q1). */
export async function loadExecutors(
  root: Root,
  deps: ListDeps,
): Promise<{ executors: readonly ExecutorDefinition[]; diagnostics: readonly Diagnostic[] }> {
  const listing = await listFiles(root.path, ['.yaml'], deps);
  const diagnostics: Diagnostic[] = [...listing.diagnostics];
  const executors = listing.files.flatMap((file): ExecutorDefinition[] => {
    const source = parseYaml(file.text ?? '');
    const own: Diagnostic[] = source.problems.map((p) => ({
      ...p,
      severity: 'error',
      code: 'syntax',
      path: file.path,
    }));
    const report = (key: string, message: string) =>
      own.push({
        severity: 'error',
        code: 'wrong-value',
        message,
        path: file.path,
        ...source.valueAt([key]),
      });
    if (file.problem !== undefined) report('id', file.problem);
    const checked =
      own.length > 0
        ? undefined
        : checkShape(ExecutorFileSchema, source.value ?? {}, { file: file.path, source });
    own.push(...(checked?.diagnostics ?? []));
    const value = checked?.value;
    if (value?.id !== undefined && value.id !== file.stem)
      report('id', `"id" is "${value.id}": it must be "${file.stem}", as the file is named.`);
    if (file.stem === 'local' || file.stem === 'vak') report('id', `"${file.stem}" is built in.`);
    if (value?.type === 'ssh' && value.host === undefined) report('type', 'An ssh executor needs a "host".');
    diagnostics.push(...own);
    if (!value || own.some((d) => d.severity === 'error')) return [];
    return [
      {
        id: file.stem,
        type: value.type,
        ...(value.host !== undefined && { host: value.host }),
        ...(value.user !== undefined && { user: value.user }),
        ...(value.port !== undefined && { port: value.port }),
        ...(value.identity_file !== undefined && { identityFile: value.identity_file }),
        ...(value.cwd !== undefined && { cwd: value.cwd }),
        origin: originIn(root, file.path),
      },
    ];
  });
  return { executors, diagnostics };
}
