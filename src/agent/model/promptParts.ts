import type { LanguageModelV4Message, LanguageModelV4TextPart } from '@ai-sdk/provider';

/**
 * Every text that the prompt builder puts before a model carries a label: what it is and where from.
 * The label travels in the part's `providerOptions` under `vak`, which no provider's wire knows. It
 * serves `/context`, the log, and the rehearsal model, which shows what a model would have been told.
 */
export type PromptLabel =
  /** The person's own words (a command expanded): the only part that the rehearsal reads as a script. */
  | { readonly kind: 'prompt' }
  /** Text that joined a running turn, a hook's continuation, a worker's follow-up. */
  | { readonly kind: 'steering' }
  | { readonly kind: 'system' }
  /** `gone`: the file was removed, and the text says that it applies no longer. The last one of a path counts. */
  | { readonly kind: 'instructions'; readonly path: string; readonly gone?: boolean }
  | { readonly kind: 'skills' }
  | { readonly kind: 'skill'; readonly name: string; readonly path: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'hook'; readonly event: string }
  | { readonly kind: 'servers' }
  | { readonly kind: 'slice' }
  /** `inTurn`: the conversation was compacted after the turn's prompt had been sent. */
  | { readonly kind: 'summary'; readonly inTurn?: boolean }
  | { readonly kind: 'plan' };

export interface PromptSection {
  readonly label: PromptLabel;
  readonly text: string;
}

/** A text part with its label. */
export function labelledText(section: PromptSection): LanguageModelV4TextPart {
  return { type: 'text', text: section.text, providerOptions: { vak: { label: { ...section.label } } } };
}

/** The one system message; its sections are joined by blank lines and their lengths kept as labels. */
export function systemMessage(sections: readonly PromptSection[]): LanguageModelV4Message {
  return {
    role: 'system',
    content: sections.map((s) => s.text).join('\n\n'),
    providerOptions: {
      vak: { sections: sections.map((s) => ({ label: { ...s.label }, length: s.text.length })) },
    },
  };
}

/** The labelled texts of a message, in order; a text without a label counts as the person's own words. */
export function sectionsOf(message: LanguageModelV4Message): PromptSection[] {
  if (message.role === 'system') {
    const kept = message.providerOptions?.['vak']?.['sections'] as
      | { label: PromptLabel; length: number }[]
      | undefined;
    if (!kept) return [{ label: { kind: 'system' }, text: message.content }];
    let at = 0;
    return kept.map(({ label, length }) => {
      const text = message.content.slice(at, at + length);
      at += length + 2;
      return { label, text };
    });
  }
  if (message.role !== 'user') return [];
  return message.content.flatMap((part) =>
    part.type === 'text'
      ? [
          {
            label: (part.providerOptions?.['vak']?.['label'] as PromptLabel | undefined) ?? {
              kind: 'prompt' as const,
            },
            text: part.text,
          },
        ]
      : [],
  );
}
