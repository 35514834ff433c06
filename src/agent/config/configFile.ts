import path from 'node:path';
import { errorMessage, systemCode } from '../../base/errors.ts';
import type { Diagnostic } from '../../protocol/inventory.ts';
import type { Files } from '../host/host.ts';
import { checkShape } from './checkShape.ts';
import { type SettingsFile, SettingsFileSchema } from './configSchema.ts';
import type { UnreadRules } from './permissionRules.ts';
import type { StructuredText } from './structuredText.ts';
import { parseToml } from './tomlText.ts';
import { unreadRules } from './unreadRules.ts';
import { parseYaml } from './yamlText.ts';

/** One `config.toml` or `config.yaml` as it was read: its settings, and the text to find places in. */
export interface ConfigFile {
  readonly path: string;
  readonly layer: 'project' | 'user';
  readonly settings: SettingsFile;
  readonly source: StructuredText;
  readonly diagnostics: readonly Diagnostic[];
  readonly unread: readonly UnreadRules[];
}

export const CONFIG_NAMES = ['config.toml', 'config.yaml'] as const;

/**
 * Reads the configuration of one folder; undefined when it has none. Of two files the TOML counts and
 * the other is a warning. A wrong value is left out and the rest counts.
 */
export async function readConfigFile(
  files: Files,
  folder: string,
  layer: 'project' | 'user',
): Promise<ConfigFile | undefined> {
  const found: { file: string; raw: string }[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const name of CONFIG_NAMES) {
    const file = path.join(folder, name);
    const raw = await readOptional(files, file, diagnostics);
    if (raw !== undefined) found.push({ file, raw });
  }
  const [first, second] = found;
  if (!first && diagnostics.length === 0) return undefined;
  if (second)
    diagnostics.push({
      severity: 'warning',
      code: 'two-configs',
      message: `Both config.toml and config.yaml are here; config.toml counts and this file is ignored.`,
      path: second.file,
      line: 1,
      fix: 'Move its keys into config.toml and remove it.',
    });
  const file = first?.file ?? path.join(folder, CONFIG_NAMES[0]);
  const source = file.endsWith('.toml') ? parseToml(first?.raw ?? '') : parseYaml(first?.raw ?? '');
  for (const problem of source.problems)
    diagnostics.push({
      severity: 'error',
      code: 'syntax',
      message: `The file can't be read as ${file.endsWith('.toml') ? 'TOML' : 'YAML'}: ${problem.message}`,
      path: file,
      line: problem.line,
      column: problem.column,
    });
  const checked = checkShape(SettingsFileSchema, source.value ?? {}, { file, source, salvage: true });
  diagnostics.push(...checked.diagnostics);
  // A file that is there and can't be opened may hold any rule.
  const unread = first ? unreadRules(file, source) : [{ path: file }];
  return { path: file, layer, settings: checked.value ?? {}, source, diagnostics, unread };
}

/** Text of a file; undefined when there is none or it can't be read, which is then a diagnostic. */
export async function readOptional(
  files: Files,
  file: string,
  diagnostics: Diagnostic[],
): Promise<string | undefined> {
  try {
    return await files.readText(file);
  } catch (error) {
    const code = systemCode(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR')
      diagnostics.push({
        severity: 'error',
        code: 'unreadable',
        message: `The file can't be read: ${errorMessage(error)}`,
        path: file,
      });
    return undefined;
  }
}
