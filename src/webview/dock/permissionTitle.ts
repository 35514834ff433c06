import type { PermissionView } from '../../protocol/chat.ts';
import type { TranscriptItem } from '../../protocol/transcript.ts';
import { mcpName } from '../tools/toolSummary.ts';

const QUESTIONS: Readonly<Record<string, string>> = {
  execute: 'Run this command?',
  edit: 'Change this file?',
  delete: 'Delete this?',
  move: 'Move this?',
  read: 'Read this?',
  search: 'Search here?',
  fetch: 'Fetch this address?',
};

/** The card's question, from the kind of tool; a server's tool is named with its server. */
export function permissionTitle(permission: PermissionView, item: TranscriptItem | undefined): string {
  if (item?.kind !== 'tool') return asQuestion(permission.title);
  const server = mcpName(item.name);
  if (server) return `Call ${server.tool} of the server ${server.server}?`;
  return QUESTIONS[item.toolKind] ?? asQuestion(permission.title);
}

/** The agent's own words for it, when the question and the subject do not say them already. */
export function permissionDetail(permission: PermissionView, title: string): string | undefined {
  const own = permission.title.trim();
  const bare = own.replace(/^`|`$/g, '').replace(/[?.]$/, '');
  if (bare === '' || permission.subject.includes(bare) || title.includes(bare)) return undefined;
  return own;
}

function asQuestion(title: string): string {
  return /[?!.]$/.test(title) ? title : `${title}?`;
}
