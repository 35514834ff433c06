import type { LanguageModelV4, LanguageModelV4Prompt } from '@ai-sdk/provider';

/** What is known of a model. `id` is `provider/name`, or `rehearsal`. */
export interface ModelInfo {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  /** Tokens. */
  readonly contextWindow: number;
  readonly maxOutputTokens?: number;
  readonly images: boolean;
  readonly pdfs: boolean;
  /** Levels of thinking that can be chosen, weakest first; empty when there is no choice. */
  readonly thinking: readonly string[];
}

/** A model that can be asked. The interface is the AI SDK's; the loop around it is ours. */
export interface Model {
  readonly info: ModelInfo;
  readonly language: LanguageModelV4;
  /** Undefined when nobody else is asked: the model is built in. */
  readonly source?: ModelSource;
}

/** Who answers for a model, in the words that a failure's sentence needs. */
export interface ModelSource {
  /** `Anthropic`, or the name under `[providers]`. */
  readonly label: string;
  /** The variable that holds the key; undefined when none is needed. */
  readonly keyVariable?: string;
  readonly address?: string;
  /** Values that no message may hold. */
  readonly secrets: readonly string[];
  /** Names of the provider's models; empty when it can't say. Never rejects, but for a cancellation. */
  names(signal: AbortSignal): Promise<readonly string[]>;
}

/** All models that can be chosen. `open` fails with `ExpectedError<ModelErrorCode>`. */
export interface Models {
  list(signal?: AbortSignal): Promise<readonly ModelInfo[]>;
  /** The model by its id; any name of a known provider is passed on. */
  open(id: string, signal?: AbortSignal): Promise<Model>;
  /** The id for a new conversation: configured, else the first that works (L3). */
  defaultId(signal?: AbortSignal): Promise<string>;
}

/** One call of a model. */
export interface ModelRequest {
  readonly prompt: LanguageModelV4Prompt;
  readonly tools: readonly ModelTool[];
  /** One of the model's `thinking` levels. */
  readonly thinking?: string;
  readonly maxOutputTokens?: number;
}

/** A tool as a model is told of it. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/**
 * Asks a model and streams its answer; retries by itself (L4) and ends with `finish`. Fails with
 * `ExpectedError<ModelErrorCode>`, or `CancelledError` when the signal aborts.
 */
export type AskModel = (
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
) => AsyncIterable<ModelEvent>;

export type ModelErrorCode =
  | 'no-key'
  | 'wrong-key'
  | 'no-such-model'
  | 'quota'
  | 'rate-limit'
  | 'offline'
  | 'server'
  | 'overflow'
  | 'cut'
  | 'bad-answer'
  | 'refused';

/** What one model call streams, in order. A tool call comes whole; `tool-input` is only for the card. */
export type ModelEvent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string }
  | { readonly kind: 'thinking-end'; readonly providerOptions?: ProviderData }
  | { readonly kind: 'tool-input'; readonly callId: string; readonly tool: string; readonly delta: string }
  /** `input` is undefined and `raw` the text when it was no JSON. */
  | {
      readonly kind: 'tool-call';
      readonly callId: string;
      readonly tool: string;
      readonly input: unknown;
      readonly raw?: string;
      readonly providerOptions?: ProviderData;
    }
  /** A failed try is repeated after `delayMs`; what it streamed so far stays. */
  | { readonly kind: 'retry'; readonly reason: string; readonly delayMs: number; readonly attempt: number }
  | {
      readonly kind: 'finish';
      readonly reason: 'stop' | 'length' | 'tool-calls' | 'refusal' | 'other';
      readonly usage: ModelUsage;
    };

/** What a provider wants back with the part in the next call (signatures of thinking, and the like). */
export type ProviderData = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Tokens of one call. */
export interface ModelUsage {
  readonly input: number;
  readonly output: number;
  readonly cachedInput?: number;
  readonly thinking?: number;
}
