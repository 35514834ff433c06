import path from 'node:path';
import { systemCode } from '../../base/errors.ts';
import type { Files } from '../host/host.ts';
import { CONFIG_NAMES } from './configFile.ts';
import { changeTomlList, setTomlValue } from './editToml.ts';
import { changeYamlList, setYamlValue } from './editYaml.ts';
import type { ValuePath } from './structuredText.ts';

/** A configuration folder's file, TOML or YAML, whichever is there; `text` null when there is none yet. */
export async function configText(
  files: Files,
  folder: string,
): Promise<{ path: string; text: string | null }> {
  for (const name of CONFIG_NAMES) {
    const text = await readIfThere(files, path.join(folder, name));
    if (text !== undefined) return { path: path.join(folder, name), text };
  }
  return { path: path.join(folder, CONFIG_NAMES[0]), text: null };
}

/** Changes the text of a configuration folder's file. */
export async function editConfig(
  files: Files,
  folder: string,
  act: (text: string, editor: TextEditor) => string,
): Promise<void> {
  const { path: file, text } = await configText(files, folder);
  const after = act(text ?? '', editorFor(file));
  if (after === (text ?? '')) return;
  await files.makeDir(folder);
  await files.write(file, after);
}

export interface TextEditor {
  set(raw: string, path: ValuePath, value: boolean | string): string;
  list(raw: string, path: ValuePath, value: string, present: boolean): string;
}

export function editorFor(file: string): TextEditor {
  return file.endsWith('.toml')
    ? { set: setTomlValue, list: changeTomlList }
    : { set: setYamlValue, list: changeYamlList };
}

async function readIfThere(files: Files, file: string): Promise<string | undefined> {
  try {
    return await files.readText(file);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Stores an «always» answer as a rule of the user's (R1). */
export async function addPermissionRule(files: Files, configHome: string, rule: string): Promise<void> {
  await editConfig(files, configHome, (text, editor) =>
    editor.list(text, ['permissions', 'allow'], rule, true),
  );
}
