import type { ConversationEvent } from '../agent/session/talk.ts';
import { showUnseenLines } from '../base/unseenText.ts';
import type { HookRun } from '../protocol/vak.ts';
import type { Terminal } from './verb.ts';

/** Shows a turn as it goes on, as text: the model's words on stdout, everything else on stderr. */
export class RunReport {
  readonly #terminal: Terminal;
  readonly #titles = new Map<string, string>();
  #messageId: string | undefined;
  #atLineStart = true;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  show(event: ConversationEvent): void {
    switch (event.kind) {
      case 'text':
        this.#text(event.messageId, event.text);
        break;
      case 'tool-call':
        this.#call(event);
        break;
      case 'tool-output':
        this.#terminal.error(event.text);
        break;
      case 'hook-run':
        this.#hook(event.run);
        break;
      case 'notice':
        this.#terminal.error(`[${event.severity}] ${event.title}\n`);
        break;
      default:
        // The rest is for people who look on.
        break;
    }
  }

  /** Ends the last line of the answer. */
  end(): void {
    if (!this.#atLineStart) this.#terminal.out('\n');
    this.#atLineStart = true;
  }

  #call({ callId, title, status }: Extract<ConversationEvent, { kind: 'tool-call' }>): void {
    if (title !== undefined) this.#titles.set(callId, title);
    if (status !== undefined && status !== 'pending')
      this.#terminal.error(`[${status}] ${this.#titles.get(callId) ?? callId}\n`);
  }

  /** A hook that had something to say, or did not do its work. */
  #hook({ hook, verdict, reason, effects }: HookRun): void {
    const isIdle = verdict === 'not-matched' || verdict === 'disabled';
    if (isIdle || (verdict === 'no-opinion' && effects.length === 0)) return;
    const said = reason ?? effects.join('; ');
    this.#terminal.error(
      `${showUnseenLines(`[hook] ${hook} ${verdict}${said === '' ? '' : `: ${said}`}`)}\n`,
    );
  }

  #text(messageId: string, text: string): void {
    if (this.#messageId !== undefined && this.#messageId !== messageId) this.end();
    this.#messageId = messageId;
    this.#terminal.out(text);
    this.#atLineStart = text.endsWith('\n');
  }
}
