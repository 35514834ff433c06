import type { LanguageModelV4Message } from '@ai-sdk/provider';
import type { Skill } from '../inventory/catalogue.ts';
import { type PromptSection, systemMessage } from '../model/promptParts.ts';
import { skillsSection } from './skillsList.ts';
import base from './system.md';

export interface SystemPromptInput {
  readonly cwd: string;
  readonly roots: readonly string[];
  readonly platform: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly skills: readonly Skill[];
  /** Tokens that the list of skills may take. */
  readonly skillsTokens: number;
  /** The agent's instructions, servers, the slice. */
  readonly sections: readonly PromptSection[];
}

/** What a model is told before the conversation. */
export function buildSystemPrompt(input: SystemPromptInput): LanguageModelV4Message {
  const skills = skillsSection(input.skills, input.skillsTokens);
  return systemMessage([
    { label: { kind: 'system' }, text: base.trim() },
    { label: { kind: 'system' }, text: environmentText(input) },
    ...input.sections,
    ...(skills ? [skills] : []),
  ]);
}

function environmentText({ cwd, roots, platform, now }: SystemPromptInput): string {
  const others = roots.filter((root) => root !== cwd);
  return [
    '# Where you work',
    '',
    `- Working folder: ${cwd}`,
    ...(others.length > 0 ? [`- Further folders of the workspace: ${others.join(', ')}`] : []),
    `- System: ${platform}`,
    // The day only: a prompt that changes with every call can't be cached.
    `- Today: ${new Date(now).toISOString().slice(0, 10)}`,
  ].join('\n');
}
