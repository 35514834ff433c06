import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { labelledText } from '../model/promptParts.ts';

/** The message that stands for what a compaction took out. */
export function summaryMessage(summary: string, inTurn: boolean): LanguageModelV4Message {
  return {
    role: 'user',
    content: [
      labelledText({
        label: { kind: 'summary', inTurn },
        text: `The conversation so far was longer than fits here. Its summary:\n\n${summary}`,
      }),
    ],
  };
}
