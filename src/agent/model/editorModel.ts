import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { ExpectedError } from '../../base/errors.ts';
import type { EditorChunk, EditorModel } from '../../protocol/vak.ts';
import { collectAnswer } from './collectAnswer.ts';
import { estimatePromptTokens, estimateTokens, estimateToolTokens } from './estimateTokens.ts';
import type { Model, ModelErrorCode, ModelInfo } from './model.ts';
import { outputText } from './toolOutput.ts';

/** A message as the editor takes it: text and images, calls and their results. */
export interface EditorMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly EditorPart[];
}

export type EditorPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mimeType: string; readonly data: string }
  | { readonly type: 'tool-call'; readonly callId: string; readonly name: string; readonly input: unknown }
  | { readonly type: 'tool-result'; readonly callId: string; readonly text: string };

export interface EditorRequest {
  readonly model: string;
  readonly messages: readonly EditorMessage[];
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly inputSchema: unknown;
  }[];
}

/** Why the editor's model did not answer. */
export interface EditorFailure {
  readonly code: 'no-permission' | 'not-found' | 'blocked' | 'overflow' | 'other';
  readonly message: string;
}

/** The editor's own models, reached through the connection (`_vak/lm/*`). */
export interface EditorModelPort {
  /** The editor's name, for people. */
  readonly editor: string;
  list(signal?: AbortSignal): Promise<readonly EditorModel[]>;
  /** Streams one answer; resolves when it is complete, with the failure when there was one. */
  chat(
    request: EditorRequest,
    onChunk: (chunk: EditorChunk) => void,
    signal: AbortSignal,
  ): Promise<EditorFailure | undefined>;
}

export const EDITOR_PROVIDER = 'editor';

export function editorModelInfo(model: EditorModel): ModelInfo {
  return {
    id: `${EDITOR_PROVIDER}/${model.id}`,
    name: model.name,
    description: `${model.vendor}, through the editor`,
    contextWindow: model.maxInputTokens,
    images: model.images,
    pdfs: false,
    thinking: [],
  };
}

/** A model of the editor's behind the interface of all models. */
export function createEditorModel(port: EditorModelPort, model: EditorModel): Model {
  const language: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: EDITOR_PROVIDER,
    modelId: model.id,
    supportedUrls: {},
    doStream: async (options) => ({ stream: chatStream(port, model, options) }),
    doGenerate: (options) => collectAnswer(chatStream(port, model, options), options.abortSignal),
  };
  const names = async (signal: AbortSignal) => (await port.list(signal)).map(({ id }) => id);
  return { info: editorModelInfo(model), language, source: { label: port.editor, secrets: [], names } };
}

function chatStream(
  port: EditorModelPort,
  model: EditorModel,
  options: LanguageModelV4CallOptions,
): ReadableStream<LanguageModelV4StreamPart> {
  const cancel = new AbortController();
  const signal = options.abortSignal ? AbortSignal.any([options.abortSignal, cancel.signal]) : cancel.signal;
  return new ReadableStream<LanguageModelV4StreamPart>({
    start(controller) {
      const answer = { tokens: 0, calls: 0 };
      controller.enqueue({ type: 'stream-start', warnings: [] });
      controller.enqueue({ type: 'text-start', id: 'text' });
      const take = (chunk: EditorChunk) => {
        if (signal.aborted) return;
        if (chunk.type === 'text') {
          answer.tokens += estimateTokens(chunk.text);
          controller.enqueue({ type: 'text-delta', id: 'text', delta: chunk.text });
        } else {
          answer.calls++;
          controller.enqueue({
            type: 'tool-call',
            toolCallId: chunk.callId,
            toolName: chunk.name,
            input: JSON.stringify(chunk.input ?? {}),
          });
        }
      };
      const finish = (failure: EditorFailure | undefined) => {
        if (signal.aborted) return;
        if (failure) controller.enqueue({ type: 'error', error: failureError(failure, port, model) });
        else controller.enqueue(finishPart(options, answer));
        controller.close();
      };
      port
        .chat(toRequest(model.id, options), take, signal)
        .then(finish)
        .catch((error) => controller.error(error));
    },
    cancel: () => cancel.abort(),
  });
}

