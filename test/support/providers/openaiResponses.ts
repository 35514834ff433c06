import { json } from './providerServer.ts';
import { sse, type Wire, type WireAnswer } from './wire.ts';

function event(type: string, rest: object = {}): string {
  return sse({ type, ...rest }, type);
}

function thinkingFrames(thinking: readonly string[], output: number): string[] {
  const item = { type: 'reasoning', id: 'rs_1', encrypted_content: null, summary: [] };
  const at = { item_id: 'rs_1', output_index: output, summary_index: 0 };
  return [
    event('response.output_item.added', { output_index: output, item }),
    event('response.reasoning_summary_part.added', { ...at, part: { type: 'summary_text', text: '' } }),
    ...thinking.map((delta) => event('response.reasoning_summary_text.delta', { ...at, delta })),
    event('response.reasoning_summary_part.done', { ...at }),
    event('response.output_item.done', {
      output_index: output,
      item: { ...item, encrypted_content: 'sealed' },
    }),
  ];
}

function textFrames(text: readonly string[], output: number): string[] {
  const item = { type: 'message', id: 'msg_1', role: 'assistant', status: 'in_progress', content: [] };
  return [
    event('response.output_item.added', { output_index: output, item }),
    ...text.map((delta) =>
      event('response.output_text.delta', {
        item_id: 'msg_1',
        output_index: output,
        content_index: 0,
        delta,
      }),
    ),
    event('response.output_item.done', { output_index: output, item: { ...item, status: 'completed' } }),
  ];
}

function callFrames(call: NonNullable<WireAnswer['calls']>[number], output: number): string[] {
  const item = {
    type: 'function_call',
    id: `fc_${output}`,
    call_id: call.id,
    name: call.name,
    arguments: '',
  };
  return [
    event('response.output_item.added', { output_index: output, item }),
    ...call.input.map((delta) =>
      event('response.function_call_arguments.delta', { item_id: item.id, output_index: output, delta }),
    ),
    event('response.output_item.done', {
      output_index: output,
      item: { ...item, arguments: call.input.join(''), status: 'completed' },
    }),
  ];
}

function frames({ thinking = [], text = [], calls = [], usage, finish }: WireAnswer): string[] {
  const response = { id: 'resp_1', object: 'response', created_at: 1, model: 'any', output: [] };
  const all = [event('response.created', { response })];
  let output = 0;
  if (thinking.length > 0) all.push(...thinkingFrames(thinking, output++));
  if (text.length > 0) all.push(...textFrames(text, output++));
  for (const call of calls) all.push(...callFrames(call, output++));
  if (finish === 'none') return all;
  const reasons = { length: 'max_output_tokens', refusal: 'content_filter' };
  const reason = finish === 'length' || finish === 'refusal' ? reasons[finish] : undefined;
  const { input = 1, output: written = 1, cached = 0 } = usage ?? {};
  all.push(
    event(reason ? 'response.incomplete' : 'response.completed', {
      response: {
        ...response,
        status: reason ? 'incomplete' : 'completed',
        incomplete_details: reason ? { reason } : null,
        usage: {
          input_tokens: input,
          input_tokens_details: { cached_tokens: cached },
          output_tokens: written,
          output_tokens_details: { reasoning_tokens: 0 },
        },
      },
    }),
  );
  return all;
}

/** OpenAI's Responses API, which only its own address speaks. */
export const openaiResponses: Wire = {
  provider: 'openai',
  baseVariable: 'OPENAI_BASE_URL',
  keyVariable: 'OPENAI_API_KEY',
  path: '/v1/responses',
  frames,
  failure: (status, message) => ({ error: { message, type: 'invalid_request_error', code: String(status) } }),
  overflow: json(400, {
    error: {
      message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
      type: 'invalid_request_error',
      code: 'context_length_exceeded',
    },
  }),
};
