import { CancelledError, ExpectedError, errorMessage, isCancelled } from '../../base/errors.ts';
import type { ModelErrorCode } from '../model/model.ts';
import type { Tool } from '../tools/tool.ts';
import { type Answer, AnswerTaker, settleUndone } from './answer.ts';
import { Compactor } from './compaction.ts';
import type { StopReason } from './events.ts';
import { LastContext, measureContext } from './measureContext.ts';
import { CANCELLED_RESULT, runCalls } from './pipeline.ts';
import { Prompter } from './prompter.ts';
import { recordResult } from './recordResult.ts';
import { restoreContext } from './restoreContext.ts';
import type { SettledCall } from './stages/call.ts';
import type { EmitTurnEvent, RunTurn, TurnDeps, TurnInput, TurnOutcome } from './turn.ts';
import { TurnLog } from './turnLog.ts';

type Tools = readonly Tool[];

/** Times that Stop hooks may keep one turn going (H9). */
const MAX_STOP_HOOKS = 8;

export const runTurn: RunTurn = (input, deps, emit, signal) => new Turn(input, deps, emit, signal).run();

/** One turn: the loop between model and tools, and what it counts. */
class Turn {
  readonly #input: TurnInput;
  readonly #deps: TurnDeps;
  readonly #emit: EmitTurnEvent;
  readonly #signal: AbortSignal;
  readonly #log: TurnLog;
  readonly #prompter: Prompter;
  readonly #compactor: Compactor;
  #lastMessage = '';
  #usage = { input: 0, output: 0 };
  #modelCalls = 0;
  #stopHooks = 0;

  constructor(input: TurnInput, deps: TurnDeps, emit: EmitTurnEvent, signal: AbortSignal) {
    this.#input = input;
    this.#deps = deps;
    this.#emit = emit;
    this.#signal = signal;
    this.#log = new TurnLog(input.history, deps.record);
    this.#prompter = new Prompter(input, deps, emit, this.#log, signal);
    this.#compactor = new Compactor(deps, emit, this.#log, signal);
  }

