import type {
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { throwIfCancelled } from '../../base/abort.ts';

/** A streamed answer as a whole, for callers that do not stream. Throws what the stream fails with. */
export async function collectAnswer(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  signal: AbortSignal | undefined,
): Promise<LanguageModelV4GenerateResult> {
  const content: LanguageModelV4Content[] = [];
  for await (const streamPart of stream) {
    throwIfCancelled(signal);
    if (streamPart.type === 'error') throw streamPart.error;
    if (streamPart.type === 'tool-call') content.push(streamPart);
    if (streamPart.type === 'text-delta') addText(content, 'text', streamPart.delta);
    if (streamPart.type === 'reasoning-delta') addText(content, 'reasoning', streamPart.delta);
    if (streamPart.type === 'finish')
      return { content, finishReason: streamPart.finishReason, usage: streamPart.usage, warnings: [] };
  }
  throw new TypeError('terminated');
}

function addText(content: LanguageModelV4Content[], type: 'text' | 'reasoning', text: string): void {
  const last = content.at(-1);
  if (last?.type === type) content[content.length - 1] = { type, text: last.text + text };
  else content.push({ type, text });
}
