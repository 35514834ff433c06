import { onAbort } from '../../base/abort.ts';
import { isRecord } from '../../base/json.ts';
import { type Disposable, MutableDisposable } from '../../base/lifecycle.ts';
import type { ElicitationView, PermissionView } from '../../protocol/chat.ts';
import type {
  ElicitationAnswer,
  ElicitationQuestion,
  PermissionAnswer,
  PermissionQuestion,
} from '../acp/clientHandlers.ts';
import { readAnswer } from '../acp/elicitation.ts';
import type { ToolItem } from './toolItem.ts';

interface Asked<V, A> {
  readonly view: V;
  answer(answer: A): void;
}

/** What waits for the person's answer. Lives as long as the agent waits, whether or not a view shows it. */
export class Questions {
  readonly #changed: () => void;
  readonly #permissions = new Map<string, Asked<PermissionView, PermissionAnswer | undefined>>();
  readonly #elicitations = new Map<string, Asked<ElicitationView, ElicitationAnswer>>();
  /** Requests that ask for an address, by the id under which the agent reports it done. */
  readonly #addresses = new Map<string, string>();
  #count = 0;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get permissions(): PermissionView[] {
    return [...this.#permissions.values()].map((asked) => asked.view);
  }

  get elicitations(): ElicitationView[] {
    return [...this.#elicitations.values()].map((asked) => asked.view);
  }

  get waiting(): boolean {
    return this.#permissions.size + this.#elicitations.size > 0;
  }

  /** Resolves with the person's choice, or undefined once the signal aborts. */
  permission(
    question: PermissionQuestion,
    item: ToolItem,
    signal: AbortSignal,
  ): Promise<PermissionAnswer | undefined> {
    const requestId = this.#nextId();
    const view: PermissionView = {
      requestId,
      callId: item.id,
      title: item.title,
      subject: subjectOf(item),
      ask: item.meta.ask,
      options: question.options.map(({ optionId, name, kind }) => ({ optionId, name, kind })),
    };
    return this.#ask(this.#permissions, requestId, view, undefined, signal);
  }

  elicit(question: ElicitationQuestion, signal: AbortSignal): Promise<ElicitationAnswer> {
    const requestId = this.#nextId();
    const { message, fields, url, elicitationId } = question;
    const view: ElicitationView = { requestId, message, fields, url };
    if (elicitationId !== undefined) this.#addresses.set(elicitationId, requestId);
    return this.#ask<ElicitationView, ElicitationAnswer>(
      this.#elicitations,
      requestId,
      view,
      { action: 'cancel' },
      signal,
    );
  }

  /** False when nothing waits under this id, or it offers no such option. */
  answerPermission(requestId: string, answer: PermissionAnswer): boolean {
    const asked = this.#permissions.get(requestId);
    if (!asked?.view.options.some((option) => option.optionId === answer.optionId)) return false;
    asked.answer(answer);
    return true;
  }

  /** Gives what is wrong with the answer, or undefined when it was taken. */
  answerElicitation(
    requestId: string,
    action: ElicitationAnswer['action'],
    content: Readonly<Record<string, unknown>>,
  ): string | undefined {
    const asked = this.#elicitations.get(requestId);
    if (!asked) return 'Nobody waits for this answer any more.';
    if (action !== 'accept') {
      asked.answer({ action });
      return undefined;
    }
    const read = readAnswer(asked.view.fields, content);
    if (!read.ok) return read.problem;
    asked.answer({ action, content: read.content });
    return undefined;
  }

  /** The agent says that the address was dealt with: nobody has to answer. */
  elicitationDone(elicitationId: string): void {
    const requestId = this.#addresses.get(elicitationId);
    this.#addresses.delete(elicitationId);
    if (requestId !== undefined) this.#elicitations.get(requestId)?.answer({ action: 'accept', content: {} });
  }

  #ask<V, A>(
    table: Map<string, Asked<V, A>>,
    requestId: string,
    view: V,
    cancelled: A,
    signal: AbortSignal,
  ): Promise<A> {
    return new Promise((resolve) => {
      const link = new MutableDisposable<Disposable>();
      const answer = (value: A) => {
        link.dispose();
        if (table.delete(requestId)) this.#changed();
        resolve(value);
      };
      table.set(requestId, { view, answer });
      this.#changed();
      link.value = onAbort(signal, () => answer(cancelled));
    });
  }

  #nextId(): string {
    this.#count += 1;
    return `ask-${this.#count}`;
  }
}

/** The whole command, path or input that is asked about; nothing is cut, a tail could hide what matters. */
export function subjectOf(item: Pick<ToolItem, 'input' | 'locations' | 'title'>): string {
  const { input } = item;
  if (typeof input === 'string') return input;
  if (isRecord(input)) {
    for (const key of ['command', 'path', 'file_path', 'filePath', 'url', 'patch'])
      if (typeof input[key] === 'string') return input[key];
    if (Array.isArray(input.command)) return input.command.map(String).join(' ');
    if (Object.keys(input).length > 0) return JSON.stringify(input, undefined, 2);
  }
  return item.locations.map((location) => location.path).join('\n') || item.title;
}