  async run(): Promise<TurnOutcome> {
    try {
      return await this.#end(await this.#steps());
    } catch (error) {
      if (isCancelled(error) || this.#signal.aborted) return this.#end('cancelled');
      if (error instanceof ExpectedError) return this.#fail(error);
      await this.#fail(new ExpectedError('internal', errorMessage(error)));
      throw error;
    }
  }

  async #steps(): Promise<StopReason> {
    if ((await this.#prompter.begin(this.#input.prompt)) === 'refused') return 'refusal';
    for (;;) {
      if (this.#signal.aborted) throw new CancelledError();
      if (this.#modelCalls >= this.#deps.maxTurns) return 'max_turn_requests';
      if ((await this.#joinSteering()) === 'ended') return 'end_turn';
      const stop = await this.#step();
      if (stop) return stop;
    }
  }

  /** One model call and what it asks for; a stop reason when the turn is over. */
  async #step(): Promise<StopReason | undefined> {
    const tools = await this.#deps.tools(this.#signal);
    await this.#makeRoom(tools);
    const answer = await this.#ask(tools);
    if (answer.calls.length > 0) return this.#runCalls(answer, tools);
    if (answer.reason === 'refusal') return 'refusal';
    if (answer.reason === 'length') return 'max_tokens';
    const joined = await this.#joinSteering();
    if (joined === 'ended') return 'end_turn';
    return joined === 'sent' ? undefined : this.#askStopHooks();
  }

  /** Messages that came in meanwhile: whether a model is to see one, or a hook ends the turn for one. */
  async #joinSteering(): Promise<'nothing' | 'sent' | 'ended'> {
    const { sent, endTurn } = await this.#prompter.join(this.#deps.takeSteering());
    if (endTurn === undefined) return sent > 0 ? 'sent' : 'nothing';
    this.#tellEnd(endTurn);
    return 'ended';
  }

  #tellEnd(reason: string): void {
    this.#emit({ kind: 'notice', severity: 'warning', title: `A hook ended the turn: ${reason}` });
  }

  /** Asks the model; when the context is too small for the conversation, compacts and asks once more (L4). */
  async #ask(tools: Tools): Promise<Answer> {
    try {
      return await this.#askOnce(tools);
    } catch (error) {
      if (!isOverflow(error) || this.#signal.aborted) throw error;
      await this.#compact();
      return this.#askOnce(tools);
    }
  }

  async #askOnce(tools: Tools): Promise<Answer> {
    this.#modelCalls++;
    const { host, model, ask } = this.#deps;
    const taker = new AnswerTaker({
      log: this.#log,
      emit: this.#emit,
      clock: host.clock,
      tools,
      cwd: this.#input.cwd,
    });
    try {
      const answer = await taker.take(ask(model, this.#prompter.request(tools), this.#signal));
      await this.#count(answer);
      return answer;
    } catch (error) {
      const why = this.#signal.aborted ? CANCELLED_RESULT : 'Not run: the answer broke off.';
      for (const call of taker.calls) await settleUndone(this.#log, this.#emit, call.callId, why);
      throw error;
    } finally {
      if (taker.text !== '') this.#lastMessage = taker.text;
    }
  }

  async #count({ usage }: Answer): Promise<void> {
    if (!usage) return;
    this.#usage = { input: this.#usage.input + usage.input, output: this.#usage.output + usage.output };
    const size = this.#deps.model.info.contextWindow;
    const used = usage.input + usage.output;
    await this.#log.record({ type: 'usage', used, size, input: usage.input, output: usage.output });
    this.#emit({ kind: 'usage', used, size });
  }

  async #runCalls(answer: Answer, tools: Tools): Promise<StopReason | undefined> {
    const settled = await runCalls(
      answer.calls,
      {
        input: this.#input,
        deps: this.#deps,
        tools,
        messageId: this.#prompter.turnStart,
        emit: this.#emit,
        signal: this.#signal,
      },
      (call) => recordResult(call, this.#log, this.#emit),
    );
    if (this.#signal.aborted) throw new CancelledError();
    await this.#joinContext(settled);
    const ended = settled.find((call) => call.endTurn !== undefined);
    if (ended?.endTurn === undefined) return undefined;
    this.#tellEnd(ended.endTurn);
    return 'end_turn';
  }

  /** Behind the results: what hooks had to say, and the AGENTS.md files of what was touched (I2). */
  async #joinContext(settled: readonly SettledCall[]): Promise<void> {
    for (const { event, text } of settled.flatMap((call) => call.context))
      await this.#log.record({ type: 'context', label: { kind: 'hook', event }, text });
    await this.#prompter.joinInstructions(settled.flatMap((call) => call.result.touched ?? []));
  }

  async #askStopHooks(): Promise<StopReason | undefined> {
    const { hooks } = this.#deps;
    if (!hooks) return 'end_turn';
    const end = { lastMessage: this.#lastMessage, active: this.#stopHooks > 0 };
    const verdict = await hooks.stop(end, this.#signal);
    if (verdict.endTurn !== undefined || verdict.block === undefined || this.#stopHooks >= MAX_STOP_HOOKS)
      return 'end_turn';
    this.#stopHooks++;
    await this.#prompter.continueForHook(verdict.block);
    return undefined;
  }

  /** Compacts at the threshold. When that fails the turn goes on: the provider has the last word on what fits. */
  async #makeRoom(tools: Tools): Promise<void> {
    const context = LastContext.of(this.#deps.toolState);
    context.parts = measureContext(this.#prompter.request(tools));
    if (!this.#compactor.needed(context.tokens)) return;
    try {
      await this.#compact();
    } catch (error) {
      if (!(error instanceof ExpectedError)) throw error;
    }
  }

  async #compact(): Promise<void> {
    await this.#compactor.compact('auto', this.#prompter.turnStart);
    await restoreContext(this.#log, this.#deps.instructions);
  }

  async #end(stopReason: StopReason): Promise<TurnOutcome> {
    await this.#log.record({ type: 'turn-end', stopReason });
    return { kind: 'ended', stopReason, lastMessage: this.#lastMessage, usage: this.#usage };
  }

  async #fail(error: ExpectedError): Promise<TurnOutcome> {
    await this.#log.record({ type: 'turn-end', stopReason: 'error', error: error.message });
    return { kind: 'failed', error, lastMessage: this.#lastMessage, usage: this.#usage };
  }
}

function isOverflow(error: unknown): boolean {
  return error instanceof ExpectedError && (error.code as ModelErrorCode) === 'overflow';
}
