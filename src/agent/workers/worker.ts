import { childController } from '../../base/abort.ts';
import { isCancelled } from '../../base/errors.ts';
import type { Entry } from '../store/entry.ts';
import type { TurnEvent, WorkerState } from '../turn/events.ts';
import type { EmitTurnEvent, RunTurn, TurnDeps, TurnOutcome, TurnPrompt } from '../turn/turn.ts';
import { type Narrowing, narrow } from './narrow.ts';

/** A child's own side of a turn, made by whoever keeps conversations: its log, tools, hooks, model. */
export interface Child {
  /** The child's session, whose first entry names the parent's. */
  readonly sessionId: string;
  readonly cwd: string;
  readonly roots: readonly string[];
  /** As for a conversation of its own, before anything is narrowed. */
  readonly deps: TurnDeps;
  /** The SubagentStart hooks: what they add, or why the turn ends. */
  start(signal: AbortSignal): Promise<{ readonly context: readonly string[]; readonly endTurn?: string }>;
  /** Ends what the child has open; called once, whatever happened. */
  close(): Promise<void>;
}

export interface WorkerTask {
  readonly title: string;
  readonly prompt: string;
  /** The call of the parent's that started it. */
  readonly callId: string;
  /** The conversation that it belongs to. */
  readonly parentId: string;
  readonly narrowing: Narrowing;
}

/** How a worker ended. Failures are typed, so that the parent's model can tell them apart (W1). */
export type WorkerEnd = {
  /** The child's last text, also of one that did not finish. */
  readonly text: string;
  readonly usage: { readonly input: number; readonly output: number };
} & (
  | { readonly kind: 'done' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'turn-limit' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'failed'; readonly message: string }
);

/** One live child: what it was given, what it does, and the ways to reach it (W3). */
export class Worker {
  readonly task: WorkerTask;
  readonly sessionId: string;
  readonly #child: Child;
  readonly #runTurn: RunTurn;
  readonly #emit: EmitTurnEvent;
  readonly #stop: AbortController;
  readonly #steering: TurnPrompt[] = [];
  readonly #followUps: TurnPrompt[] = [];
  #state: WorkerState['state'] = 'running';
  #now: string | undefined;

  constructor(task: WorkerTask, child: Child, runTurn: RunTurn, emit: EmitTurnEvent) {
    this.task = task;
    this.sessionId = child.sessionId;
    this.#child = child;
    this.#runTurn = runTurn;
    this.#emit = emit;
    this.#stop = new AbortController();
  }

  get state(): WorkerState['state'] {
    return this.#state;
  }

  /** What it does at the moment, for people. */
  get now(): string | undefined {
    return this.#now;
  }

  /** Joins the child's running turn before its next model call. */
  steer(prompt: TurnPrompt): void {
    this.#steering.push(prompt);
  }

  /** Starts another turn of the child when the running one is over. */
  followUp(prompt: TurnPrompt): void {
    this.#followUps.push(prompt);
  }

  /** Ends this child and nothing else. */
  stop(): void {
    this.#stop.abort();
  }

  /** Runs to the end. Rejects only for a bug; `signal` is the parent's call. */
  async run(signal: AbortSignal): Promise<WorkerEnd> {
    const own = childController(signal);
    this.#stop.signal.addEventListener('abort', () => own.abort(), { once: true });
    this.#show('running');
    let stopReason: WorkerState['stopReason'] = 'cancelled';
    try {
      const end = await this.#turns(own.signal);
      stopReason =
        end.kind === 'done'
          ? 'end_turn'
          : end.kind === 'turn-limit'
            ? 'max_turn_requests'
            : end.kind === 'refused'
              ? 'refusal'
              : 'cancelled';
      return end;
    } finally {
      own.dispose();
      this.#show('idle', stopReason);
      await this.#child.close();
    }
  }

  async #turns(signal: AbortSignal): Promise<WorkerEnd> {
    const usage = { input: 0, output: 0 };
    const history: Entry[] = [];
    const started = await this.#start(signal);
    if (started.kind === 'ended') return { kind: 'failed', message: started.reason, text: '', usage };
    let prompt: TurnPrompt | undefined = {
      from: 'model',
      content: [{ type: 'text', text: this.task.prompt }],
      context: started.context,
    };
    for (;;) {
      const outcome: TurnOutcome = await this.#turn(prompt, history, signal);
      usage.input += outcome.usage.input;
      usage.output += outcome.usage.output;
      // What arrived too late to join the turn is not lost: it starts the next one.
      prompt =
        outcome.kind === 'ended' && outcome.stopReason === 'end_turn'
          ? (this.#steering.shift() ?? this.#followUps.shift())
          : undefined;
      if (!prompt) return { ...endOf(outcome), text: outcome.lastMessage, usage };
    }
  }

  async #start(
    signal: AbortSignal,
  ): Promise<{ kind: 'go'; context: TurnPrompt['context'] } | { kind: 'ended'; reason: string }> {
    try {
      const { context, endTurn } = await this.#child.start(signal);
      if (endTurn !== undefined) return { kind: 'ended', reason: endTurn };
      return {
        kind: 'go',
        context: context.map((text) => ({ label: { kind: 'hook', event: 'SubagentStart' }, text })),
      };
    } catch (error) {
      if (!isCancelled(error)) throw error;
      return { kind: 'go', context: [] };
    }
  }

  #turn(prompt: TurnPrompt, history: Entry[], signal: AbortSignal): Promise<TurnOutcome> {
    const { deps, cwd, roots, sessionId } = this.#child;
    const narrowed = narrow(deps, this.task.narrowing, {
      asking: (asks) => this.#show(asks ? 'waiting' : 'running'),
      cwd,
      worker: { parentId: this.task.parentId, title: this.task.title },
    });
    const before = [...history];
    const own: TurnDeps = {
      ...narrowed,
      takeSteering: () => this.#steering.splice(0),
      async record(entry) {
        const recorded = await deps.record(entry);
        history.push(recorded);
        return recorded;
      },
    };
    const input = { sessionId, turnId: crypto.randomUUID(), cwd, roots, history: before, prompt };
    return this.#runTurn(input, own, (event) => this.#tell(event), signal);
  }

  #tell(event: TurnEvent): void {
    this.#emit({ kind: 'worker', sessionId: this.sessionId, event });
    const now = event.kind === 'tool-call' && event.title !== undefined ? event.title : undefined;
    if (now === undefined || now === this.#now) return;
    this.#now = now;
    this.#show(this.#state);
  }

  #show(state: WorkerState['state'], stopReason?: WorkerState['stopReason']): void {
    this.#state = state;
    const { title, callId } = this.task;
    this.#emit({
      kind: 'worker',
      sessionId: this.sessionId,
      event: { kind: 'worker-state', title, callId, state, stopReason, now: this.#now },
    });
  }
}

type EndKind = { kind: 'done' | 'stopped' | 'turn-limit' | 'refused' } | { kind: 'failed'; message: string };

function endOf(outcome: TurnOutcome): EndKind {
  if (outcome.kind === 'failed') return { kind: 'failed', message: outcome.error.message };
  switch (outcome.stopReason) {
    case 'cancelled':
      return { kind: 'stopped' };
    case 'max_turn_requests':
      return { kind: 'turn-limit' };
    case 'refusal':
      return { kind: 'refused' };
    case 'max_tokens':
      return { kind: 'failed', message: 'its answer was longer than the model may give' };
    default:
      return { kind: 'done' };
  }
}
