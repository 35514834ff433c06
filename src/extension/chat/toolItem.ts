import { isRecord } from '../../base/json.ts';
import type { ToolContent, TranscriptItemOf } from '../../protocol/transcript.ts';
import type { UpdateMeta } from '../../protocol/vak.ts';
import { readContent, type ToolUpdate } from '../acp/updates.ts';

export type ToolItem = TranscriptItemOf<'tool'>;

/** Output kept in a card, in UTF-16 units; a command that prints more shows its end. */
export const MAX_OUTPUT = 1024 * 1024;

/**
 * The card after an update: what the update gives replaces, what it leaves out stays. Works for a call
 * that was never announced. A call that has ended stays ended, whatever comes later.
 */
export function withToolUpdate(item: ToolItem | undefined, update: ToolUpdate): ToolItem {
  const before = item ?? emptyTool(update.callId);
  return {
    ...before,
    name: update.name ?? before.name,
    title: update.title || before.title,
    toolKind: update.toolKind ?? before.toolKind,
    status: isFinal(before.status) ? before.status : (update.status ?? before.status),
    locations: update.locations ?? before.locations,
    content: update.content ? update.content.flatMap(readToolContent) : before.content,
    output: limitOutput(before.output + (update.output ?? '') + (update.exit ? `\n${update.exit}\n` : '')),
    input: update.input ?? before.input,
    meta: mergeMeta(before.meta, update.meta),
  };
}

function emptyTool(id: string): ToolItem {
  return {
    kind: 'tool',
    id,
    title: 'Tool call',
    toolKind: 'other',
    status: 'pending',
    locations: [],
    content: [],
    output: '',
    meta: {},
  };
}

export function isFinal(status: ToolItem['status']): boolean {
  return status === 'completed' || status === 'failed';
}

function limitOutput(output: string): string {
  return output.length <= MAX_OUTPUT ? output : output.slice(output.length - MAX_OUTPUT);
}

/** Keys of the update stand over those before; runs of hooks add up, each once. */
export function mergeMeta(before: UpdateMeta, update: UpdateMeta): UpdateMeta {
  const merged = { ...before, ...update };
  if (!update.hookRuns || !before.hookRuns) return merged;
  const ids = new Set(update.hookRuns.map((run) => run.runId));
  return {
    ...merged,
    hookRuns: [...before.hookRuns.filter((run) => !ids.has(run.runId)), ...update.hookRuns],
  };
}

/** ACP's tool content as the card shows it. Terminals are not offered, so their content says nothing. */
function readToolContent(entry: unknown): ToolContent[] {
  if (!isRecord(entry)) return [];
  if (entry.type === 'content') return contentPart(entry.content);
  if (entry.type !== 'diff' || typeof entry.path !== 'string' || typeof entry.newText !== 'string') return [];
  const oldText = typeof entry.oldText === 'string' ? entry.oldText : null;
  return [{ type: 'diff', path: entry.path, oldText, newText: entry.newText }];
}

function contentPart(block: unknown): ToolContent[] {
  const part = readContent(block);
  switch (part.type) {
    case 'text':
      return [{ type: 'text', text: part.text }];
    case 'image':
      return [{ type: 'image', mimeType: part.mimeType, data: part.data }];
    case 'link':
      return part.text === undefined
        ? [{ type: 'link', uri: part.uri, name: part.name }]
        : [{ type: 'text', text: part.text }];
    default:
      return [{ type: 'text', text: `(${part.name})` }];
  }
}
