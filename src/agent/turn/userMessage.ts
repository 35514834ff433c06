import type { LanguageModelV4Message } from '@ai-sdk/provider';
import type { ModelInfo } from '../model/model.ts';
import { labelledText, type PromptLabel } from '../model/promptParts.ts';
import type { EntryOf } from '../store/entry.ts';
import type { UserContent } from './events.ts';

type UserParts = Extract<LanguageModelV4Message, { role: 'user' }>['content'];

/** A message of the person's as a model gets it: what goes along first, their own words last. */
export function userParts(entry: EntryOf<'user'>, model: ModelInfo): UserParts {
  const context = entry.context.map(({ label, text }) => labelledText({ label: label as PromptLabel, text }));
  const kind = entry.role === 'prompt' ? 'prompt' : 'steering';
  const words = labelledText({ label: { kind }, text: promptText(entry) });
  return [...context, ...pictures(entry.content, model), words];
}

/** The words that the model reads as the prompt. */
export function promptText(entry: {
  readonly prompt?: string;
  readonly content: readonly UserContent[];
}): string {
  return entry.prompt ?? writtenText(entry.content);
}

/** The text blocks of a message, and the names of what is linked in it. */
export function writtenText(content: readonly UserContent[]): string {
  return content
    .flatMap((part) => {
      if (part.type === 'text') return [part.text];
      if (part.type === 'resource-link') return [`[${part.name}](${part.uri})`];
      return [];
    })
    .join('\n');
}

function pictures(content: readonly UserContent[], model: ModelInfo): UserParts {
  return content.flatMap((part): UserParts => {
    const file =
      part.type === 'image'
        ? { mimeType: part.mimeType, data: part.data }
        : part.type === 'resource' && part.blob !== undefined && part.mimeType
          ? { mimeType: part.mimeType, data: part.blob }
          : undefined;
    if (!file) return [];
    if (!canSee(model, file.mimeType))
      return [
        labelledText({
          label: { kind: 'file', path: file.mimeType },
          text: `[A file of type ${file.mimeType} was attached; this model can't be shown it.]`,
        }),
      ];
    return [{ type: 'file', mediaType: file.mimeType, data: { type: 'data', data: file.data } }];
  });
}

/** True when the model can be shown such a file. */
export function canSee(model: ModelInfo, mimeType: string): boolean {
  return mimeType.startsWith('image/') ? model.images : mimeType === 'application/pdf' && model.pdfs;
}
