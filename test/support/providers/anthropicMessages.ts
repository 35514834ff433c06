import { json } from './providerServer.ts';
import { sse, type Wire, type WireAnswer } from './wire.ts';

function event(type: string, rest: object = {}): string {
  return sse({ type, ...rest }, type);
}

function block(index: number, start: object, deltas: readonly object[]): string[] {
  return [
    event('content_block_start', { index, content_block: start }),
    ...deltas.map((delta) => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ];
}

function frames({ thinking = [], text = [], calls = [], usage, finish }: WireAnswer): string[] {
  const { input = 1, output = 1, cached } = usage ?? {};
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'any',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: {
      input_tokens: input - (cached ?? 0),
      output_tokens: 1,
      ...(cached !== undefined && { cache_read_input_tokens: cached, cache_creation_input_tokens: 0 }),
    },
  };
  const all = [event('message_start', { message })];
  let index = 0;
  if (thinking.length > 0)
    all.push(
      ...block(index++, { type: 'thinking', thinking: '', signature: '' }, [
        ...thinking.map((piece) => ({ type: 'thinking_delta', thinking: piece })),
        { type: 'signature_delta', signature: 'signed' },
      ]),
    );
  if (text.length > 0)
    all.push(
      ...block(
        index++,
        { type: 'text', text: '' },
        text.map((piece) => ({ type: 'text_delta', text: piece })),
      ),
    );
  for (const { id, name, input: pieces } of calls)
    all.push(
      ...block(
        index++,
        { type: 'tool_use', id, name, input: {} },
        pieces.map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
      ),
    );
  if (finish === 'none') return all;
  const words = { stop: 'end_turn', length: 'max_tokens', refusal: 'refusal' };
  const reason = finish ? words[finish] : calls.length > 0 ? 'tool_use' : 'end_turn';
  all.push(
    event('message_delta', {
      delta: { stop_reason: reason, stop_sequence: null },
      usage: { output_tokens: output },
    }),
    event('message_stop'),
  );
  return all;
}

const failure = (status: number, message: string) => ({
  type: 'error',
  error: { type: status === 401 ? 'authentication_error' : 'invalid_request_error', message },
});

/** Anthropic's Messages API. */
export const anthropicMessages: Wire = {
  provider: 'anthropic',
  baseVariable: 'ANTHROPIC_BASE_URL',
  keyVariable: 'ANTHROPIC_API_KEY',
  path: '/v1/messages',
  frames,
  failure,
  overflow: json(400, failure(400, 'prompt is too long: 215000 tokens > 200000 maximum')),
};
