import { throwIfCancelled } from '../../../base/abort.ts';
import type { ToolContext } from '../tool.ts';
import { DEFAULT_LINES, shortenLine } from './lineRange.ts';

const CHUNK_BYTES = 1024 * 1024;

/** Some lines of a file that is too large for memory: reads it piece by piece up to the last line asked for. UTF-8 only. */
export async function readLargeFile(
  path: string,
  size: number,
  range: { readonly offset?: number | undefined; readonly limit?: number | undefined },
  context: ToolContext,
): Promise<{ readonly text: string; readonly isError?: boolean }> {
  const first = Math.max(1, range.offset ?? 1);
  const end = first + Math.min(range.limit ?? DEFAULT_LINES, DEFAULT_LINES);
  const decoder = new TextDecoder();
  const lines: string[] = [];
  let line = 1;
  let rest = '';
  for (let at = 0; at < size && line < end; at += CHUNK_BYTES) {
    throwIfCancelled(context.signal);
    const bytes = await context.host.files.read(path, { start: at, end: Math.min(size, at + CHUNK_BYTES) });
    if (bytes.subarray(0, 8192).includes(0)) return { text: `${path} is a binary file.`, isError: true };
    const pieces = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = pieces.pop() ?? '';
    // A line without an end must not fill the memory; what is shown of it is cut anyway.
    if (rest.length > CHUNK_BYTES) rest = rest.slice(0, CHUNK_BYTES);
    for (const piece of pieces) {
      if (line >= first && line < end) lines.push(shortenLine(piece.replace(/\r$/, '')));
      line++;
    }
  }
  if (line < end && rest !== '' && line >= first) lines.push(shortenLine(rest));
  if (lines.length === 0) return { text: `There is no line ${first} in ${path}.`, isError: true };
  const last = first + lines.length - 1;
  const note = last + 1 === end ? `\n\n[lines ${first} to ${last}; read on with offset ${end}]` : '';
  return { text: lines.join('\n') + note };
}
