import { type Disposable, MutableDisposable } from '../../base/lifecycle.ts';
import type { WorkerView } from '../../protocol/chat.ts';
import type { SessionUpdate } from '../acp/updates.ts';
import { Transcript } from './transcript.ts';
import { TranscriptWriter } from './transcriptWriter.ts';

/** One worker: a child session of the conversation with a transcript of its own. */
export interface Worker {
  readonly view: WorkerView;
  readonly transcript: Transcript;
  readonly writer: TranscriptWriter;
}

interface WorkerPorts {
  listen(sessionId: string, listener: (update: SessionUpdate) => void): Disposable;
  changed(): void;
  now(): number;
}

/** The workers of a conversation, by session id. A finished one keeps its transcript; only live ones are listed. */
export class Workers {
  readonly #ports: WorkerPorts;
  readonly #all = new Map<string, Worker & { readonly link: Disposable }>();

  constructor(ports: WorkerPorts) {
    this.#ports = ports;
  }

  get(sessionId: string): Worker | undefined {
    return this.#all.get(sessionId);
  }

  /** Those that work or wait. */
  get live(): WorkerView[] {
    return [...this.#all.values()].map((worker) => worker.view).filter((view) => view.state !== 'idle');
  }

  /** Learns of a worker, or more about one. What is not given stays. */
  know(sessionId: string, facts: Partial<Omit<WorkerView, 'sessionId'>>): void {
    const known = this.#all.get(sessionId);
    const given = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
    if (known) {
      this.#all.set(sessionId, { ...known, view: { ...known.view, ...given } });
      if (facts.state === 'idle') known.writer.endTurn();
    } else this.#add(sessionId, given);
    this.#ports.changed();
  }

  /** The turn is over, and with it every worker. */
  endTurn(): void {
    for (const [sessionId, worker] of this.#all)
      if (worker.view.state !== 'idle') this.know(sessionId, { state: 'idle' });
  }

  dispose(): void {
    for (const worker of this.#all.values()) worker.link.dispose();
    this.#all.clear();
  }

  #add(sessionId: string, given: Partial<WorkerView>): void {
    const transcript = new Transcript();
    const writer = new TranscriptWriter(transcript, this.#ports.now);
    const view: WorkerView = { callId: '', title: 'Worker', state: 'running', ...given, sessionId };
    const worker = { view, transcript, writer, link: new MutableDisposable<Disposable>() };
    this.#all.set(sessionId, worker);
    worker.link.value = this.#ports.listen(sessionId, (update) => this.#hear(sessionId, update));
  }

  #hear(sessionId: string, update: SessionUpdate): void {
    const worker = this.#all.get(sessionId);
    if (update.kind === 'usage' && update.used !== undefined)
      this.know(sessionId, { usage: `${Math.round(update.used / 1000)}k tokens` });
    else worker?.writer.apply(update);
  }
}