function finishPart(
  options: LanguageModelV4CallOptions,
  answer: { readonly tokens: number; readonly calls: number },
): LanguageModelV4StreamPart {
  const tools = (options.tools ?? []).filter((tool) => tool.type === 'function');
  const input = estimatePromptTokens(options.prompt) + estimateToolTokens(tools);
  return {
    type: 'finish',
    finishReason: { unified: answer.calls > 0 ? 'tool-calls' : 'stop', raw: undefined },
    usage: {
      inputTokens: { total: input, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: answer.tokens, text: answer.tokens, reasoning: undefined },
    },
  };
}

function failureError(
  { code, message }: EditorFailure,
  port: EditorModelPort,
  model: EditorModel,
): ExpectedError<ModelErrorCode> {
  const options = { detail: message };
  switch (code) {
    case 'no-permission':
      return new ExpectedError(
        'refused',
        `${port.editor} does not let Vakil use ${model.name}: allow it in the editor, or choose another model.`,
        options,
      );
    case 'not-found':
      return new ExpectedError(
        'no-such-model',
        `${port.editor} has no model «${model.name}» any more. Choose another model.`,
        options,
      );
    case 'blocked':
      return new ExpectedError(
        'quota',
        `${port.editor} gives no more answers from ${model.name} for now: ${message}`,
        options,
      );
    case 'overflow':
      return new ExpectedError(
        'overflow',
        `The conversation is larger than the context of ${model.name}. Compact it with /compact, or start a new one.`,
        options,
      );
    case 'other':
      return new ExpectedError('server', `${model.name} of ${port.editor} failed: ${message}`, options);
  }
}

/** The editor's interface has no system role: what it says stands in the first message of the person's. */
function toRequest(model: string, options: LanguageModelV4CallOptions): EditorRequest {
  const tools = (options.tools ?? []).flatMap((tool) =>
    tool.type === 'function'
      ? [{ name: tool.name, description: tool.description ?? '', inputSchema: tool.inputSchema }]
      : [],
  );
  const messages = options.prompt.flatMap((message): EditorMessage[] => {
    const content = toParts(message);
    return content.length > 0 ? [{ role: message.role === 'assistant' ? 'assistant' : 'user', content }] : [];
  });
  return { model, messages, tools };
}

function toParts(message: LanguageModelV4Message): EditorPart[] {
  switch (message.role) {
    case 'system':
      return [{ type: 'text', text: message.content }];
    case 'user':
      return message.content.flatMap((part): EditorPart[] =>
        part.type === 'text' ? [{ type: 'text', text: part.text }] : toImage(part),
      );
    case 'assistant':
      return message.content.flatMap((part): EditorPart[] => {
        if (part.type === 'text') return [{ type: 'text', text: part.text }];
        if (part.type !== 'tool-call') return [];
        return [{ type: 'tool-call', callId: part.toolCallId, name: part.toolName, input: part.input }];
      });
    case 'tool':
      return message.content.flatMap((part): EditorPart[] =>
        part.type === 'tool-result'
          ? [{ type: 'tool-result', callId: part.toolCallId, text: outputText(part.output) }]
          : [],
      );
  }
}

function toImage(part: { mediaType: string; data: { type: string; data?: unknown } }): EditorPart[] {
  const { data } = part.data;
  if (part.data.type !== 'data' || !part.mediaType.startsWith('image')) return [];
  const base64 = data instanceof Uint8Array ? Buffer.from(data).toString('base64') : String(data);
  return [{ type: 'image', mimeType: part.mediaType, data: base64 }];
}
