import type { Log } from '../../base/log.ts';
import { ConversationHooks } from '../hooks/conversationHooks.ts';
import type { HookPlace } from '../hooks/hooks.ts';
import type { TracedRun } from '../hooks/hookTrace.ts';
import type { Host } from '../host/host.ts';
import type { Catalogue } from '../inventory/catalogue.ts';
import { connectHooks } from '../turn/connectHooks.ts';
import type { EmitTurnEvent } from '../turn/turn.ts';
import type { HookVerdict, TurnHooks } from '../turn/turnHooks.ts';
import type { TurnScope } from './turnScope.ts';

/** What a conversation's start is about. */
export interface StartScope {
  readonly sessionId: string;
  readonly cwd: string;
  readonly catalogue: Catalogue;
  /** A new conversation and one that was cleared start up; one that was loaded or forked resumes (H2). */
  readonly source: 'startup' | 'resume';
  readonly emit: EmitTurnEvent;
}

/** What hooks need to know of a turn. */
export type HookScope = Pick<TurnScope, 'sessionId' | 'turnId' | 'cwd' | 'catalogue' | 'emit' | 'worker'>;

/** The hooks of all conversations of this process. A worker's are its conversation's. */
export class AgentHooks {
  readonly #host: Host;
  readonly #log: Log;
  readonly #redact: (line: string) => string;
  readonly #tracePath: (sessionId: string) => string;
  readonly #conversations = new Map<string, ConversationHooks>();

  /** `redact` takes the keys of providers out of a line before it is written. */
  constructor(options: {
    host: Host;
    log: Log;
    redact: (line: string) => string;
    tracePath: (sessionId: string) => string;
  }) {
    this.#host = options.host;
    this.#log = options.log;
    this.#redact = options.redact;
    this.#tracePath = options.tracePath;
  }

  /** The hooks as a turn asks them. */
  forTurn(scope: HookScope): TurnHooks {
    const place = placeOf(scope);
    return connectHooks(this.#of(place.sessionId).of(scope.catalogue), place, scope.emit);
  }

  /** SessionStart: what it adds to the first prompt, or why nothing is sent. */
  async start(
    { sessionId, cwd, catalogue, source, emit }: StartScope,
    signal: AbortSignal,
  ): Promise<HookVerdict> {
    const place = { sessionId, turnId: '', cwd };
    return this.#ask({ ...place, name: 'SessionStart', source }, catalogue, emit, signal);
  }

  /** SubagentStart: what it adds to the worker's prompt, or why the worker ends. */
  async startWorker(
    scope: HookScope,
    signal: AbortSignal,
  ): Promise<{ readonly context: readonly string[]; readonly endTurn?: string }> {
    const event = { ...placeOf(scope), name: 'SubagentStart' as const };
    const { context = [], endTurn } = await this.#ask(event, scope.catalogue, scope.emit, signal);
    return { context, ...(endTurn !== undefined && { endTurn }) };
  }

  /** SessionEnd; nobody waits longer than `most` milliseconds for it. Never rejects. */
  async end(
    { sessionId, cwd, catalogue }: Pick<StartScope, 'sessionId' | 'cwd' | 'catalogue'>,
    reason: string,
    most: number,
  ): Promise<void> {
    const late = new AbortController();
    const timer = this.#host.clock.after(most, () => late.abort());
    const event = { sessionId, turnId: '', cwd, name: 'SessionEnd' as const, reason };
    // A hook that takes longer is ended; whatever it says, the conversation is over.
    await this.#ask(event, catalogue, () => undefined, late.signal).catch(() => undefined);
    timer.dispose();
  }

  /** Every run of a conversation's hooks that is kept, oldest first. */
  runs(sessionId: string): Promise<readonly TracedRun[]> {
    return this.#of(sessionId).runs();
  }

  /** Resolves when the conversation's trace is written. */
  async close(sessionId: string): Promise<void> {
    const hooks = this.#conversations.get(sessionId);
    this.#conversations.delete(sessionId);
    await hooks?.close();
  }

  async #ask(
    event: Parameters<ReturnType<ConversationHooks['of']>['run']>[0],
    catalogue: Catalogue,
    emit: EmitTurnEvent,
    signal: AbortSignal,
  ): Promise<HookVerdict> {
    const hooks = this.#of(event.sessionId).of(catalogue);
    const outcome = await hooks.run(event, signal, (run) => emit({ kind: 'hook-run', run }));
    for (const title of outcome.messages) emit({ kind: 'notice', severity: 'info', title });
    return {
      context: outcome.context,
      ...(outcome.stopTurn && { endTurn: outcome.stopTurn.reason }),
    };
  }

  #of(sessionId: string): ConversationHooks {
    const known = this.#conversations.get(sessionId);
    if (known) return known;
    const tracePath = this.#tracePath(sessionId);
    const made = new ConversationHooks({
      host: this.#host,
      log: this.#log,
      redact: this.#redact,
      tracePath,
    });
    this.#conversations.set(sessionId, made);
    return made;
  }
}

/** Hooks know a worker by its own id, and the conversation as the session (H6). */
function placeOf({ sessionId, turnId, cwd, worker }: HookScope): HookPlace {
  if (!worker) return { sessionId, turnId, cwd };
  const { parentId, agentType } = worker;
  return { sessionId: parentId, turnId, cwd, worker: { agentId: sessionId, agentType } };
}
