import { json } from './providerServer.ts';
import { sse, type Wire, type WireAnswer } from './wire.ts';

function chunk(parts: readonly object[], rest: object = {}): string {
  return sse({ candidates: [{ content: { role: 'model', parts }, index: 0, ...rest }] });
}

/** Google sends a call whole: its pieces are joined. */
function frames({ thinking = [], text = [], calls = [], usage, finish }: WireAnswer): string[] {
  const all = thinking.map((piece) => chunk([{ text: piece, thought: true }]));
  for (const piece of text) all.push(chunk([{ text: piece }]));
  if (finish === 'none') return all;
  const words = { stop: 'STOP', length: 'MAX_TOKENS', refusal: 'SAFETY' };
  const functions = calls.map(({ id, name, input }) => ({
    functionCall: { id, name, args: JSON.parse(input.join('')) as unknown },
    thoughtSignature: 'signed',
  }));
  all.push(
    sse({
      candidates: [
        {
          content: { role: 'model', parts: functions.length > 0 ? functions : [{ text: '' }] },
          index: 0,
          finishReason: finish ? words[finish] : 'STOP',
        },
      ],
      usageMetadata: usage && {
        promptTokenCount: usage.input,
        candidatesTokenCount: usage.output,
        totalTokenCount: usage.input + usage.output,
        ...(usage.cached !== undefined && { cachedContentTokenCount: usage.cached }),
      },
    }),
  );
  return all;
}

const failure = (status: number, message: string) => ({
  error: { code: status, message, status: 'INVALID_ARGUMENT' },
});

/** Google's streamGenerateContent. */
export const googleGenerate: Wire = {
  provider: 'google',
  baseVariable: 'GEMINI_BASE_URL',
  keyVariable: 'GEMINI_API_KEY',
  path: '/v1beta/models/any:streamGenerateContent?alt=sse',
  frames,
  failure,
  overflow: json(
    400,
    failure(400, 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).'),
  ),
};
