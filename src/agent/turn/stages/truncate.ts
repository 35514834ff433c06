import type { ToolContent } from '../../../protocol/transcript.ts';
import { stripControlCharacters } from '../../tools/controlCharacters.ts';
import { spillText } from '../../tools/spill.ts';
import { keepEnds, RESULT_LIMIT } from '../../tools/truncate.ts';
import type { Stage } from './stage.ts';

/**
 * Bounds what a model and a person get of a result: control characters go, and of a long text
 * beginning and end stay, with the path of the whole.
 */
export const truncate: Stage<'settled'> = {
  name: 'truncate',
  takes: 'settled',
  async run(call, { deps, input }) {
    const { result } = call;
    const text = stripControlCharacters(result.text);
    const content = result.content?.map(cleanContent);
    const short = result.bounded
      ? text
      : await shorten(text, (whole) => spillText(deps.host, input.sessionId, call.callId, whole));
    return { ...call, result: { ...result, text: short, ...(content ? { content } : {}) } };
  },
};

async function shorten(
  text: string,
  putAside: (whole: string) => Promise<string | undefined>,
): Promise<string> {
  const probe = keepEnds(text, RESULT_LIMIT, () => '');
  if (!probe.cut) return text;
  const path = await putAside(text);
  return keepEnds(
    text,
    RESULT_LIMIT,
    ({ lines, characters }) =>
      `[… ${lines} lines (${characters} characters) left out here${path ? `; the whole text is in ${path}` : ''} …]`,
  ).text;
}

function cleanContent(content: ToolContent): ToolContent {
  return content.type === 'text'
    ? { ...content, text: keepEnds(stripControlCharacters(content.text), RESULT_LIMIT, () => '[…]').text }
    : content;
}
