import path from 'node:path';
import {
  CancellationTokenSource,
  commands,
  DiagnosticSeverity,
  languages,
  RelativePattern,
  type SymbolInformation,
  Uri,
  window,
  workspace,
} from 'vscode';
import { onAbort } from '../../base/abort.ts';
import type { Attachment, ResponseOf } from '../../protocol/chat.ts';
import { gitChanges } from './gitChanges.ts';
import { bestMentions, foldersOf } from './mentionRanking.ts';

type MentionItem = ResponseOf<'mention/complete'>['items'][number];

const MAX_FILES = 5000;
const MAX_SHOWN = 12;

/** What `@` offers for what was typed: the selection, problems and changes, then files, folders and symbols. */
export async function completeMention(
  query: string,
  cwd: string,
  signal: AbortSignal,
): Promise<MentionItem[]> {
  const source = new CancellationTokenSource();
  const link = onAbort(signal, () => source.cancel());
  try {
    const [special, found, symbols] = await Promise.all([
      specialItems(query, cwd),
      workspace.findFiles(new RelativePattern(Uri.file(cwd), '**/*'), undefined, MAX_FILES, source.token),
      query.length < 2 ? [] : symbolItems(query),
    ]);
    const files = found.map((uri) => path.relative(cwd, uri.fsPath).split(path.sep).join('/'));
    const folders = new Set(foldersOf(files));
    const open = query === '' ? openFiles(cwd) : [];
    const best = query === '' ? open : bestMentions([...files, ...folders], query, MAX_SHOWN);
    return [...special, ...best.map((name) => fileItem(name, folders.has(name), cwd)), ...symbols];
  } finally {
    link.dispose();
    source.dispose();
  }
}

function openFiles(cwd: string): string[] {
  const names = workspace.textDocuments
    .filter((document) => document.uri.scheme === 'file')
    .map((document) => path.relative(cwd, document.uri.fsPath))
    .filter((name) => name !== '' && !name.startsWith('..'));
  return [...new Set(names)].slice(0, MAX_SHOWN);
}

function fileItem(name: string, folder: boolean, cwd: string): MentionItem {
  const label = name.slice(name.lastIndexOf('/') + 1);
  const attachment: Attachment = { kind: 'file', path: path.join(cwd, name), label };
  return { label, detail: name, icon: folder ? 'folder' : 'file', attachment };
}

async function symbolItems(query: string): Promise<MentionItem[]> {
  const found = await Promise.resolve(
    commands.executeCommand<SymbolInformation[] | undefined>('vscode.executeWorkspaceSymbolProvider', query),
  ).catch(() => undefined);
  return (found ?? [])
    .filter((symbol) => symbol.location.uri.scheme === 'file')
    .slice(0, 6)
    .map((symbol) => {
      const file = symbol.location.uri.fsPath;
      const { start, end } = symbol.location.range;
      const detail = `${workspace.asRelativePath(file)}:${start.line + 1}`;
      return {
        label: symbol.name,
        detail,
        icon: 'symbol-method',
        attachment: {
          kind: 'range',
          path: file,
          start: start.line + 1,
          end: end.line + 1,
          label: symbol.name,
        },
      };
    });
}

async function specialItems(query: string, cwd: string): Promise<MentionItem[]> {
  const wanted = (name: string) => name.startsWith(query.toLowerCase());
  const items: (MentionItem | undefined)[] = [
    wanted('selection') ? selectionItem() : undefined,
    wanted('problems') ? problemsItem(cwd) : undefined,
    wanted('changes') ? await changesItem(cwd) : undefined,
  ];
  return items.filter((item) => item !== undefined);
}

/** The selected lines of the active editor, if there are any. */
export function selectionItem(): MentionItem | undefined {
  const editor = window.activeTextEditor;
  if (!editor || editor.selection.isEmpty || editor.document.uri.scheme !== 'file') return undefined;
  const { fsPath } = editor.document.uri;
  const start = editor.selection.start.line + 1;
  const end = editor.selection.end.line + 1;
  const label = `${path.basename(fsPath)}:${start}-${end}`;
  return {
    label: 'selection',
    detail: label,
    icon: 'list-selection',
    attachment: { kind: 'range', path: fsPath, start, end, label },
  };
}

function problemsItem(cwd: string): MentionItem | undefined {
  const lines = languages.getDiagnostics().flatMap(([uri, list]) =>
    uri.scheme === 'file' && uri.fsPath.startsWith(cwd + path.sep)
      ? list.map((d) => {
          const place = `${path.relative(cwd, uri.fsPath)}:${d.range.start.line + 1}:${d.range.start.character + 1}`;
          return `${place} ${DiagnosticSeverity[d.severity].toLowerCase()} ${d.message}`;
        })
      : [],
  );
  if (lines.length === 0) return undefined;
  const label = lines.length === 1 ? '1 problem' : `${lines.length} problems`;
  const attachment: Attachment = { kind: 'text', label, uri: 'vak:problems', text: lines.join('\n') };
  return { label: 'problems', detail: label, icon: 'warning', attachment };
}

async function changesItem(cwd: string): Promise<MentionItem | undefined> {
  const text = await gitChanges(cwd);
  if (!text) return undefined;
  const attachment: Attachment = { kind: 'text', label: 'changes', uri: 'vak:changes', text };
  return { label: 'changes', detail: 'uncommitted changes (git)', icon: 'git-commit', attachment };
}
