import path from 'node:path';
import {
  env,
  languages,
  Position,
  Range,
  Selection,
  TextEditorRevealType,
  Uri,
  window,
  workspace,
} from 'vscode';
import { ExpectedError } from '../../base/errors.ts';
import { fileTarget } from './fileTarget.ts';

/** Opens a file; `line` is 1-based. A relative path is one of the conversation's folder. */
export async function openFile(file: string, line: number | undefined, cwd: string): Promise<void> {
  const uri = Uri.file(path.isAbsolute(file) ? file : path.join(cwd, file));
  const stat = await Promise.resolve(workspace.fs.stat(uri)).catch(() => undefined);
  if (!stat) throw new ExpectedError('not-found', `${file} is not there (any more).`);
  const editor = await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
  if (line === undefined) return;
  const position = new Position(Math.max(0, line - 1), 0);
  editor.selection = new Selection(position, position);
  editor.revealRange(new Range(position, position), TextEditorRevealType.InCenterIfOutsideViewport);
}

/** A link in an answer: a web page goes to the browser, a path (with `:line` or `#Lline`) to the editor. */
export async function openLink(href: string, cwd: string): Promise<void> {
  if (/^https?:\/\//i.test(href) || /^mailto:/i.test(href)) {
    await env.openExternal(Uri.parse(href, true));
    return;
  }
  const target = fileTarget(href);
  if (!target) throw new ExpectedError('bad-link', `${href} is no address that can be opened from here.`);
  await openFile(target.path, target.line, cwd);
}

/** A text of the conversation in an editor of its own; the file it becomes is the person's to save. */
export async function openText(content: string, language: string): Promise<void> {
  const known = (await languages.getLanguages()).includes(language);
  const document = await workspace.openTextDocument({ content, language: known ? language : 'plaintext' });
  await window.showTextDocument(document, { preview: true });
}
