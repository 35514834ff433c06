import type { Memento } from 'vscode';
import * as z from 'zod';
import type { ChatMemory } from './chat/chats.ts';

const CHAT_KEY = 'vak.chat';
const DRAFT_KEY = 'vak.draft';
const ChatMemorySchema = z.object({
  id: z.string(),
  cwd: z.string(),
  title: z.string().catch(''),
  running: z.boolean(),
});

/** What this workspace remembers of its chat over a reload of the window. */
export class Memory {
  readonly #state: Memento;
  #draft: string;
  #written = '';

  constructor(state: Memento) {
    this.#state = state;
    this.#draft = z.string().catch('').parse(state.get(DRAFT_KEY));
  }

  get draft(): string {
    return this.#draft;
  }

  set draft(text: string) {
    this.#draft = text;
    void this.#state.update(DRAFT_KEY, text);
  }

  get chat(): ChatMemory | undefined {
    const parsed = ChatMemorySchema.safeParse(this.#state.get(CHAT_KEY));
    return parsed.success ? parsed.data : undefined;
  }

  remember(memory: ChatMemory | undefined): void {
    const text = JSON.stringify(memory);
    if (text === this.#written) return;
    this.#written = text;
    void this.#state.update(CHAT_KEY, memory);
  }
}
