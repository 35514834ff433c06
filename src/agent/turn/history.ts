import type { LanguageModelV4Message } from '@ai-sdk/provider';
import type { ModelInfo, ProviderData } from '../model/model.ts';
import { labelledText, type PromptLabel } from '../model/promptParts.ts';
import type { Entry, EntryOf } from '../store/entry.ts';
import { summaryMessage } from './summary.ts';
import { canSee, userParts } from './userMessage.ts';
import type { ConversationView } from './view.ts';

type AssistantMessage = Extract<LanguageModelV4Message, { role: 'assistant' }>;
type AssistantPart = AssistantMessage['content'][number];
type ToolMessage = Extract<LanguageModelV4Message, { role: 'tool' }>;
type ToolResultPart = Extract<ToolMessage['content'][number], { type: 'tool-result' }>;

/** Stands where a call has no result: a crash or a stop came between. */
export const MISSING_RESULT = 'No result: the turn was interrupted before this call was done.';
/** Stands where a turn ended before the model said anything: some models insist on an answer after each message. */
const NO_ANSWER = '[The turn was interrupted before an answer.]';
const PRUNED_RESULT = '[The result was left out to make room. Call again if it is needed.]';

/** The conversation as messages for a model. Every call gets its result, in the order of the calls. */
export function historyMessages(view: ConversationView, model: ModelInfo): LanguageModelV4Message[] {
  const builder = new MessageBuilder(view, model);
  if (view.summary !== undefined) builder.messages.push(summaryMessage(view.summary, view.compactedInTurn));
  for (const entry of view.entries) builder.add(entry);
  return builder.done();
}

class MessageBuilder {
  readonly messages: LanguageModelV4Message[] = [];
  readonly #model: ModelInfo;
  readonly #pruned: ReadonlySet<string>;
  readonly #results = new Map<string, EntryOf<'result'>>();
  /** Calls of the answer that is being built. */
  #calls: EntryOf<'call'>[] = [];
  #answer: AssistantPart[] = [];
  #block = '';
  #answered = false;
  /** A summary alone wants no answer. */
  #prompted = false;

  constructor(view: ConversationView, model: ModelInfo) {
    this.#model = model;
    this.#pruned = view.pruned;
    for (const entry of view.entries) if (entry.type === 'result') this.#results.set(entry.callId, entry);
  }

  add(entry: Entry): void {
    switch (entry.type) {
      case 'user':
        this.#user(entry);
        break;
      case 'context':
        this.#endAnswer();
        this.#addToUser([labelledText({ label: entry.label as PromptLabel, text: entry.text })]);
        break;
      case 'assistant':
        if (!entry.local) this.#piece(entry);
        break;
      case 'result':
        // Results come when an answer is whole: what follows them is the next one.
        this.#answered = true;
        break;
      case 'call':
        if (this.#answered) this.#endAnswer();
        this.#calls.push(entry);
        this.#answer.push({
          type: 'tool-call',
          toolCallId: entry.callId,
          toolName: entry.tool,
          input: entry.input ?? {},
          ...optionsOf(entry.providerOptions),
        });
        break;
      default:
        // The other entries are not for models.
        break;
    }
  }

  done(): LanguageModelV4Message[] {
    this.#endAnswer();
    return this.messages;
  }

  #user(entry: EntryOf<'user'>): void {
    this.#endAnswer();
    const last = this.messages.at(-1)?.role;
    if (entry.role === 'prompt' && this.#prompted && (last === 'user' || last === 'tool'))
      this.messages.push({ role: 'assistant', content: [{ type: 'text', text: NO_ANSWER }] });
    this.#prompted = true;
    const parts = userParts(entry, this.#model);
    if (entry.role === 'prompt') this.messages.push({ role: 'user', content: parts });
    else this.#addToUser(parts);
  }

  #addToUser(parts: Extract<LanguageModelV4Message, { role: 'user' }>['content']): void {
    const last = this.messages.at(-1);
    if (last?.role === 'user') last.content.push(...parts);
    else this.messages.push({ role: 'user', content: parts });
  }

  /** Pieces of one block are one part; what the provider wants back hangs on its last piece. */
  #piece(entry: EntryOf<'assistant'>): void {
    if (this.#answered) this.#endAnswer();
    const type = entry.kind === 'text' ? 'text' : 'reasoning';
    const last = this.#answer.at(-1);
    const options = optionsOf(entry.providerOptions);
    if (last?.type === type && this.#block === entry.messageId)
      this.#answer[this.#answer.length - 1] = { ...last, text: last.text + entry.text, ...options };
    else this.#answer.push({ type, text: entry.text, ...options });
    this.#block = entry.messageId;
  }

  #endAnswer(): void {
    const parts = this.#answer.filter((part) => part.type !== 'text' || part.text !== '');
    if (parts.length > 0) this.messages.push({ role: 'assistant', content: parts });
    if (this.#calls.length > 0)
      this.messages.push({ role: 'tool', content: this.#calls.map((call) => this.#result(call)) });
    this.#answer = [];
    this.#calls = [];
    this.#answered = false;
  }

  #result(call: EntryOf<'call'>): ToolResultPart {
    const result = this.#results.get(call.callId);
    const part = { type: 'tool-result', toolCallId: call.callId, toolName: call.tool } as const;
    if (!result) return { ...part, output: { type: 'error-text', value: MISSING_RESULT } };
    const text = this.#pruned.has(call.callId) ? PRUNED_RESULT : result.text;
    if (result.isError) return { ...part, output: { type: 'error-text', value: text } };
    const media = this.#pruned.has(call.callId)
      ? []
      : result.media.filter((file) => canSee(this.#model, file.mimeType));
    if (media.length === 0) return { ...part, output: { type: 'text', value: withoutMedia(text, result) } };
    return {
      ...part,
      output: {
        type: 'content',
        value: [
          { type: 'text', text },
          ...media.map((file) => ({
            type: 'file' as const,
            mediaType: file.mimeType,
            data: { type: 'data' as const, data: file.data },
          })),
        ],
      },
    };
  }
}

function withoutMedia(text: string, result: EntryOf<'result'>): string {
  return result.media.length > 0 ? `${text}\n[This model can't be shown it.]` : text;
}

function optionsOf(data: ProviderData | undefined): {
  providerOptions?: Record<string, Record<string, never>>;
} {
  // JSON read back from the log: the provider that wrote it reads it again.
  return data ? { providerOptions: data as Record<string, Record<string, never>> } : {};
}
