import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { throwIfCancelled } from '../../base/abort.ts';
import type { Clock } from '../host/host.ts';
import { collectAnswer } from './collectAnswer.ts';
import { estimateJsonTokens, estimatePromptTokens, estimateTokens } from './estimateTokens.ts';
import type { Model, ModelInfo } from './model.ts';
import { rehearsalReport } from './rehearsalReport.ts';
import type { ScriptStep } from './rehearsalScript.ts';
import { type AnswerStep, nextAnswer } from './rehearsalTurn.ts';
import { rehearsedFailure } from './rehearsedFailure.ts';

export const REHEARSAL_ID = 'rehearsal';

export const REHEARSAL_INFO: ModelInfo = {
  id: REHEARSAL_ID,
  name: 'Rehearsal (no real model)',
  description: 'Built in and offline: plays scripts and shows what a model would have been told.',
  contextWindow: 200_000,
  images: true,
  pdfs: true,
  thinking: [],
};

/** Parts handed over before the event loop gets a turn: a long answer never holds up a cancellation. */
const BATCH = 64;

/**
 * The model of last resort, and of every rehearsal (L3): a provider behind the same interface as any
 * other. It keeps no state between calls. `newId` names tool calls.
 */
export function createRehearsalModel(clock: Clock, newId: () => string = randomId): Model {
  const language: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: REHEARSAL_ID,
    modelId: REHEARSAL_ID,
    supportedUrls: {},
    doStream: async (options) => ({ stream: partStream(answerParts(options, newId), clock, options) }),
    doGenerate: async (options) =>
      collectAnswer(partStream(answerParts(options, newId), clock, options), options.abortSignal),
  };
  return { info: REHEARSAL_INFO, language };
}

function randomId(): string {
  return `rehearsal-${crypto.randomUUID()}`;
}

/** What a stream does next: hand over a part, pause, or fail. */
type Beat =
  | { readonly kind: 'part'; readonly part: LanguageModelV4StreamPart }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'fail'; readonly step: Extract<ScriptStep, { kind: 'fail' }> };

function* answerParts(options: LanguageModelV4CallOptions, newId: () => string): Generator<Beat> {
  const steps = nextAnswer(options.prompt);
  const output = { tokens: 0, calls: 0 };
  let separator = '';
  yield part({ type: 'stream-start', warnings: [] });
  for (const [at, step] of steps.entries()) {
    if (step.kind === 'wait') yield step;
    else if (step.kind === 'fail') {
      yield { kind: 'fail', step };
      return;
    } else if (step.kind === 'think') {
      output.tokens += estimateTokens(step.text);
      yield* thinkingParts(step.text, `thinking-${at}`);
    } else if (step.kind === 'call') {
      output.tokens += estimateTokens(step.input);
      output.calls++;
      yield* callParts(step, newId());
    } else {
      const pieces = textPieces(step, options);
      for (const piece of pieces) output.tokens += piece.length / 4;
      yield* textParts(pieces, separator, `text-${at}`);
      separator = '\n';
    }
  }
  const unified = output.calls > 0 ? 'tool-calls' : 'stop';
  const usage = usageOf(options, Math.ceil(output.tokens));
  yield part({ type: 'finish', finishReason: { unified, raw: undefined }, usage });
}

type TextStep = Exclude<AnswerStep, { kind: 'wait' | 'fail' | 'think' | 'call' }>;

function textPieces(step: TextStep, options: LanguageModelV4CallOptions): readonly string[] {
  switch (step.kind) {
    case 'say':
      return [step.text];
    case 'stream':
      return Array<string>(step.count).fill(step.text);
    case 'report':
      return [rehearsalReport(options, step.prompt)];
    case 'closing':
      return [step.lines.join('\n')];
  }
}

/** A text block; `separator` stands before its first piece. */
function* textParts(pieces: readonly string[], separator: string, id: string): Generator<Beat> {
  yield part({ type: 'text-start', id });
  for (const [at, piece] of pieces.entries())
    yield part({ type: 'text-delta', id, delta: at === 0 ? separator + piece : piece });
  yield part({ type: 'text-end', id });
}

function* thinkingParts(text: string, id: string): Generator<Beat> {
  yield part({ type: 'reasoning-start', id });
  yield part({ type: 'reasoning-delta', id, delta: text });
  yield part({ type: 'reasoning-end', id });
}

function* callParts(step: Extract<ScriptStep, { kind: 'call' }>, id: string): Generator<Beat> {
  yield part({ type: 'tool-input-start', id, toolName: step.tool });
  yield part({ type: 'tool-input-delta', id, delta: step.input });
  yield part({ type: 'tool-input-end', id });
  yield part({ type: 'tool-call', toolCallId: id, toolName: step.tool, input: step.input });
}

function part(streamPart: LanguageModelV4StreamPart): Beat {
  return { kind: 'part', part: streamPart };
}

function usageOf(options: LanguageModelV4CallOptions, output: number): LanguageModelV4Usage {
  const input = estimatePromptTokens(options.prompt) + estimateJsonTokens(options.tools);
  return {
    inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: output, text: output, reasoning: undefined },
  };
}

/** Plays the beats as a stream; a pause ends at once on cancellation. */
function partStream(
  beats: Generator<Beat>,
  clock: Clock,
  { abortSignal }: LanguageModelV4CallOptions,
): ReadableStream<LanguageModelV4StreamPart> {
  /** A failure comes when what stands before it has been read: `error` would throw that away. */
  let failing: Extract<Beat, { kind: 'fail' }> | undefined;
  return new ReadableStream<LanguageModelV4StreamPart>({
    async pull(controller) {
      await macrotask();
      for (let handed = 0; handed < BATCH; ) {
        throwIfCancelled(abortSignal);
        if (failing) return fail(controller, failing.step);
        const { value: beat, done } = beats.next();
        if (done) return controller.close();
        if (beat.kind === 'wait') await clock.sleep(beat.ms, abortSignal);
        else if (beat.kind === 'part') {
          controller.enqueue(beat.part);
          handed++;
        } else {
          failing = beat;
          if (handed > 0) return;
        }
      }
    },
  });
}

function fail(
  controller: ReadableStreamDefaultController<LanguageModelV4StreamPart>,
  step: Extract<ScriptStep, { kind: 'fail' }>,
): void {
  const error = rehearsedFailure(step.code);
  if (step.code === 'cut') controller.error(error);
  else {
    controller.enqueue({ type: 'error', error });
    controller.close();
  }
}

/** Lets the event loop take a turn: input and timers are heard while a long answer streams. */
function macrotask(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
