import type { LanguageModelV4Message } from '@ai-sdk/provider';

type ToolMessage = Extract<LanguageModelV4Message, { role: 'tool' }>;
/** A tool's result as it travels to a model. */
export type ToolOutput = Extract<ToolMessage['content'][number], { type: 'tool-result' }>['output'];

/** The text of a tool's result; images and files in it are left out. */
export function outputText(output: ToolOutput): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value;
    case 'json':
    case 'error-json':
      return JSON.stringify(output.value);
    case 'execution-denied':
      return output.reason ?? 'denied';
    case 'content':
      return output.value.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n');
  }
}

/** Whether the result says that the call failed. */
export function outputFailed(output: ToolOutput): boolean {
  return output.type === 'error-text' || output.type === 'error-json' || output.type === 'execution-denied';
}
