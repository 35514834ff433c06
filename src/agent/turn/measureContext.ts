import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { estimatePromptTokens, estimateTokens, estimateToolTokens } from '../model/estimateTokens.ts';
import type { ModelRequest } from '../model/model.ts';
import { type PromptLabel, sectionsOf } from '../model/promptParts.ts';
import type { ToolState } from '../tools/tool.ts';

/** One kind of thing in the context, and about how many tokens it takes. */
export interface ContextPart {
  readonly name: string;
  readonly tokens: number;
}

/** What the last model call of a conversation was given. */
export class LastContext {
  parts: readonly ContextPart[] = [];

  static of(state: ToolState): LastContext {
    return state.get('last-context', () => new LastContext());
  }

  get tokens(): number {
    return this.parts.reduce((sum, part) => sum + part.tokens, 0);
  }
}

const NAMES: Readonly<Record<PromptLabel['kind'], string>> = {
  system: 'System prompt',
  skills: 'List of skills',
  servers: 'Servers',
  slice: 'Servers',
  instructions: 'AGENTS.md',
  skill: 'Attached skills',
  file: 'Attached files',
  hook: 'Context from hooks',
  prompt: 'Your messages',
  steering: 'Your messages',
  summary: 'Summary of earlier talk',
  plan: 'Plan',
};

/** What fills a request, largest first. */
export function measureContext(request: ModelRequest): ContextPart[] {
  const sums = new Map<string, number>();
  const add = (name: string, tokens: number) => sums.set(name, (sums.get(name) ?? 0) + tokens);
  add('Tools', estimateToolTokens(request.tools));
  for (const message of request.prompt) {
    const sections = sectionsOf(message);
    for (const { label, text } of sections) add(NAMES[label.kind], estimateTokens(text));
    const rest =
      estimatePromptTokens([message]) - sections.reduce((sum, { text }) => sum + estimateTokens(text), 0);
    add(restName(message), Math.max(0, rest));
  }
  return [...sums]
    .map(([name, tokens]) => ({ name, tokens }))
    .filter((part) => part.tokens > 0)
    .sort((a, b) => b.tokens - a.tokens);
}

/** What of a message has no label: answers, results, pictures. */
function restName(message: LanguageModelV4Message): string {
  switch (message.role) {
    case 'system':
      return NAMES.system;
    case 'user':
      return NAMES.prompt;
    case 'assistant':
      return 'Answers';
    case 'tool':
      return 'Tool results';
  }
}
