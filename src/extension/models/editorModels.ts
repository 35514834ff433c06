import {
  CancellationTokenSource,
  type LanguageModelChat,
  LanguageModelChatMessage,
  LanguageModelDataPart,
  LanguageModelError,
  LanguageModelTextPart,
  LanguageModelToolCallPart,
  LanguageModelToolResultPart,
  lm,
} from 'vscode';
import type * as z from 'zod';
import { onAbort } from '../../base/abort.ts';
import { errorMessage } from '../../base/errors.ts';
import type { clientMethods, EditorChunk, EditorModel } from '../../protocol/vak.ts';

type ChatParams = z.output<(typeof clientMethods)['editorChat']['params']>;
type ChatResult = z.output<(typeof clientMethods)['editorChat']['response']>;
type Part = ChatParams['messages'][number]['content'][number];

/** The models that VS Code offers to extensions. Empty when there are none, or none may be asked. */
export async function editorModels(): Promise<EditorModel[]> {
  const models = await Promise.resolve(lm.selectChatModels()).catch(() => []);
  return models.map(({ id, name, vendor, family, maxInputTokens, ...rest }) => {
    const { capabilities } = rest as {
      capabilities?: { supportsImageToText?: boolean; supportsToolCalling?: boolean };
    };
    return {
      id,
      name,
      vendor,
      family,
      maxInputTokens,
      images: capabilities?.supportsImageToText ?? false,
      tools: capabilities?.supportsToolCalling ?? true,
    };
  });
}

/** One answer of an editor's model, piece by piece; a failure is part of the result. */
export async function editorChat(
  params: ChatParams,
  chunk: (chunk: EditorChunk) => void,
  signal: AbortSignal,
): Promise<ChatResult> {
  const source = new CancellationTokenSource();
  const link = onAbort(signal, () => source.cancel());
  try {
    const [model] = await lm.selectChatModels({ id: params.model });
    if (!model)
      return { error: { code: 'not-found', message: `VS Code offers no model ${params.model} (any more).` } };
    const response = await model.sendRequest(
      params.messages.map(toMessage),
      requestOptions(params),
      source.token,
    );
    for await (const part of response.stream) {
      if (signal.aborted) break;
      if (part instanceof LanguageModelTextPart) chunk({ type: 'text', text: part.value });
      else if (part instanceof LanguageModelToolCallPart)
        chunk({ type: 'tool-call', callId: part.callId, name: part.name, input: part.input });
    }
    return {};
  } catch (error) {
    if (signal.aborted) throw error;
    return { error: describe(error) };
  } finally {
    link.dispose();
    source.dispose();
  }
}

function requestOptions({ tools }: ChatParams): Parameters<LanguageModelChat['sendRequest']>[1] {
  return {
    justification: 'Vakil answers your message with this model.',
    tools: tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema: inputSchema as object,
    })),
  };
}

function toMessage({ role, content }: ChatParams['messages'][number]): LanguageModelChatMessage {
  if (role === 'assistant') {
    const parts = content.map(toPart).filter((part) => !(part instanceof LanguageModelToolResultPart));
    return LanguageModelChatMessage.Assistant(parts as (LanguageModelTextPart | LanguageModelToolCallPart)[]);
  }
  const parts = content.map(toPart).filter((part) => !(part instanceof LanguageModelToolCallPart));
  return LanguageModelChatMessage.User(parts as (LanguageModelTextPart | LanguageModelToolResultPart)[]);
}

function toPart(part: Part) {
  switch (part.type) {
    case 'text':
      return new LanguageModelTextPart(part.text);
    case 'image':
      return LanguageModelDataPart.image(Buffer.from(part.data, 'base64'), part.mimeType);
    case 'tool-call':
      return new LanguageModelToolCallPart(part.callId, part.name, (part.input ?? {}) as object);
    case 'tool-result':
      return new LanguageModelToolResultPart(part.callId, [new LanguageModelTextPart(part.text)]);
  }
}

function describe(error: unknown): NonNullable<ChatResult['error']> {
  const message = errorMessage(error);
  if (!(error instanceof LanguageModelError)) {
    const overflow = /context|too long|token limit|max.*tokens/i.test(message);
    return { code: overflow ? 'overflow' : 'other', message };
  }
  switch (error.code) {
    case LanguageModelError.NoPermissions.name:
      return { code: 'no-permission', message: `VS Code did not allow the use of this model: ${message}` };
    case LanguageModelError.NotFound.name:
      return { code: 'not-found', message };
    case LanguageModelError.Blocked.name:
      return { code: 'blocked', message };
    default:
      return { code: 'other', message };
  }
}
