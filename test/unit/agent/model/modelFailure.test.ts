import { describe, expect, it } from 'vitest';
import { modelError } from '../../../../src/agent/model/modelError.ts';
import { readFailure } from '../../../../src/agent/model/modelFailure.ts';

function answered(statusCode: number, body: string, headers: Record<string, string> = {}): Error {
  return Object.assign(new Error('failed'), { statusCode, responseBody: body, responseHeaders: headers });
}

describe('readFailure', () => {
  it.each([
    ['OpenAI', 400, "This model's maximum context length is 8192 tokens."],
    ['OpenAI by code', 400, '{"error":{"code":"context_length_exceeded"}}'],
    ['OpenAI, newer words', 400, 'Your input exceeds the context window of this model.'],
    ['Anthropic', 400, 'prompt is too long: 215000 tokens > 200000 maximum'],
    [
      'Anthropic with output',
      400,
      'input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000',
    ],
    ['Anthropic by size', 413, '{"error":{"type":"request_too_large"}}'],
    [
      'Google',
      400,
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    ],
    ['Bedrock', 400, 'Input is too long for requested model.'],
    ['xAI', 400, "This model's maximum prompt length is 131072 but the request contains 140000 tokens."],
    ['Groq', 400, 'Please reduce the length of the messages or completion.'],
    ['llama.cpp', 400, 'the request exceeds the available context size, try increasing it'],
    ['llama.cpp under 500', 500, 'the request exceeds the available context size'],
    [
      'LM Studio',
      400,
      'Trying to keep the first 9000 tokens when context the overflows. The context length is 4096',
    ],
    ['Mistral', 400, 'Prompt contains 40000 tokens, too large for model with 32768 maximum context length'],
  ])('knows an overflow in the words of %s', (_, status, body) => {
    expect(readFailure(answered(status, body))).toMatchObject({ code: 'overflow', retryable: false });
  });

  it.each([
    ['a wrong key', answered(401, ''), 'wrong-key', false],
    [
      'a wrong key under 400',
      answered(400, 'API key not valid. Please pass a valid API key.'),
      'wrong-key',
      false,
    ],
    ['a forbidden request', answered(403, 'Country not supported'), 'refused', false],
    ['a missing model', answered(404, 'model_not_found'), 'no-such-model', false],
    ['a missing model under 400', answered(400, 'foo/bar is not a valid model ID'), 'no-such-model', false],
    ['a rate limit', answered(429, 'Too many tokens per minute for this context window'), 'rate-limit', true],
    ['a used-up quota', answered(429, '{"code":"insufficient_quota"}'), 'quota', false],
    ['a used-up credit', answered(400, 'Your credit balance is too low'), 'quota', false],
    [
      'a rate limit in the words of a quota',
      answered(429, 'You exceeded your current quota. "retryDelay": "17s"'),
      'rate-limit',
      true,
    ],
    ['an overloaded provider', answered(529, 'Overloaded'), 'server', true],
    [
      'an overloaded provider in the stream',
      { type: 'overloaded_error', message: 'Overloaded' },
      'rate-limit',
      true,
    ],
    ['a request that is wrong', answered(400, 'tools.0.name: bad'), 'refused', false],
    [
      'a name that is not found',
      new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ENOTFOUND' }) }),
      'offline',
      true,
    ],
    [
      'a refused connection on both families',
      new TypeError('fetch failed', {
        cause: new AggregateError([Object.assign(new Error('x'), { code: 'ECONNREFUSED' })]),
      }),
      'offline',
      true,
    ],
    [
      'a reset connection',
      new TypeError('terminated', { cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }) }),
      'cut',
      true,
    ],
  ])('knows %s', (_, error, code, retryable) => {
    expect(readFailure(error)).toMatchObject({ code, retryable });
  });

  it.each([
    [{ 'retry-after-ms': '150' }, 150],
    [{ 'retry-after': '3' }, 3000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': 'soon' }, undefined],
    [{}, undefined],
  ])('reads how long to wait from %j', (headers, ms) => {
    expect(readFailure(answered(429, '', headers)).retryAfterMs).toBe(ms);
  });
});

describe('modelError', () => {
  it('holds no key, in its sentence or its detail', () => {
    const source = { label: 'Me', secrets: ['topsecret-1'], names: async () => [] };
    const failure = readFailure(answered(400, 'bad topsecret-1 and sk-abcdef1234567890 given'));
    const error = modelError(failure, source, 'any');
    expect(`${error.message} ${error.detail}`).not.toMatch(/topsecret|sk-abcdef/);
    expect(error.detail).toContain('[key]');
  });
});
