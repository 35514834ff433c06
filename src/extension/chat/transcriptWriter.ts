import { unreachable } from '../../base/errors.ts';
import type { TranscriptItem, TranscriptItemOf } from '../../protocol/transcript.ts';
import type { HookRun, UpdateMeta } from '../../protocol/vak.ts';
import type { ContentPart, SessionUpdate, ToolUpdate } from '../acp/updates.ts';
import { isFinal, MAX_OUTPUT, withToolUpdate } from './toolItem.ts';
import type { Transcript } from './transcript.ts';
import { adorned, emptyUser, type OwnMessage, withContent } from './userItem.ts';

type NoticeItem = TranscriptItemOf<'notice'>;
/** A line of ours; one with the id of an earlier one replaces it. */
export type Notice = Pick<NoticeItem, 'severity' | 'title'> &
  Partial<Pick<NoticeItem, 'id' | 'detail' | 'actions'>>;

/**
 * Turns what an agent says into transcript items. Text goes on in the item it belongs to as long as
 * nothing else came in between, so that text and tools keep their order. Live and replayed
 * conversations give the same items.
 */
export class TranscriptWriter {
  readonly #transcript: Transcript;
  readonly #now: () => number;
  /** Items of ours that the agent has not echoed yet, oldest first. */
  #unheard: string[] = [];
  /** Which message id goes with which of our items. */
  readonly #echoes = new Map<string, string>();
  #thinkingSince = 0;
  #count = 0;

  constructor(transcript: Transcript, now: () => number) {
    this.#transcript = transcript;
    this.#now = now;
  }

