import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { sectionsOf } from './promptParts.ts';
import { parseScript, type ScriptStep, takeAnswer } from './rehearsalScript.ts';
import { outputFailed, outputText } from './toolOutput.ts';

/** What an answer is made of; `report` says what a model would have been shown, `closing` lists the turn's calls. */
export type AnswerStep =
  | ScriptStep
  | { readonly kind: 'report'; readonly prompt: string }
  | { readonly kind: 'closing'; readonly lines: readonly string[] };

/**
 * Works out the next answer from the messages alone, so that the rehearsal keeps no state: each answer
 * that already stands behind the turn's prompt has used up its part of the script. A text that joined
 * the turn is done first, the rest of the script after it.
 */
export function nextAnswer(prompt: LanguageModelV4Prompt): AnswerStep[] {
  const turn = prompt.slice(turnStart(prompt));
  let queue: AnswerStep[] = [];
  for (const [at, message] of turn.entries()) {
    if (message.role === 'user') queue = [...stepsOf(message), ...queue];
    else if (message.role === 'assistant' && turn[at - 1]?.role !== 'assistant')
      queue = takeAnswer(queue).rest;
  }
  // An overflow is over when the conversation was compacted: the same call then fits.
  if (wasCompacted(prompt) && queue[0]?.kind === 'fail' && queue[0].code === 'overflow') queue.shift();
  const { answer } = takeAnswer(queue);
  if (answer.some((step) => step.kind === 'call' || step.kind === 'fail')) return answer;
  const lines = callLines(turn);
  if (lines.length > 0) return [...answer, { kind: 'closing', lines }];
  return answer.length > 0 ? answer : [{ kind: 'say', text: 'The script is at its end.' }];
}

function wasCompacted(prompt: LanguageModelV4Prompt): boolean {
  return prompt.some((message) =>
    sectionsOf(message).some(({ label }) => label.kind === 'summary' && label.inTurn),
  );
}

/** Where the last turn begins: at the last message with the person's own words, else at the last message of theirs. */
function turnStart(prompt: LanguageModelV4Prompt): number {
  const own = prompt.findLastIndex((message) => wordsOf(message, 'prompt') !== undefined);
  if (own >= 0) return own;
  return Math.max(
    prompt.findLastIndex((message) => message.role === 'user'),
    0,
  );
}

function stepsOf(message: LanguageModelV4Message): AnswerStep[] {
  return (['prompt', 'steering'] as const).flatMap((kind): AnswerStep[] => {
    const words = wordsOf(message, kind);
    if (words === undefined) return [];
    return parseScript(words.replace(/^\[stop-hook\]\s*/, '')) ?? [{ kind: 'report', prompt: words }];
  });
}

/** The texts of a message with the given label, joined; undefined when there are none. */
function wordsOf(message: LanguageModelV4Message, kind: 'prompt' | 'steering'): string | undefined {
  if (message.role !== 'user') return undefined;
  const texts = sectionsOf(message).flatMap((section) => (section.label.kind === kind ? [section.text] : []));
  return texts.length > 0 ? texts.join('\n') : undefined;
}

/** Every call of the turn, in the order it was asked for: `TOOL ok: first line` or `TOOL failed: first line`. */
function callLines(turn: LanguageModelV4Prompt): string[] {
  const results = new Map<string, { failed: boolean; text: string }>();
  for (const message of turn) {
    if (message.role !== 'tool') continue;
    for (const part of message.content)
      if (part.type === 'tool-result')
        results.set(part.toolCallId, {
          failed: outputFailed(part.output),
          text: outputText(part.output),
        });
  }
  return turn.flatMap((message) =>
    message.role !== 'assistant'
      ? []
      : message.content.flatMap((part) => {
          if (part.type !== 'tool-call') return [];
          const result = results.get(part.toolCallId) ?? { failed: true, text: 'no result' };
          const [first = ''] = result.text.split(/\r\n|\r|\n/, 1);
          return [`${part.toolName} ${result.failed ? 'failed' : 'ok'}: ${first}`];
        }),
  );
}
