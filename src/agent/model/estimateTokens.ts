import type { LanguageModelV4Message } from '@ai-sdk/provider';

/** Tokens that one image or page-like file counts as: providers bill by area, which is not known here. */
const MEDIA_TOKENS = 1600;
/** Roles, delimiters and ids around each message. */
const MESSAGE_OVERHEAD = 4;

/**
 * About how many tokens a text is: a token for four bytes of UTF-8. English prose and code come out
 * within a fifth; other scripts have more bytes a character, as they have more tokens. It serves until
 * a provider has said what a prompt really took.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text, 'utf8') / 4);
}

/** The estimate of anything that travels as JSON: a schema, a tool's input. */
export function estimateJsonTokens(value: unknown): number {
  return value === undefined ? 0 : estimateTokens(JSON.stringify(value) ?? '');
}

/** The estimate of messages as a model is sent them. */
export function estimatePromptTokens(messages: readonly LanguageModelV4Message[]): number {
  let total = 0;
  for (const message of messages) {
    total += MESSAGE_OVERHEAD;
    if (message.role === 'system') total += estimateTokens(message.content);
    else for (const part of message.content) total += partTokens(part);
  }
  return total;
}

/** The estimate of what tools cost: name, description and schema each. */
export function estimateToolTokens(
  tools: readonly { readonly name: string; readonly description?: string; readonly inputSchema: unknown }[],
): number {
  let total = 0;
  for (const tool of tools)
    total +=
      estimateTokens(tool.name) +
      estimateTokens(tool.description ?? '') +
      estimateJsonTokens(tool.inputSchema) +
      MESSAGE_OVERHEAD;
  return total;
}

type Part = Exclude<LanguageModelV4Message, { role: 'system' }>['content'][number];

function partTokens(part: Part): number {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return estimateTokens(part.text);
    case 'file':
    case 'reasoning-file':
      return part.data.type === 'text' ? estimateTokens(part.data.text) : MEDIA_TOKENS;
    case 'tool-call':
      return estimateTokens(part.toolName) + estimateJsonTokens(part.input);
    case 'tool-result':
      return outputTokens(part.output);
    default:
      return 0;
  }
}

type Output = Extract<Part, { type: 'tool-result' }>['output'];

function outputTokens(output: Output): number {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return estimateTokens(output.value);
    case 'json':
    case 'error-json':
      return estimateJsonTokens(output.value);
    case 'execution-denied':
      return estimateTokens(output.reason ?? '');
    case 'content':
      return output.value.reduce(
        (sum, item) => sum + (item.type === 'text' ? estimateTokens(item.text) : MEDIA_TOKENS),
        0,
      );
  }
}
