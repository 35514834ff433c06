import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import { unreachable } from '../../base/errors.ts';
import { estimateTokens, estimateToolTokens } from './estimateTokens.ts';
import { type PromptLabel, sectionsOf } from './promptParts.ts';
import introduction from './rehearsalReport.md';

/** The sections in the order of the report; texts with one label stand in the order of the messages. */
const ORDER: readonly PromptLabel['kind'][] = [
  'system',
  'instructions',
  'skills',
  'skill',
  'file',
  'hook',
  'servers',
  'slice',
  'summary',
  'plan',
];

/**
 * What a model would have been shown, as Markdown: a heading with its size and the full text each.
 * Of the conversation only this prompt stands in it, no earlier turns.
 */
export function rehearsalReport(
  options: Pick<LanguageModelV4CallOptions, 'prompt' | 'tools'>,
  prompt: string,
): string {
  const sections = options.prompt.flatMap((message) => sectionsOf(message));
  const blocks = [introduction.trim(), block('Prompt', prompt)];
  const media = mediaLines(options.prompt);
  if (media.length > 0) blocks.push(block('Images and files in the messages', media.join('\n')));
  for (const kind of ORDER) {
    if (kind === 'servers' && options.tools) blocks.push(toolsBlock(options.tools));
    for (const { label, text } of sections) if (label.kind === kind) blocks.push(block(titleOf(label), text));
  }
  return blocks.join('\n\n');
}

function block(title: string, text: string): string {
  return `## ${title} (${estimateTokens(text)} tokens)\n\n${text}`;
}

function titleOf(label: PromptLabel): string {
  switch (label.kind) {
    case 'prompt':
      return 'Prompt';
    case 'steering':
      return 'Joined the turn';
    case 'system':
      return 'System prompt';
    case 'instructions':
      return `Instructions: ${label.path}`;
    case 'skills':
      return 'Skills on offer';
    case 'skill':
      return `Attached skill: ${label.name} (${label.path})`;
    case 'file':
      return `Attached file: ${label.path}`;
    case 'hook':
      return `Context from a hook: ${label.event}`;
    case 'servers':
      return 'Servers';
    case 'slice':
      return 'Left out by the capability slice';
    case 'summary':
      return 'Summary of the conversation so far';
    case 'plan':
      return 'Plan';
    default:
      return unreachable(label);
  }
}

function toolsBlock(tools: NonNullable<LanguageModelV4CallOptions['tools']>): string {
  const functions = tools.filter((tool): tool is LanguageModelV4FunctionTool => tool.type === 'function');
  const list = functions.map((tool) => {
    const schema = `\`\`\`json\n${JSON.stringify(tool.inputSchema)}\n\`\`\``;
    return [`### ${tool.name} (${estimateToolTokens([tool])} tokens)`, tool.description ?? '', schema]
      .filter((part) => part !== '')
      .join('\n\n');
  });
  return [`## Tools (${estimateToolTokens(functions)} tokens)`, ...list].join('\n\n');
}

function mediaLines(prompt: LanguageModelV4CallOptions['prompt']): string[] {
  return prompt.flatMap((message) =>
    message.role !== 'user'
      ? []
      : message.content.flatMap((part) =>
          part.type === 'file' ? [`- ${part.mediaType}${part.filename ? ` ${part.filename}` : ''}`] : [],
        ),
  );
}
