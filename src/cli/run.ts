import process from 'node:process';
import { createAgent } from '../agent/createAgent.ts';
import type { Client, PromptAnswer } from '../agent/session/parts.ts';
import { Sessions } from '../agent/session/sessions.ts';
import { onAbort } from '../base/abort.ts';
import { ExpectedError } from '../base/errors.ts';
import { encodeLine } from '../base/jsonl.ts';
import { ModeIdSchema } from '../protocol/modes.ts';
import { readArgs } from './readArgs.ts';
import { RunReport } from './runReport.ts';
import type { Terminal, Verb } from './verb.ts';

/** Exit codes by how the turn ended. */
const EXIT_CODES = {
  end_turn: 0,
  refusal: 2,
  max_tokens: 3,
  max_turn_requests: 3,
  cancelled: 130,
} as const;

/** Nobody is there: nothing is allowed that would have to be asked for, and no document is open. */
const nobody: Client = {
  approver: { ask: async () => ({ outcome: 'cancelled' }) },
  documents: () => ({ read: async () => undefined, write: async () => false }),
  headless: true,
};

/** One turn without a person. The answer goes to stdout, what happens on the way to stderr. */
export const run: Verb = async (args, terminal) => {
  const { values, positionals } = readArgs(args, {
    model: { type: 'string' },
    mode: { type: 'string' },
    json: { type: 'boolean', default: false },
  });
  const prompt = positionals.join(' ') || (await readPipe());
  if (prompt.trim() === '') throw new ExpectedError('usage', 'There is no prompt. Call: vak run PROMPT');
  const { parts, store } = createAgent({ model: values.model });
  const sessions = new Sessions(parts, store, nobody);
  try {
    const place = { cwd: terminal.cwd, roots: [terminal.cwd], clientServers: [] };
    const conversation = await sessions.create(place, { mode: readMode(values.mode), model: values.model });
    const report = new RunReport(terminal);
    const say = (event: object) => terminal.out(encodeLine(event));
    conversation.onEvent((event) => (values.json ? say(event) : report.show(event)));
    const stop = onAbort(terminal.signal, () => conversation.cancel());
    const answer = await conversation.prompt({ content: [{ type: 'text', text: prompt }] });
    stop.dispose();
    if (values.json) say({ ...endOf(answer), sessionId: conversation.id });
    else report.end();
    return exitCode(answer, terminal, values.json);
  } finally {
    await sessions.closeAll();
  }
};

function exitCode(answer: PromptAnswer, terminal: Terminal, json: boolean): number {
  if (answer.kind === 'ended') return EXIT_CODES[answer.stopReason];
  const { message, detail } = answer.error;
  if (!json) terminal.error(`vak: ${message}${detail === undefined ? '' : ` ${detail}`}\n`);
  return 1;
}

function endOf(answer: PromptAnswer): object {
  if (answer.kind === 'ended') return { kind: 'end', stopReason: answer.stopReason, usage: answer.usage };
  const { code, message, detail } = answer.error;
  return { kind: 'end', error: { code, message, detail } };
}

function readMode(mode: string | undefined) {
  if (mode === undefined) return undefined;
  const parsed = ModeIdSchema.safeParse(mode);
  if (parsed.success) return parsed.data;
  throw new ExpectedError(
    'usage',
    `There is no mode "${mode}". Choose one of ${ModeIdSchema.options.join(', ')}.`,
  );
}

/** What was piped in; empty on a terminal. */
async function readPipe(): Promise<string> {
  if (process.stdin.isTTY) return '';
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
