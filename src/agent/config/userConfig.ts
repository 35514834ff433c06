import path from 'node:path';
import { systemCode } from '../../base/errors.ts';
import type { Files } from '../host/host.ts';
import { CONFIG_NAMES } from './configFile.ts';
import { changeTomlList, setTomlValue } from './editToml.ts';
import { changeYamlList, setYamlValue } from './editYaml.ts';
import type { ValuePath } from './structuredText.ts';

/** Writes single values into a configuration folder's file, TOML or YAML, whichever is there. */
export async function editConfig(
  files: Files,
  folder: string,
  act: (text: string, editor: TextEditor) => string,
): Promise<{ path: string; before: string | undefined }> {
  let file = path.join(folder, CONFIG_NAMES[0]);
  let before: string | undefined;
  for (const name of CONFIG_NAMES) {
    const text = await readIfThere(files, path.join(folder, name));
    if (text === undefined) continue;
    file = path.join(folder, name);
    before = text;
    break;
  }
  const after = act(before ?? '', editorFor(file));
  if (after !== (before ?? '')) {
    await files.makeDir(folder);
    await files.write(file, after);
  }
  return { path: file, before };
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