  /** Shows the person's message at once; gives its item's id. The agent's echo of it will not show twice. */
  own(message: OwnMessage): string {
    this.#close();
    const item = emptyUser(this.#nextId('user'));
    const { text, chips, images, steered } = message;
    this.#transcript.put({ ...item, text, chips: [...chips], images: [...images], steered });
    this.#unheard.push(item.id);
    return item.id;
  }

  notice(notice: Notice): string {
    this.#close();
    const id = notice.id ?? this.#nextId('notice');
    this.#transcript.put({ actions: [], ...notice, kind: 'notice', id });
    return id;
  }

  apply(update: SessionUpdate): void {
    switch (update.kind) {
      case 'chunk':
        if (update.role === 'user') this.#user(update.messageId, update.content, update.meta);
        else this.#speak(update.role, update.messageId, update.content, update.meta);
        return;
      case 'tool':
        this.tool(update);
        return;
      case 'plan':
        this.#plan(update.entries);
        return;
      case 'notice':
        this.notice({ severity: update.severity, title: update.title, detail: update.description });
        return;
      case 'compaction':
        this.#compaction(update);
        return;
      case 'compaction-chunk':
        this.#transcript.append(`compaction:${update.id}`, 'text', update.text);
        return;
      case 'info':
        for (const run of update.meta.hookRuns ?? []) this.#hookRun(run);
        return;
      case 'commands':
      case 'mode':
      case 'config':
      case 'usage':
      case 'subagent':
      case 'unknown':
        return;
      default:
        unreachable(update);
    }
  }

  tool(update: ToolUpdate): void {
    const existing = this.#transcript.get(update.callId);
    const item = existing?.kind === 'tool' ? existing : undefined;
    const piece = update.output ?? '';
    const onlyOutput = piece !== '' && !update.status && !update.content && !update.exit && !update.title;
    if (item && onlyOutput && item.output.length + piece.length <= MAX_OUTPUT) {
      this.#transcript.append(update.callId, 'output', piece);
      return;
    }
    if (!item) this.#close();
    this.#transcript.put(withToolUpdate(item, update));
  }

  /** The turn is over: nothing goes on, calls that were left open count as failed. */
  endTurn(): void {
    this.#close();
    this.#unheard = [];
    for (const item of this.#transcript.items)
      if (item.kind === 'tool' && !isFinal(item.status)) this.#transcript.put({ ...item, status: 'failed' });
  }

  #user(messageId: string | undefined, content: ContentPart, meta: UpdateMeta): void {
    const own = this.#echoOf(messageId);
    if (own?.kind === 'user') {
      // An echo: the words are there already, the agent may still add what it made of them.
      this.#transcript.put(adorned(own, messageId, meta));
      return;
    }
    const last = this.#transcript.last;
    const goesOn = last?.kind === 'user' && last.messageId === messageId;
    if (!goesOn) this.#close();
    const item = goesOn ? last : emptyUser(this.#nextId('user'), messageId);
    this.#transcript.put(adorned(withContent(item, content), messageId, meta));
  }

  /** The item of ours that a piece of the person's message repeats. */
  #echoOf(messageId: string | undefined): TranscriptItem | undefined {
    const known = messageId === undefined ? undefined : this.#echoes.get(messageId);
    if (known !== undefined) return this.#transcript.get(known);
    const [oldest] = this.#unheard;
    if (oldest === undefined) return undefined;
    if (messageId !== undefined) {
      this.#unheard.shift();
      this.#echoes.set(messageId, oldest);
    }
    return this.#transcript.get(oldest);
  }

  #speak(
    kind: 'assistant' | 'thought',
    messageId: string | undefined,
    content: ContentPart,
    meta: UpdateMeta,
  ): void {
    const last = this.#transcript.last;
    const text = contentText(content);
    if (
      last?.kind === kind &&
      !last.done &&
      (messageId === undefined || isPartOf(last.id, kind, messageId))
    ) {
      this.#transcript.append(last.id, 'text', text);
      return;
    }
    this.#close();
    const id = this.#messageItemId(kind, messageId);
    if (kind === 'thought') {
      this.#thinkingSince = this.#now();
      this.#transcript.put({ kind, id, text, done: false });
    } else
      this.#transcript.put({
        kind,
        id,
        text,
        done: false,
        notice: meta.notice,
        hookRuns: meta.hookRuns ?? [],
      });
  }

  /** A message that goes on behind something else gets a second item, `…#2`. */
  #messageItemId(kind: string, messageId: string | undefined): string {
    if (messageId === undefined) return this.#nextId(kind);
    const base = `${kind}:${messageId}`;
    if (!this.#transcript.get(base)) return base;
    let part = 2;
    while (this.#transcript.get(`${base}#${part}`)) part++;
    return `${base}#${part}`;
  }

  /** A plan is shown once a turn and changes in its place. */
  #plan(entries: TranscriptItemOf<'plan'>['entries']): void {
    const current = this.#transcript.items.findLast((item) => item.kind === 'plan' || item.kind === 'user');
    if (current?.kind === 'plan') this.#transcript.put({ ...current, entries });
    else {
      this.#close();
      this.#transcript.put({ kind: 'plan', id: this.#nextId('plan'), entries });
    }
  }

  #compaction(update: Extract<SessionUpdate, { kind: 'compaction' }>): void {
    const id = `compaction:${update.id}`;
    const before = this.#transcript.get(id);
    const summary = update.summary ?? update.error ?? (before?.kind === 'compaction' ? before.summary : '');
    if (!before) this.#close();
    this.#transcript.put({ kind: 'compaction', id, status: update.status, summary });
  }

  /** A hook's run stands at the call it concerns, else at the message, else at the last thing said. */
  #hookRun(run: HookRun): void {
    const item = this.#placeOf(run);
    const added = (runs: readonly HookRun[]) => [...runs.filter((r) => r.runId !== run.runId), run];
    if (item?.kind === 'tool')
      this.#transcript.put({ ...item, meta: { ...item.meta, hookRuns: added(item.meta.hookRuns ?? []) } });
    else if (item?.kind === 'user' || item?.kind === 'assistant')
      this.#transcript.put({ ...item, hookRuns: added(item.hookRuns) });
  }

  #placeOf({ callId, messageId }: HookRun): TranscriptItem | undefined {
    if (callId !== undefined) return this.#transcript.get(callId);
    return this.#transcript.items.findLast((item) =>
      messageId === undefined
        ? item.kind === 'user' || item.kind === 'assistant'
        : (item.kind === 'user' && item.messageId === messageId) || item.id === `assistant:${messageId}`,
    );
  }

  /** What was being said is said. */
  #close(): void {
    const last = this.#transcript.last;
    if (last?.kind === 'assistant' && !last.done) this.#transcript.put({ ...last, done: true });
    if (last?.kind === 'thought' && !last.done)
      this.#transcript.put({ ...last, done: true, ms: this.#now() - this.#thinkingSince });
  }

  #nextId(kind: string): string {
    this.#count += 1;
    return `${kind}-${this.#count}`;
  }
}

function isPartOf(itemId: string, kind: string, messageId: string): boolean {
  const whole = `${kind}:${messageId}`;
  return itemId === whole || itemId.startsWith(`${whole}#`);
}

function contentText(content: ContentPart): string {
  if (content.type === 'text') return content.text;
  if (content.type === 'link') return `[${content.name}](${content.uri})`;
  return content.type === 'image' ? '(image)' : `(${content.name})`;
}
