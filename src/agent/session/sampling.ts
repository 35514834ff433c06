import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { ExpectedError } from '../../base/errors.ts';
import { randomId } from '../../base/ids.ts';
import type { CreateMessage, SamplingMessage } from '../../mcp/serverRequests.ts';
import { labelledText } from '../model/promptParts.ts';
import type { AgentParts, Client } from './parts.ts';

export interface SamplingDeps {
  readonly sessionId: string;
  readonly parts: Pick<AgentParts, 'models' | 'ask'>;
  readonly client: Pick<Client, 'approver'>;
  /** The conversation's model now. */
  model(): string;
}

/** Answers a server's `sampling/createMessage` with the conversation's model; the person is asked first, each time (M13). */
export function sampling(deps: SamplingDeps): CreateMessage {
  return async (request, signal) => {
    const answer = await deps.client.approver.ask(
      {
        sessionId: deps.sessionId,
        callId: `sampling-${randomId()}`,
        tool: `mcp__${request.server}`,
        title: `The MCP server "${request.server}" wants to ask the model`,
        input: {
          messages: request.messages,
          systemPrompt: request.systemPrompt,
          maxTokens: request.maxTokens,
        },
        decision: {
          outcome: 'ask',
          because: 'A server asks for an answer of the model; each request is asked for.',
        },
      },
      signal,
    );
    if (answer.outcome !== 'once' && answer.outcome !== 'always')
      throw new ExpectedError('declined', 'The person did not allow this request to the model.');
    const model = await deps.parts.models.open(deps.model(), signal);
    let text = '';
    const prompt: LanguageModelV4Prompt = [
      ...(request.systemPrompt ? [{ role: 'system' as const, content: request.systemPrompt }] : []),
      ...request.messages.map(toMessage),
    ];
    const asked = { prompt, tools: [], maxOutputTokens: request.maxTokens };
    for await (const event of deps.parts.ask(model, asked, signal))
      if (event.kind === 'text') text += event.text;
    return { text, model: model.info.id };
  };
}

function toMessage({ role, content }: SamplingMessage): LanguageModelV4Prompt[number] {
  if (role === 'assistant')
    return { role, content: [{ type: 'text', text: content.map(textOf).join('\n') }] };
  return {
    role,
    content: content.map((part) =>
      part.type === 'text'
        ? labelledText({ label: { kind: 'prompt' }, text: part.text })
        : ({ type: 'file', mediaType: part.mimeType, data: { type: 'data', data: part.data } } as const),
    ),
  };
}

function textOf(part: SamplingMessage['content'][number]): string {
  return part.type === 'text' ? part.text : `[${part.mimeType}]`;
}
