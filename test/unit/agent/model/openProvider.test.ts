import { afterEach, describe, expect, it } from 'vitest';
import { openProvider } from '../../../../src/agent/model/openProvider.ts';
import type { Provider } from '../../../../src/agent/model/providers.ts';
import { anthropicMessages } from '../../../support/providers/anthropicMessages.ts';
import { googleGenerate } from '../../../support/providers/googleGenerate.ts';
import { openaiResponses } from '../../../support/providers/openaiResponses.ts';
import { ProviderServer } from '../../../support/providers/providerServer.ts';
import { stream, type Wire } from '../../../support/providers/wire.ts';

let server: ProviderServer | undefined;
afterEach(() => server?.stop());

/** The body that a call with two earlier messages comes to on the wire. */
async function sent(wire: Wire, type: Provider['type'], model: string, reasoning?: 'high') {
  server = await ProviderServer.start([stream(wire, { text: ['ok'] })]);
  const provider: Provider = {
    id: type,
    type,
    label: type,
    baseUrl: `${server.address}${wire.path.slice(0, wire.path.indexOf('/', 1))}`,
    official: true,
    apiKey: 'k',
    keyVariable: undefined,
    models: [],
  };
  const language = await openProvider(provider, model, globalThis.fetch);
  const result = await language.doStream({
    prompt: [
      { role: 'system', content: 'System' },
      { role: 'user', content: [{ type: 'text', text: 'One' }] },
      {
        role: 'assistant',
        content: [
          {
            type: 'reasoning',
            text: 'hm',
            providerOptions: {
              anthropic: { signature: 'signed' },
              openai: { itemId: 'rs_1', reasoningEncryptedContent: 'sealed' },
            },
          },
          { type: 'text', text: 'Two' },
        ],
      },
      { role: 'user', content: [{ type: 'text', text: 'Three' }] },
    ],
    reasoning,
  });
  await result.stream.pipeTo(new WritableStream());
  return server.requests[0]?.body;
}

describe('openProvider', () => {
  it('marks for Anthropic where it may cache, and gives its thinking back signed', async () => {
    const cached = { cache_control: { type: 'ephemeral' } };
    expect(await sent(anthropicMessages, 'anthropic', 'claude-opus-5')).toMatchObject({
      system: [{ text: 'System', ...cached }],
      messages: [
        { role: 'user', content: [{ text: 'One' }] },
        {
          content: [
            { type: 'thinking', signature: 'signed' },
            { text: 'Two', ...cached },
          ],
        },
        { content: [{ text: 'Three', ...cached }] },
      ],
    });
  });

  it('asks OpenAI to store nothing, and gives its thinking back sealed', async () => {
    expect(await sent(openaiResponses, 'openai', 'gpt-5.5', 'high')).toMatchObject({
      store: false,
      include: ['reasoning.encrypted_content'],
      reasoning: { effort: 'high', summary: 'auto' },
      input: [
        { content: 'System' },
        {},
        { type: 'reasoning', encrypted_content: 'sealed' },
        { role: 'assistant' },
        {},
      ],
    });
  });

  it('asks OpenAI for no thinking of a model without', async () => {
    expect(await sent(openaiResponses, 'openai', 'gpt-4o')).not.toHaveProperty('reasoning');
  });

  it('asks Google to show its thoughts', async () => {
    expect(await sent(googleGenerate, 'google', 'gemini-2.5-pro', 'high')).toMatchObject({
      generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: expect.any(Number) } },
    });
  });

  it('lets a model of an unknown name on Anthropic’s wire write a file', async () => {
    expect(await sent(anthropicMessages, 'anthropic', 'any')).toMatchObject({ max_tokens: 8192 });
  });
});
