import { json } from './providerServer.ts';
import { sse, type Wire, type WireAnswer } from './wire.ts';

function chunk(delta: unknown, finish: string | null = null): string {
  return sse({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'any',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
}

function frames({ thinking = [], text = [], calls = [], usage, finish }: WireAnswer): string[] {
  const all = [chunk({ role: 'assistant', content: '' })];
  for (const piece of thinking) all.push(chunk({ reasoning_content: piece }));
  for (const piece of text) all.push(chunk({ content: piece }));
  for (const [index, { id, name, input }] of calls.entries()) {
    all.push(chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }));
    for (const piece of input) all.push(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
  }
  if (finish === 'none') return all;
  const words = { stop: 'stop', length: 'length', refusal: 'content_filter' };
  all.push(chunk({}, finish ? words[finish] : calls.length > 0 ? 'tool_calls' : 'stop'));
  if (usage)
    all.push(
      sse({
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'any',
        choices: [],
        usage: {
          prompt_tokens: usage.input,
          completion_tokens: usage.output,
          total_tokens: usage.input + usage.output,
          ...(usage.cached !== undefined && { prompt_tokens_details: { cached_tokens: usage.cached } }),
        },
      }),
    );
  all.push(sse('[DONE]'));
  return all;
}

/** Chat completions, as every server that is compatible with OpenAI speaks them. */
export const openaiChat: Wire = {
  provider: 'openai',
  baseVariable: 'OPENAI_BASE_URL',
  keyVariable: 'OPENAI_API_KEY',
  path: '/v1/chat/completions',
  frames,
  failure: (status, message) => ({ error: { message, type: 'invalid_request_error', code: String(status) } }),
  overflow: json(400, {
    error: {
      message:
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
      type: 'invalid_request_error',
      code: 'context_length_exceeded',
    },
  }),
};
