import { pathToFileURL } from 'node:url';
import type {
  Client,
  ClientCapabilities,
  CreateMessageRequest,
  CreateMessageResult,
  ElicitRequest,
  ElicitResult,
} from '@modelcontextprotocol/client';
import type { CallClock } from './callClock.ts';
import type { SamplingMessage, ServerRequestPorts } from './serverRequests.ts';

/** What is declared to a server: exactly what the ports can answer. */
export function capabilitiesFor(ports: ServerRequestPorts): ClientCapabilities {
  return {
    ...(ports.roots ? { roots: { listChanged: true } } : {}),
    // Fields that the person left alone take the default that the server's form names.
    ...(ports.elicit ? { elicitation: { form: { applyDefaults: true }, url: {} } } : {}),
    ...(ports.sample ? { sampling: {} } : {}),
  };
}

/**
 * Answers a server's own requests through the ports, in either era. Time limits of calls stand still
 * while a person is asked.
 */
export function answerRequests(
  client: Client,
  server: string,
  ports: ServerRequestPorts,
  clock: CallClock,
): void {
  const { roots, elicit, sample } = ports;
  if (roots)
    client.setRequestHandler('roots/list', () => ({
      roots: roots().map((path) => ({ uri: pathToFileURL(path).href, name: path })),
    }));
  if (elicit)
    client.setRequestHandler('elicitation/create', (request, context) =>
      clock.whileAsking(async () => {
        const answer = await elicit(elicitation(server, request), context.mcpReq.signal);
        if (answer.action !== 'accept') return { action: answer.action };
        return { action: 'accept', content: { ...answer.content } } as ElicitResult;
      }),
    );
  if (sample)
    client.setRequestHandler('sampling/createMessage', (request, context) =>
      clock.whileAsking(async (): Promise<CreateMessageResult> => {
        const answer = await sample(sampling(server, request), context.mcpReq.signal);
        return {
          role: 'assistant',
          content: { type: 'text', text: answer.text },
          model: answer.model,
          stopReason: answer.stopReason ?? 'endTurn',
        };
      }),
    );
}

function elicitation(server: string, { params }: ElicitRequest) {
  if (params.mode === 'url')
    return {
      kind: 'url',
      server,
      message: params.message,
      url: params.url,
      elicitationId: params.elicitationId,
    } as const;
  const { properties, ...rest } = params.requestedSchema;
  const fields = Object.entries(properties).map(([name, property]) => [name, withTitles(property)] as const);
  const requestedSchema = { ...rest, properties: Object.fromEntries(fields) };
  return { kind: 'form', server, message: params.message, requestedSchema } as const;
}

/** Titles of choices in the one way that ACP also knows; the older `enumNames` would be lost on its wire. */
function withTitles(property: object): object {
  const { enumNames, ...rest } = property as { enum?: unknown; enumNames?: unknown };
  if (!Array.isArray(rest.enum) || !Array.isArray(enumNames)) return property;
  const { enum: values, ...others } = rest;
  const titles: readonly unknown[] = enumNames;
  return { ...others, oneOf: values.map((value, i) => ({ const: value, title: titles[i] ?? value })) };
}

function sampling(server: string, { params }: CreateMessageRequest) {
  return {
    server,
    ...(params.systemPrompt ? { systemPrompt: params.systemPrompt } : {}),
    messages: params.messages.map((message) => ({
      role: message.role,
      content: (Array.isArray(message.content) ? message.content : [message.content]).map(samplingPart),
    })),
    maxTokens: params.maxTokens,
    ...(params.temperature === undefined ? {} : { temperature: params.temperature }),
    ...(params.stopSequences ? { stopSequences: params.stopSequences } : {}),
  };
}

function samplingPart(part: { readonly type: string }): SamplingMessage['content'][number] {
  const { type, text, data, mimeType } = part as {
    type: string;
    text?: unknown;
    data?: unknown;
    mimeType?: unknown;
  };
  if (type === 'text' && typeof text === 'string') return { type: 'text', text };
  if (type === 'image' && typeof data === 'string' && typeof mimeType === 'string')
    return { type: 'image', data, mimeType };
  return { type: 'text', text: `[${type}]` };
}
