import path from 'node:path';
import { ExpectedError } from '../../base/errors.ts';
import { isRecord } from '../../base/json.ts';
import type { ValuePath } from '../config/structuredText.ts';
import { parseToml } from '../config/tomlText.ts';
import { editConfig, editorFor } from '../config/userConfig.ts';
import { parseYaml } from '../config/yamlText.ts';
import type { Files } from '../host/host.ts';
import type { ItemAddress } from './catalogueStore.ts';
import { hookEventNamed } from './hookEvents.ts';

/**
 * Writes that an item is on or off to where it is defined; the entry stays, with all comments around
 * it (H14). Plugins and skills have no switch of their own: the user's configuration lists them.
 */
export async function setItemEnabled(
  files: Files,
  configHome: string,
  item: ItemAddress,
  enabled: boolean,
): Promise<void> {
  switch (item.kind) {
    case 'plugin':
      await editConfig(files, configHome, (text, e) =>
        e.list(text, ['plugins', 'disabled'], item.name, !enabled),
      );
      return;
    case 'skill':
      await editConfig(files, configHome, (text, e) =>
        e.list(text, ['skills', 'disabled'], item.name, !enabled),
      );
      return;
    case 'mcp':
      return setInFile(files, item, (source) => [...serverPath(item, source), 'disabled'], !enabled);
    case 'hook':
      return setInFile(files, item, (source) => [...hookPath(item, source), 'enabled'], enabled);
    default:
      throw new ExpectedError(
        'no-switch',
        `A ${item.kind} can't be switched off; move or remove ${item.path} instead.`,
      );
  }
}

async function setInFile(
  files: Files,
  item: ItemAddress,
  pathIn: (value: unknown) => ValuePath,
  value: boolean,
): Promise<void> {
  const raw = await files.readText(item.path);
  const parsed = item.path.endsWith('.toml') ? parseToml(raw) : parseYaml(raw);
  await files.write(item.path, editorFor(item.path).set(raw, pathIn(parsed.value), value));
}

function serverPath(item: ItemAddress, value: unknown): ValuePath {
  if (/^config\.(?:toml|yaml)$/.test(path.basename(item.path))) return ['mcp', 'servers', item.name];
  // A plugin's manifest lists its servers; in a file of its own the server is the file.
  const list = isRecord(value) ? value['mcp_servers'] : undefined;
  if (!Array.isArray(list)) return [];
  return ['mcp_servers', list.findIndex((s) => isRecord(s) && s['id'] === item.name)];
}

/** `<file>#<Event>[i]`: the i-th hook of that event in its file. */
function hookPath(item: ItemAddress, value: unknown): ValuePath {
  const match = /#(\w+)\[(\d+)\]$/.exec(item.name);
  const event = match?.[1];
  let left = Number(match?.[2] ?? -1);
  const hooks = isRecord(value) ? value['hooks'] : undefined;
  if (Array.isArray(hooks)) {
    for (const [i, entry] of hooks.entries())
      if (isRecord(entry) && hookEventNamed(String(entry['event'])) === event && left-- === 0)
        return ['hooks', i];
  } else if (isRecord(hooks)) {
    for (const [name, groups] of Object.entries(hooks)) {
      if (hookEventNamed(name) !== event || !Array.isArray(groups)) continue;
      for (const [g, group] of groups.entries()) {
        const list = isRecord(group) ? group['hooks'] : undefined;
        if (!Array.isArray(list)) continue;
        for (const i of list.keys()) if (left-- === 0) return ['hooks', name, g, 'hooks', i];
      }
    }
  }
  throw new ExpectedError('not-found', `There is no hook ${item.name} in ${item.path}.`);
}
