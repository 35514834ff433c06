import { ExpectedError, errorMessage, isCancelled } from '../../base/errors.ts';
import type { ModelRequest } from '../model/model.ts';
import { labelledText } from '../model/promptParts.ts';
import type { Entry, NewEntry } from '../store/entry.ts';
import instruction from './compaction.md';
import { transcriptText } from './transcriptText.ts';
import type { EmitTurnEvent, TurnDeps } from './turn.ts';
import type { CompactionMoment } from './turnHooks.ts';
import type { TurnLog } from './turnLog.ts';

/** Characters a token stands for, roughly, where a share of the window becomes a length of text. */
const CHARACTERS_PER_TOKEN = 3;
/** Shares of the context window. */
const TRANSCRIPT_SHARE = 0.6;
const SUMMARY_SHARE = 0.06;
const KEPT_SHARE = 0.3;
const WORTH_SHARE = 0.05;
/** Results shorter than this are not worth taking out, in characters. */
const MIN_PRUNED = 1_000;

/** What a compaction needs of a turn's ports. */
export type CompactionDeps = Pick<TurnDeps, 'model' | 'ask' | 'compactAt' | 'hooks'>;

/** Makes room in the context: a summary stands for what was before, the log keeps everything (T5). */
export class Compactor {
  readonly #deps: CompactionDeps;
  readonly #emit: EmitTurnEvent;
  readonly #log: TurnLog;
  readonly #signal: AbortSignal;
  #tokensAfter: number | undefined;

  constructor(deps: CompactionDeps, emit: EmitTurnEvent, log: TurnLog, signal: AbortSignal) {
    this.#deps = deps;
    this.#emit = emit;
    this.#log = log;
    this.#signal = signal;
  }

  /** True when a request of so many tokens fills the context up to the threshold, and a compaction would gain something. */
  needed(tokens: number): boolean {
    const { contextWindow } = this.#deps.model.info;
    if (tokens < this.#deps.compactAt * contextWindow) {
      this.#tokensAfter = undefined;
      return false;
    }
    // What a compaction left is what it could not take out: only growth since then is worth another.
    const worth = this.#tokensAfter === undefined || tokens > this.#tokensAfter + WORTH_SHARE * contextWindow;
    if (worth) this.#tokensAfter = tokens;
    return (
      worth && this.#log.view().entries.some((entry) => entry.type === 'result' || entry.type === 'assistant')
    );
  }

  /**
   * Puts a summary in the place of what stands before the entry `keepFrom` (undefined: of all), and takes
   * out old results behind it while they fill too much. A summary that fails leaves all as it was.
   */
  async compact(trigger: 'auto' | 'manual', keepFrom: string | undefined): Promise<void> {
    const compactionId = crypto.randomUUID();
    this.#emit({ kind: 'compaction', compactionId, status: 'in_progress' });
    try {
      const told = await this.#askHooks({ trigger });
      const view = this.#log.view();
      const at = view.entries.findIndex((entry) => entry.id === keepFrom);
      const before = at < 0 ? view.entries : view.entries.slice(0, at);
      const summary = await this.#summarize(before, view.summary);
      const pruned = this.#prune(at < 0 ? [] : view.entries.slice(at));
      await this.#log.record({ type: 'compaction', summary, keepFrom, pruned, trigger });
      told.push(...(await this.#askHooks({ trigger, summary })));
      for (const entry of told) await this.#log.record(entry);
      this.#emit({ kind: 'compaction', compactionId, status: 'completed', summary });
    } catch (error) {
      const cancelled = isCancelled(error) || this.#signal.aborted;
      this.#emit({
        kind: 'compaction',
        compactionId,
        status: cancelled ? 'cancelled' : 'failed',
        ...(cancelled ? {} : { error: errorMessage(error) }),
      });
      throw error;
    }
  }

  /** What hooks add to the conversation behind the summary. Fails with their reason when one ends the turn. */
  async #askHooks(moment: CompactionMoment): Promise<NewEntry[]> {
    const verdict = await this.#deps.hooks?.compaction?.(moment, this.#signal);
    if (verdict?.endTurn !== undefined) throw new ExpectedError('hook-ended-turn', verdict.endTurn);
    const event = moment.summary === undefined ? 'PreCompact' : 'PostCompact';
    return (verdict?.context ?? []).map((text) => ({
      type: 'context',
      label: { kind: 'hook', event },
      text,
    }));
  }

  async #summarize(before: readonly Entry[], earlier: string | undefined): Promise<string> {
    if (
      before.every((entry) => entry.type !== 'user' && entry.type !== 'assistant' && entry.type !== 'result')
    )
      return earlier ?? 'Nothing came before this.';
    const window = this.#deps.model.info.contextWindow * CHARACTERS_PER_TOKEN;
    const transcript = transcriptText(before, earlier, window * TRANSCRIPT_SHARE);
    const request: ModelRequest = {
      prompt: [
        { role: 'system', content: 'You summarize conversations between a person and a coding agent.' },
        {
          role: 'user',
          content: [
            labelledText({ label: { kind: 'summary' }, text: transcript }),
            labelledText({ label: { kind: 'prompt' }, text: instruction.trim() }),
          ],
        },
      ],
      tools: [],
    };
    let text = '';
    for await (const event of this.#deps.ask(this.#deps.model, request, this.#signal))
      if (event.kind === 'text') text += event.text;
    const most = Math.floor(window * SUMMARY_SHARE);
    return text.length > most ? `${text.slice(0, most)}\n[…]` : text;
  }

  /** The results to leave out, oldest first, so that the rest fits in its share. The newest stay. */
  #prune(kept: readonly Entry[]): string[] {
    const results = kept.flatMap((entry) => (entry.type === 'result' ? [entry] : []));
    let room = this.#deps.model.info.contextWindow * CHARACTERS_PER_TOKEN * KEPT_SHARE;
    const pruned: string[] = [];
    for (const result of results.reverse()) {
      const size = result.text.length + result.media.length * 6_000;
      room -= size;
      if (room < 0 && size >= MIN_PRUNED) pruned.push(result.callId);
    }
    return pruned.reverse();
  }
}
