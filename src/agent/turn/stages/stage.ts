import type { Tool } from '../../tools/tool.ts';
import type { EmitTurnEvent, TurnDeps, TurnInput } from '../turn.ts';
import type { Call } from './call.ts';

/** What the stages may use. One for each model answer. */
export interface StageContext {
  readonly input: TurnInput;
  readonly deps: TurnDeps;
  /** The tools that the model was offered. */
  readonly tools: readonly Tool[];
  /** Id of the turn's prompt. */
  readonly messageId: string;
  readonly emit: EmitTurnEvent;
  readonly signal: AbortSignal;
}

/**
 * One step on a call's way. It acts on calls of one kind; the others pass. Rejects only when
 * cancelled: whatever else goes wrong settles the call.
 */
export interface Stage<K extends Call['kind'] = Call['kind']> {
  readonly name: string;
  readonly takes: K;
  run(call: Extract<Call, { kind: K }>, context: StageContext): Promise<Call>;
}
