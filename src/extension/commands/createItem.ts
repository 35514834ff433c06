import os from 'node:os';
import path from 'node:path';
import { Uri, window, workspace } from 'vscode';
import { ExpectedError } from '../../base/errors.ts';
import { openFile } from '../editor/openers.ts';
import { itemTemplate, nameProblem, type TemplateKind } from './itemTemplates.ts';

/** Asks for a name and a place, writes the template there and opens it. */
export async function createItem(kind: TemplateKind, cwd: string): Promise<void> {
  const name = await window.showInputBox({
    title: `New ${kind}`,
    placeHolder: 'name',
    validateInput: (text) => nameProblem(kind, text.trim()),
  });
  if (name === undefined) return;
  const folder = await chooseLayer(cwd);
  if (folder === undefined) return;
  const { file, text } = itemTemplate(kind, name.trim());
  const target = Uri.file(path.join(folder, file));
  const there = await Promise.resolve(workspace.fs.stat(target)).catch(() => undefined);
  if (there) throw new ExpectedError('exists', `${target.fsPath} is there already.`);
  await workspace.fs.writeFile(target, new TextEncoder().encode(text));
  await openFile(target.fsPath, undefined, cwd);
}

async function chooseLayer(cwd: string): Promise<string | undefined> {
  const user = { label: 'For all my projects', description: configHome(), folder: configHome() };
  if (!workspace.workspaceFolders?.length) return user.folder;
  const project = path.join(cwd, '.vak');
  const rows = [{ label: 'In this project', description: project, folder: project }, user];
  return (await window.showQuickPick(rows, { title: 'Where' }))?.folder;
}

/** The user's configuration folder (requirement N2). */
function configHome(): string {
  const { XDG_CONFIG_HOME, APPDATA } = process.env;
  if (XDG_CONFIG_HOME) return path.join(XDG_CONFIG_HOME, 'vak');
  if (process.platform === 'win32' && APPDATA) return path.join(APPDATA, 'vak');
  return path.join(os.homedir(), '.config', 'vak');
}
