import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { Provider } from './providers.ts';

type Fetch = typeof globalThis.fetch;
type Options = LanguageModelV4CallOptions;

/**
 * The wire library of a provider, loaded on first use. OpenAI's own address is asked through its
 * Responses API, the only one that takes tools together with thinking; every other address that is
 * compatible with OpenAI's speaks chat completions.
 */
export async function openProvider(
  provider: Provider,
  modelName: string,
  fetch: Fetch,
): Promise<LanguageModelV4> {
  const { baseUrl: baseURL, apiKey, id } = provider;
  switch (provider.type) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      const model = createAnthropic({ baseURL, apiKey: apiKey ?? 'none', fetch })(modelName);
      return adapted(model, (options) => ({
        ...options,
        prompt: withCacheHints(options.prompt),
        maxOutputTokens: options.maxOutputTokens ?? unknownClaudeOutput(modelName),
      }));
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      const model = createGoogle({ baseURL, apiKey: apiKey ?? 'none', fetch })(modelName);
      const thinks = /gemini-(2\.5|[3-9])/.test(modelName);
      return thinks ? adapted(model, showThoughts) : model;
    }
    case 'openai':
      if (provider.official) {
        const { createOpenAI } = await import('@ai-sdk/openai');
        const model = createOpenAI({ baseURL, apiKey, fetch }).responses(modelName);
        return adapted(model, statelessResponses(modelName));
      }
      return openCompatible(id, baseURL, apiKey, modelName, fetch);
    case 'openai-compatible':
      return openCompatible(id, baseURL, apiKey, modelName, fetch);
  }
}

async function openCompatible(
  name: string,
  baseURL: string,
  apiKey: string | undefined,
  modelName: string,
  fetch: Fetch,
): Promise<LanguageModelV4> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({ name, baseURL, apiKey, fetch, includeUsage: true })(modelName);
}

/** The same model, with its options changed before each call. */
function adapted(model: LanguageModelV4, change: (options: Options) => Options): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(change(options)),
    doStream: (options) => model.doStream(change(options)),
  };
}

/** The wire library allows 4,096 tokens to a model it does not know: too few to write a file with. */
function unknownClaudeOutput(modelName: string): number | undefined {
  return modelName.includes('claude') ? undefined : 8192;
}

/**
 * Marks where Anthropic may cache: behind the system prompt (with it the tools before it), and behind
 * the last two messages, so that a step finds what the step before it has stored.
 */
function withCacheHints(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  const lastSystem = prompt.findLastIndex((message) => message.role === 'system');
  return prompt.map((message, at) =>
    at === lastSystem || at >= prompt.length - 2
      ? {
          ...message,
          providerOptions: {
            ...message.providerOptions,
            anthropic: { ...message.providerOptions?.['anthropic'], cacheControl: { type: 'ephemeral' } },
          },
        }
      : message,
  );
}

function showThoughts(options: Options): Options {
  return withProviderOptions(options, 'google', { thinkingConfig: { includeThoughts: true } });
}

/** Nothing is stored at OpenAI: what it wants back of its thinking travels encrypted with the conversation. */
function statelessResponses(modelName: string): (options: Options) => Options {
  const thinks = /^(o\d|gpt-([5-9]|\d\d))/.test(modelName) && !modelName.includes('-chat');
  return (options) =>
    withProviderOptions(options, 'openai', { store: false, ...(thinks && { reasoningSummary: 'auto' }) });
}

function withProviderOptions(
  options: Options,
  provider: string,
  own: NonNullable<Options['providerOptions']>[string],
): Options {
  return {
    ...options,
    providerOptions: {
      ...options.providerOptions,
      [provider]: { ...options.providerOptions?.[provider], ...own },
    },
  };
}
